import type { Column, Columns } from './day-columns.ts'
import type { Piece } from './pieces.ts'
import { type Ghost, lineOf } from './time-grid.ts'

interface Options {
  columns: Columns
  stepMinutes: number
  piece: Piece
  ghostOf: (column: Column, from: number) => Ghost
  /** It was dropped. */
  ended: (column: Column, from: number) => void
}

export interface Drag {
  cancel: () => void
}

/** A mouse that moves by more pixels drags; a finger that rests as long does, and else scrolls. */
const mousePixels = 5
const fingerPixels = 10
const longPressMilliseconds = 400
/** So close to an edge the grid scrolls. */
const edgePixels = 40

/**
 * Follows the pointer from a piece to where it is dropped. Meanwhile one element moves and nothing is
 * rendered, so that it keeps up on a slow tablet.
 */
export function startDrag(down: PointerEvent, options: Options): Drag {
  const { columns, piece } = options
  const scroller = (down.target as Element).closest('.scroller') as HTMLElement
  const grid = scroller.querySelector('.grid') as HTMLElement
  const source = (down.target as Element).closest('.piece') as HTMLElement
  const grabbed = down.clientY - source.getBoundingClientRect().top
  const isTouch = down.pointerType !== 'mouse'
  const ending = new AbortController()
  const { signal } = ending
  let ghost: HTMLElement | null = null
  let at: { column: Column; from: number } | null = null
  let pointer = { x: down.clientX, y: down.clientY }
  let frame = 0

  const timer = isTouch ? setTimeout(begin, longPressMilliseconds) : 0
  addEventListener('pointermove', onMove, { signal })
  addEventListener('pointerup', onUp, { signal })
  addEventListener('pointercancel', cancel, { signal })
  addEventListener('keydown', (event) => event.key === 'Escape' && cancel(), { signal })
  // once something is lifted the finger does not scroll
  scroller.addEventListener('touchmove', (event) => ghost && event.preventDefault(), {
    signal,
    passive: false,
  })
  scroller.addEventListener('contextmenu', (event) => event.preventDefault(), { signal })
  return { cancel }

  function begin(): void {
    ghost = document.createElement('div')
    ghost.className = 'ghost'
    grid.append(ghost)
    source.classList.add('lifted')
    if (isTouch) navigator.vibrate?.(10)
    follow()
  }

  function onMove(event: PointerEvent): void {
    if (event.pointerId !== down.pointerId) return
    pointer = { x: event.clientX, y: event.clientY }
    if (ghost) return
    const moved = Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY)
    if (!isTouch && moved > mousePixels) begin()
    if (isTouch && moved > fingerPixels) cancel()
  }

  /** Once a frame: scrolls at an edge, and puts the ghost under the pointer. */
  function follow(): void {
    if (!ghost) return
    const view = scroller.getBoundingClientRect()
    scroller.scrollTop += pull(pointer.y, view.top + edgePixels, view.bottom - edgePixels)
    scroller.scrollLeft += pull(pointer.x, view.left + edgePixels, view.right - edgePixels)
    const target = columnAt(pointer.x)
    const lane = grid.querySelector('.lane')?.getBoundingClientRect()
    if (target && lane) {
      const perMinute = lane.height / (columns.until - columns.from)
      const minute = columns.from + (pointer.y - grabbed - lane.top) / perMinute
      const step = options.stepMinutes
      const latest = columns.until - step
      const from = Math.min(latest, Math.max(columns.from, Math.round(minute / step) * step))
      if (at?.column !== target || at.from !== from) {
        at = { column: target, from }
        show(options.ghostOf(target, from))
      }
    }
    frame = requestAnimationFrame(follow)
  }

  function show({ column, from, until, label }: Ghost): void {
    if (!ghost) return
    ghost.style.setProperty('--from', `${from}`)
    ghost.style.setProperty('--until', `${until}`)
    ghost.style.gridColumn = lineOf(columns.columns, column)
    ghost.textContent = label
  }

  function columnAt(x: number): Column | undefined {
    const lanes = [...grid.querySelectorAll<HTMLElement>('.lane')]
    const lane = lanes.find((each) => {
      const { left, right } = each.getBoundingClientRect()
      return x >= left && x < right
    })
    return columns.columns.find(({ key }) => key === lane?.dataset.lane) ?? at?.column
  }

  function onUp(event: PointerEvent): void {
    if (event.pointerId !== down.pointerId) return
    const dropped = ghost ? (at ?? undefined) : undefined
    cancel()
    if (dropped) options.ended(dropped.column, sameWithin(dropped.from))
  }

  /** A time beside the steps stays when it was hardly moved. */
  function sameWithin(from: number): number {
    return Math.abs(from - piece.from) < options.stepMinutes ? piece.from : from
  }

  function cancel(): void {
    clearTimeout(timer)
    cancelAnimationFrame(frame)
    ending.abort()
    ghost?.remove()
    ghost = null
    source.classList.remove('lifted')
  }
}

/** How far to scroll: below `low` backwards, above `high` forwards. */
const pull = (position: number, low: number, high: number): number =>
  position < low ? -8 : position > high ? 8 : 0
