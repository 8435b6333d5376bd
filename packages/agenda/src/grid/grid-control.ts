import { fill, isolated } from '@silla/widget/shared'
import { html, type TemplateResult } from 'lit/html.js'
import type { Host } from '../host/host.ts'
import { shortcutsAreOn } from '../host/shortcuts.ts'
import type { Column, Columns } from './day-columns.ts'
import { presentIn, rangeOf } from './describe.ts'
import { type Drag, startDrag } from './drag.ts'
import type { Piece } from './pieces.ts'
import { type Ghost, type GridOptions, timeGrid } from './time-grid.ts'
import { walk } from './walk.ts'

interface Actions {
  /** Enter or a click on a piece. */
  open: (piece: Piece, column: Column) => void
  /** Enter or a click on the head of a column. */
  openColumn?: (column: Column) => void
  /** A click on free time: a minute of the day. */
  add?: (column: Column, minute: number) => void
  /** A visit was dropped somewhere else: only for those who may move it. */
  drop: (drop: Drop) => void
}

export interface Drop {
  piece: Piece
  /** Where it was. */
  before: Column
  column: Column
  /** The minute of the day at which the piece would begin. */
  from: number
}

/** Arrows of the keyboard and the pointer move by this, with Shift by the longer one. */
const stepMinutes = 5
const longStepMinutes = 30

/** A grid that somebody works with: focus, keys, pointer, and what is lifted. */
export class GridControl {
  readonly #host: Host
  readonly #actions: Actions
  #columns: Columns = { columns: [], from: 0, until: 0 }
  #stop = ''
  #lifted: Drop | null = null
  #drag: Drag | null = null
  /** The click that ends a drag opens nothing. */
  #swallowClick = false
  #hasScrolled = false

  constructor(host: Host, actions: Actions) {
    this.#host = host
    this.#actions = actions
  }

