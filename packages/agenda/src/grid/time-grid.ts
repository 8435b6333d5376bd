import { check } from '@silla/widget/shared'
import { repeat } from 'lit/directives/repeat.js'
import { html, nothing, type TemplateResult } from 'lit/html.js'
import type { Host } from '../host/host.ts'
import { arrived, clock, cross, note, sparkle } from '../style/icons.ts'
import type { Column, Columns, Span } from './day-columns.ts'
import { hasCome, shownRange, stateOf, unitName } from './describe.ts'
import type { AgendaBooking, Piece } from './pieces.ts'

export interface GridOptions {
  columns: Columns
  /** The key of what Tab reaches. */
  stop: string
  /** The minute of the present in a column; null on another day. */
  nowOf: (column: Column) => number | null
  label: string
  /** What stands above a column. */
  head: (column: Column) => TemplateResult
  /** What is being moved. */
  ghost: Ghost | null
}

/** Where something that is being moved would stand. */
export interface Ghost extends Span {
  column: Column
  label: string
}

/**
 * Columns of time as a grid: a column is a row of the grid to screen readers. It has one tab stop;
 * `GridControl` moves the focus.
 */
export function timeGrid(host: Host, options: GridOptions): TemplateResult {
  const { from, until, columns } = options.columns
  const present = columns.map(options.nowOf).find((minute) => minute !== null) ?? null
  const isNow = present !== null && present >= from && present <= until
  return html`<div
      class="grid"
      role="grid"
      aria-label=${options.label}
      aria-describedby="grid-keys"
      .style="--columns:${columns.length};--first:${from};--last:${until}"
    >
      ${axis(host, options.columns, isNow ? present : null)}
      ${repeat(
        columns,
        ({ key }) => key,
        (column, index) => columnOf(host, { column, index }, options),
      )}
      ${options.ghost ? ghostOf(options.ghost, columns) : nothing}
    </div>
    <p id="grid-keys" class="hidden">${host.text.day.keys}</p>`
}

const ghostOf = (
  { column, from, until, label }: Ghost,
  columns: readonly Column[],
): TemplateResult =>
  html`<div class="ghost" aria-hidden="true" .style="${place({ from, until })};grid-column:${columns.indexOf(column) + 2}"><bdi>${label}</bdi></div>`

function axis(
  { format }: Host,
  { from, until, columns }: Columns,
  now: number | null,
): TemplateResult {
  const [first] = columns
  if (!first) return html`<div class="axis" aria-hidden="true"></div>`
  const clock = (minute: number) =>
    html`<bdi dir="ltr">${format.time(first.scale.clockAt(Math.floor(minute)))}</bdi>`
  const hours: number[] = []
  for (let minute = from; minute < until; minute += 60) hours.push(minute)
  return html`<div class="axis" aria-hidden="true">
    ${hours.map((minute) => html`<span class="hour" .style="--from:${minute}">${clock(minute)}</span>`)}
    ${now === null ? nothing : html`<span class="hour present" .style="--from:${now}">${clock(now)}</span>`}
  </div>`
}

function columnOf(
  host: Host,
  { column, index }: { column: Column; index: number },
  options: GridOptions,
): TemplateResult {
  const { key, works, pieces } = column
  const { from, until } = options.columns
  const now = options.nowOf(column)
  const isShown = now !== null && now >= from && now <= until
  return html`<div class="column" role="row" data-column=${key} .style="grid-column:${index + 2}">
    <div class="who" role="rowheader" data-key=${key} tabindex=${options.stop === key ? 0 : -1}>
      ${options.head(column)}
    </div>
    <div class="lane" role="presentation" data-lane=${key}>
      ${works.map((span) => html`<div class="works" role="presentation" .style=${place(span)}></div>`)}
      <div class="lines" role="presentation"></div>
      ${isShown ? html`<div class="now" role="presentation" .style="--from:${now}"></div>` : nothing}
      ${repeat(
        pieces,
        (piece) => piece.key,
        (piece) => pieceOf(host, { piece, column }, options),
      )}
    </div>
  </div>`
}

const place = ({ from, until }: Span): string => `--from:${from};--until:${until}`

function pieceOf(
  host: Host,
  { piece, column }: { piece: Piece; column: Column },
  { columns, stop }: GridOptions,
): TemplateResult {
  const { what, key } = piece
  const inDay = {
    from: Math.max(piece.from, columns.from),
    until: Math.min(piece.until, columns.until),
  }
  // its text stands above the first wait
  const pauseFrom = piece.stretches.find(({ kind }) => kind !== 'trabajo')?.from ?? inDay.until
  const length = Math.min(inDay.until, pauseFrom) - inDay.from
  const size = length < 30 ? 'tiny' : length < 50 ? 'short' : ''
  const state = what.kind === 'booking' ? what.booking.estado : ''
  return html`<div
    class="piece ${what.kind} ${state} ${size}"
    role="gridcell"
    data-key=${key}
    tabindex=${stop === key ? 0 : -1}
    .style="${place(inDay)};--hue:var(--hue-${host.catalog.hueOf(piece.services[0]?.id ?? 0)})"
  >
    ${piece.stretches
      .filter(({ kind }) => kind !== 'trabajo')
      .map(
        ({ kind, from, until }) =>
          html`<span class=${kind} aria-hidden="true" .style=${place({ from: from - inDay.from, until: until - inDay.from })}></span>`,
      )}
    <span class="content">${contentOf(host, piece, shownRange(host, column.scale, piece))}</span>
  </div>`
}

function contentOf(host: Host, { what, services }: Piece, range: TemplateResult): TemplateResult {
  const { text } = host
  const time = html`<span class="time">${range}</span>`
  const names = services.map(({ nombre }) => nombre).join(' + ')
  if (what.kind === 'block')
    return html`<span class="title"><bdi>${what.block.motivo}</bdi></span>${pause}${time}${spoken(text.day.blocked)}`
  if (what.kind === 'hold')
    return html`<span class="title">${text.day.held}</span>${pause}${time}${pause}<span class="what">${names}</span>`
  const { booking } = what
  const units = services.flatMap(({ recursos }) => recursos.map(unitName))
  return html`<span class="title"><bdi>${booking.cliente.nombre}</bdi>${marksOf(booking)}</span>
    ${pause}${time}${pause}
    <span class="what">${[names, ...units].join(' · ')}</span>
    ${
      booking.estado === 'confirmada'
        ? nothing
        : html`${pause}<span class="state">${text.states[booking.estado]}</span>`
    }
    ${spoken(stateOf(host, booking))}`
}

/** Between what stands in lines of its own. */
const pause = html`<span class="hidden">, </span>`

/** What the eye sees by colour and marks, in words. */
export const spoken = (words: string): TemplateResult =>
  html`<span class="hidden">, ${words}</span>`

/** Never colour alone: each mark has a shape, and `stateOf` has its words. */
export const marksOf = ({
  estado,
  primera_visita,
  tiene_notas,
  llegada_en,
}: Pick<
  AgendaBooking,
  'estado' | 'primera_visita' | 'tiene_notas' | 'llegada_en'
>): TemplateResult =>
  html`<span class="marks">
    ${estado === 'pendiente' ? clock : nothing}
    ${hasCome({ estado, llegada_en }) ? arrived : nothing}
    ${estado === 'completada' ? check : nothing}
    ${estado === 'no_show' ? cross : nothing}
    ${primera_visita ? sparkle : nothing}
    ${tiene_notas ? note : nothing}
  </span>`
