import { check } from '@silla/widget/shared'
import { repeat } from 'lit/directives/repeat.js'
import { html, nothing, type TemplateResult } from 'lit/html.js'
import type { Host } from '../host/host.ts'
import { clock, cross, note, sparkle } from '../style/icons.ts'
import type { Column, DayColumns, Span } from './day-columns.ts'
import { describePiece, rangeOf, unitName } from './describe.ts'
import type { AgendaBooking, Piece } from './pieces.ts'

export interface GridOptions {
  columns: DayColumns
  /** The key of the piece that Tab reaches; of a professional: `p3`. */
  stop: string
  /** The minute of the present; null on another day. */
  now: number | null
  label: string
  onKey: (event: KeyboardEvent) => void
  onClick: (event: MouseEvent) => void
  onPointerDown?: (event: PointerEvent) => void
  onFocus: (key: string) => void
}

/**
 * A day as a grid: a column for each professional, which is a row of the grid to screen readers. One tab
 * stop; `grid-keys.ts` moves the focus.
 */
export function timeGrid(host: Host, options: GridOptions): TemplateResult {
  const { columns, now } = options
  const { from, until } = columns
  const isNow = now !== null && now >= from && now <= until
  return html`<div class="scroller" @keydown=${options.onKey} @click=${options.onClick} @pointerdown=${options.onPointerDown ?? nothing}>
    <div
      class="grid"
      role="grid"
      aria-label=${options.label}
      aria-describedby="grid-keys"
      .style="--columns:${columns.columns.length};--first:${from};--last:${until}"
      @focusin=${(event: FocusEvent) => options.onFocus(keyOf(event) ?? options.stop)}
    >
      ${axis(host, columns)}
      ${repeat(
        columns.columns,
        ({ id }) => id,
        (column) => columnOf(host, column, options),
      )}
      ${
        isNow
          ? html`<div class="now" aria-hidden="true" .style="--from:${now}"><span><bdi dir="ltr">${host.format.time(columns.scale.clockAt(Math.floor(now)))}</bdi></span></div>`
          : nothing
      }
    </div>
    <p id="grid-keys" class="hidden">${host.text.day.keys}</p>
  </div>`
}

/** The key of the piece or professional that an event belongs to. */
export const keyOf = (event: Event): string | undefined =>
  (event.target as Element).closest<HTMLElement>('[data-key]')?.dataset.key

function axis({ format }: Host, { from, until, scale }: DayColumns): TemplateResult {
  const hours: number[] = []
  for (let minute = from; minute < until; minute += 60) hours.push(minute)
  return html`<div class="axis" aria-hidden="true">
    ${hours.map(
      (minute) =>
        html`<span class="hour" .style="--from:${minute}"><bdi dir="ltr">${format.time(scale.clockAt(minute))}</bdi></span>`,
    )}
  </div>`
}

function columnOf(host: Host, column: Column, options: GridOptions): TemplateResult {
  const { id, name, works, pieces } = column
  const key = `p${id}`
  const visits = pieces.filter(({ what }) => what.kind === 'booking').length
  return html`<div class="column" role="row">
    <div
      class="who"
      role="rowheader"
      data-key=${key}
      data-professional=${id}
      tabindex=${options.stop === key ? 0 : -1}
    >
      <span class="initials" aria-hidden="true">${initialsOf(name)}</span>
      <span class="name"><bdi>${name}</bdi></span>
      <span class="muted small">${
        works.length === 0 && visits === 0
          ? host.text.day.off
          : host.format.count(host.text.day.visits, visits)
      }</span>
    </div>
    <div class="lane" role="presentation" data-lane=${id}>
      ${works.map((span) => html`<div class="works" role="presentation" .style=${place(span)}></div>`)}
      <div class="lines" role="presentation"></div>
      ${repeat(
        pieces,
        (piece) => piece.key,
        (piece) => pieceOf(host, piece, options),
      )}
    </div>
  </div>`
}

const place = ({ from, until }: Span): string => `--from:${from};--until:${until}`

const initialsOf = (name: string): string =>
  name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => [...word][0] ?? '')
    .join('')

function pieceOf(host: Host, piece: Piece, { columns, stop }: GridOptions): TemplateResult {
  const { what, key } = piece
  const { scale } = columns
  const inDay = {
    from: Math.max(piece.from, columns.from),
    until: Math.min(piece.until, columns.until),
  }
  const length = inDay.until - inDay.from
  const size = length < 25 ? 'tiny' : length < 50 ? 'short' : ''
  const look = what.kind === 'booking' ? `${what.booking.estado} ${lookOf(what.booking)}` : ''
  return html`<div
    class="piece ${what.kind} ${look} ${size}"
    role="gridcell"
    data-key=${key}
    tabindex=${stop === key ? 0 : -1}
    aria-label=${describePiece(host, scale, piece)}
    .style="${place(inDay)};--hue:var(--hue-${host.catalog.hueOf(piece.services[0]?.id ?? 0)})"
  >
    ${piece.stretches
      .filter(({ kind }) => kind !== 'trabajo')
      .map(
        ({ kind, from, until }) =>
          html`<span class=${kind} aria-hidden="true" .style="--from:${from - inDay.from};--until:${until - inDay.from}"></span>`,
      )}
    <span class="content" aria-hidden="true">${contentOf(host, piece, rangeOf(host, scale, piece))}</span>
  </div>`
}

const lookOf = ({ pago_pendiente }: AgendaBooking): string => (pago_pendiente ? 'unpaid' : '')

function contentOf(host: Host, { what, services }: Piece, range: string): TemplateResult {
  const { text } = host
  const time = html`<span class="time"><bdi dir="ltr">${range}</bdi></span>`
  const names = services.map(({ nombre }) => nombre).join(' + ')
  if (what.kind === 'block')
    return html`<span class="title"><bdi>${what.block.motivo}</bdi></span> ${time}`
  if (what.kind === 'hold')
    return html`<span class="title">${text.day.held}</span> ${time} <span class="what">${names}</span>`
  const { booking } = what
  const units = services.flatMap(({ recursos }) => recursos.map(unitName))
  return html`<span class="title"><bdi>${booking.cliente.nombre}</bdi>${marksOf(booking)}</span>
    ${time}
    <span class="what">${names}</span>
    ${units.length > 0 ? html`<span class="what">${units.join(', ')}</span>` : nothing}
    ${booking.estado === 'confirmada' ? nothing : html`<span class="state">${text.states[booking.estado]}</span>`}`
}

/** Never colour alone: each mark has a shape, and its words are in the label. */
const marksOf = ({ estado, primera_visita, tiene_notas }: AgendaBooking): TemplateResult =>
  html`<span class="marks">
    ${estado === 'pendiente' ? clock : nothing}
    ${estado === 'completada' ? check : nothing}
    ${estado === 'no_show' ? cross : nothing}
    ${primera_visita ? sparkle : nothing}
    ${tiene_notas ? note : nothing}
  </span>`