  /** What Tab reaches stays, or its column when it is gone; so does what is lifted. */
  set(columns: Columns): void {
    const before = this.#find(this.#stop)?.column.key
    this.#columns = columns
    const stops = columns.columns.flatMap(({ key, pieces }) => [key, ...pieces.map((p) => p.key)])
    if (!stops.includes(this.#stop))
      this.#stop =
        stops.find((key) => key === before) ??
        columns.columns.find(({ pieces }) => pieces.length > 0)?.pieces[0]?.key ??
        stops[0] ??
        ''
    if (!this.#lifted) return
    this.#lifted = this.#liftedNow(this.#lifted)
    if (!this.#lifted) this.#host.announce(this.#host.text.day.liftedGone)
  }

  /** In the columns that are shown now; null: it is gone, or somebody else has moved it. */
  #liftedNow({ piece, before, column, from }: Drop): Drop | null {
    const found = this.#find(piece.key)
    if (!found?.piece || found.piece.from !== piece.from || found.column.key !== before.key)
      return null
    const target = this.#columns.columns.find(({ key }) => key === column.key) ?? found.column
    return { piece: found.piece, before: found.column, column: target, from }
  }

  /** Another day begins at the present, or at its first visit. */
  scrollAgain(): void {
    this.#hasScrolled = false
  }

  /** @param isBehind another day is being read, and this one is still in view */
  render({
    isBehind,
    ...options
  }: Omit<GridOptions, 'columns' | 'stop' | 'ghost' | 'shown'> & {
    isBehind: boolean
  }): TemplateResult {
    const { columns } = this.#columns
    if (!this.#hasScrolled && columns.length > 0) {
      this.#hasScrolled = true
      const today = columns.find((column) => presentIn(this.#host, column) !== null)
      const now = today ? presentIn(this.#host, today) : null
      const first = Math.min(...columns.flatMap(({ pieces }) => pieces.map(({ from }) => from)))
      void this.#host.updateComplete.then(() => scrollTo(this.#columns, today, now ?? first))
    }
    return html`<div
      class="scroller ${isBehind ? 'behind' : ''}"
      @keydown=${(event: KeyboardEvent) => this.#onKey(event)}
      @click=${isBehind ? null : (event: MouseEvent) => this.#onClick(event)}
      @pointerdown=${isBehind ? null : (event: PointerEvent) => this.#onPointerDown(event)}
      @focusin=${(event: FocusEvent) => {
        const key = keyOf(event)
        if (key) this.#stop = key
      }}
    >
      ${timeGrid(this.#host, {
        ...options,
        columns: this.#columns,
        stop: this.#stop,
        ghost: this.#lifted && this.#ghost(this.#lifted),
        shown: this.#shown(options),
      })}
    </div>`
  }

  /**
   * All that the grid shows but what is lifted. Its hundreds of visits are rendered when some of it has
   * changed, and not at each keystroke that moves what is lifted, or in a dialog above them.
   */
  #shown({ label }: Pick<GridOptions, 'label'>): unknown[] {
    const { format, catalog } = this.#host
    const present = this.#columns.columns.map((column) => presentIn(this.#host, column))
    return [this.#columns, this.#stop, label, `${present}`, format, catalog]
  }

  #ghost({ piece, column, from }: Drop): Ghost {
    const until = from + piece.until - piece.from
    return { column, from, until, label: rangeOf(this.#host, column.scale, { from, until }) }
  }

  #find(key: string | undefined): { column: Column; piece: Piece | null } | null {
    for (const column of this.#columns.columns) {
      if (column.key === key) return { column, piece: null }
      const piece = column.pieces.find((each) => each.key === key)
      if (piece) return { column, piece }
    }
    return null
  }

  #open(key: string | undefined): boolean {
    const found = this.#find(key)
    if (!found) return false
    const { column, piece } = found
    if (piece) this.#actions.open(piece, column)
    else this.#actions.openColumn?.(column)
    return true
  }

  #onClick(event: MouseEvent): void {
    if (this.#swallowClick) {
      this.#swallowClick = false
      return
    }
    if (this.#open(keyOf(event))) return
    const lane = (event.target as Element).closest<HTMLElement>('[data-lane]')
    const column = this.#columns.columns.find(({ key }) => key === lane?.dataset.lane)
    if (!lane || !column) return
    const { top, height } = lane.getBoundingClientRect()
    const { from, until } = this.#columns
    const minute = from + ((event.clientY - top) / height) * (until - from)
    this.#actions.add?.(column, freeFrom(column, minute))
  }

  #onKey(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (this.#lifted ? this.#onLiftedKey(event) : this.#onFreeKey(event)) {
      event.preventDefault()
      event.stopPropagation()
    }
  }

  #onFreeKey(event: KeyboardEvent): boolean {
    const at = keyOf(event)
    if (!at) return false
    if (event.key === 'Enter' || event.key === ' ') return this.#open(at)
    if (event.key.toLowerCase() === 'm' && shortcutsAreOn()) return this.#lift(at)
    const target = walk(this.#columns, at, event.key, this.#host.language === 'ar')
    if (target) focusKey(target)
    return target !== null
  }

  /** What is over stays where it was. The right may go, or the connection, while the grid is shown. */
  #canMove({ what }: Piece): boolean {
    return (
      what.kind === 'booking' &&
      (what.booking.estado === 'pendiente' || what.booking.estado === 'confirmada') &&
      this.#host.may('citas.gestionar')
    )
  }

  #lift(key: string): boolean {
    const found = this.#find(key)
    if (!found?.piece || !this.#canMove(found.piece)) return false
    const { column, piece } = found
    this.#lifted = { piece, before: column, column, from: piece.from }
    this.#host.announce(this.#host.text.day.lifted)
    return true
  }

  #onLiftedKey(event: KeyboardEvent): boolean {
    const lifted = this.#lifted as Drop
    const step = event.shiftKey ? longStepMinutes : stepMinutes
    const forward = this.#host.language === 'ar' ? -1 : 1
    const keys: Record<string, () => void> = {
      ArrowUp: () => this.#shift(-step, 0),
      ArrowDown: () => this.#shift(step, 0),
      ArrowLeft: () => this.#shift(0, -forward),
      ArrowRight: () => this.#shift(0, forward),
      Enter: () => this.#dropNow(lifted),
      ' ': () => this.#dropNow(lifted),
      Escape: () => this.#putBack(),
    }
    const run = keys[event.key]
    run?.()
    return run !== undefined
  }

  #shift(minutes: number, columns: number): void {
    const lifted = this.#lifted as Drop
    const all = this.#columns.columns
    const column = all[all.indexOf(lifted.column) + columns] ?? lifted.column
    const from = Math.min(Math.max(0, lifted.from + minutes), column.scale.length - stepMinutes)
    this.#lifted = { ...lifted, column, from }
    const { label } = this.#ghost(this.#lifted)
    this.#host.announce(
      fill(this.#host.text.day.liftedAt, { time: isolated(label), name: column.name }),
    )
    void this.#host.updateComplete.then(() =>
      document.querySelector('.ghost')?.scrollIntoView({ block: 'nearest', inline: 'nearest' }),
    )
  }

  #putBack(): void {
    this.#lifted = null
    this.#host.announce(this.#host.text.day.putBack)
  }

  #dropNow(drop: Drop): void {
    this.#lifted = null
    const hasMoved = drop.column !== drop.before || drop.from !== drop.piece.from
    if (hasMoved) this.#actions.drop(drop)
    else this.#putBack()
    this.#host.requestUpdate()
  }

  #onPointerDown(event: PointerEvent): void {
    this.#swallowClick = false
    const found = this.#find(keyOf(event))
    if (event.button !== 0 || !found?.piece || !this.#canMove(found.piece)) return
    const { piece, column } = found
    this.#drag?.cancel()
    this.#drag = startDrag(event, {
      columns: this.#columns,
      stepMinutes,
      piece,
      ghostOf: (target, from) => this.#ghost({ piece, before: column, column: target, from }),
      ended: (target, from) => {
        this.#drag = null
        this.#swallowClick = true
        this.#dropNow({ piece, before: column, column: target, from })
      },
    })
  }
}

/** The key of the piece or column that an event belongs to. */
const keyOf = (event: Event): string | undefined =>
  (event.target as Element).closest<HTMLElement>('[data-key]')?.dataset.key

const focusKey = (key: string): void =>
  document.querySelector<HTMLElement>(`[data-key="${key}"]`)?.focus()

/** The quarter of an hour, or what comes later: the end of a visit in it. */
function freeFrom({ pieces }: Column, minute: number): number {
  const ends = pieces.flatMap(({ until }) => (until <= minute ? until : []))
  return Math.max(Math.floor(minute / 15) * 15, ...ends)
}

/** A week that is wider than the screen begins with today. */
function scrollTo({ from, until }: Columns, today: Column | undefined, minute: number): void {
  const scroller = document.querySelector('.scroller')
  const lane = scroller?.querySelector<HTMLElement>('.lane')
  if (!scroller || !lane) return
  const shown = scroller.querySelector<HTMLElement>(`[data-column="${today?.key}"]`)
  const first = scroller.querySelector<HTMLElement>('[data-column]')
  if (shown && first) scroller.scrollLeft = shown.offsetLeft - first.offsetLeft
  if (!Number.isFinite(minute)) return
  const share = (minute - from - 60) / (until - from)
  scroller.scrollTop = Math.max(0, share * lane.clientHeight)
}
