import { check } from '@silla/widget/shared'
import { guard } from 'lit/directives/guard.js'
import { repeat } from 'lit/directives/repeat.js'
import { html, nothing, type TemplateResult } from 'lit/html.js'
import type { Host } from '../host/host.ts'
import { arrived, clock, cross, hourglass, note, sparkle } from '../style/icons.ts'
import type { Column, Columns, Span } from './day-columns.ts'
import type { DayScale } from './day-scale.ts'
import { hasCome, isLate, presentIn, rangeOf, shownRange, stateOf, unitName } from './describe.ts'
import type { AgendaBooking, Piece } from './pieces.ts'

export interface GridOptions {
  columns: Columns
  /** The key of what Tab reaches. */
  stop: string
  label: string
  /** What stands above a column. */
  head: (column: Column) => TemplateResult
  /** What is being moved. */
  ghost: Ghost | null
  /** The columns are rendered when one of these has changed. */
  shown: unknown[]
}

/** So many minutes are as high as the time of the present. */
const presentMinutes = 12

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
  return html`<div class="grid" .style="--columns:${columns.length};--first:${from};--last:${until}">
      ${guard(options.shown, () => gridOf(host, options))}
      ${options.ghost ? ghostOf(options.ghost, columns) : nothing}
    </div>
    <p id="grid-keys" class="hidden">${host.text.day.keys}</p>`
}

function gridOf(host: Host, options: GridOptions): TemplateResult {
  const { from, until, columns } = options.columns
  const present =
    columns.map((column) => presentIn(host, column)).find((minute) => minute !== null) ?? null
  const isNow = present !== null && present >= from && present <= until
  return html`<div class="heads" role="presentation">
        <div class="corner" aria-hidden="true"></div>
        ${repeat(
          columns,
          ({ key }) => key,
          (column) => headOf(column, options),
        )}
      </div>
      ${axis(host, options.columns, isNow ? present : null)}
      <div class="columns" role="grid" aria-label=${options.label} aria-describedby="grid-keys">
        ${repeat(
          columns,
          ({ key }) => key,
          (column, index) => columnOf(host, { column, index }, options),
        )}
      </div>`
}

/** Both lines of a column: what is out of the flow would reach to the last one without an end. */
export const lineOf = (columns: readonly Column[], column: Column): string => {
  const line = columns.indexOf(column) + 2
  return `${line} / ${line + 1}`
}

const ghostOf = (
  { column, from, until, label }: Ghost,
  columns: readonly Column[],
): TemplateResult =>
  html`<div class="ghost" aria-hidden="true" .style="${place({ from, until })};grid-column:${lineOf(columns, column)}"><bdi>${label}</bdi></div>`

function axis(
  { format }: Host,
  { from, until, columns }: Columns,
  now: number | null,
): TemplateResult {
  const [first] = columns
  if (!first) return html`<div class="axis" aria-hidden="true"></div>`
  const clock = (minute: number) =>
    html`<bdi dir="ltr">${format.time(first.scale.clockAt(minute))}</bdi>`
  const hours: number[] = []
  // the present covers the hour that it stands on
  for (let minute = from; minute < until; minute += 60)
    if (now === null || now - minute < -presentMinutes || now - minute >= presentMinutes)
      hours.push(minute)
  return html`<div class="axis" aria-hidden="true">
    ${hours.map((minute) => html`<span class="hour" .style="--from:${minute}">${clock(minute)}</span>`)}
    ${now === null ? nothing : html`<span class="hour present" .style="--from:${now}">${clock(now)}</span>`}
  </div>`
}

/** Heads stand together, so that they are one layer when the grid scrolls; a row owns its own. */
const headOf = (column: Column, { stop, head }: GridOptions): TemplateResult =>
  html`<div id="head-${column.key}" class="who" role="rowheader" data-key=${column.key} tabindex=${stop === column.key ? 0 : -1}>
    ${head(column)}
  </div>`

function columnOf(
  host: Host,
  { column, index }: { column: Column; index: number },
  options: GridOptions,
): TemplateResult {
  const { key, works, pieces } = column
  const { from, until } = options.columns
  const now = presentIn(host, column)
  const isShown = now !== null && now >= from && now <= until
  return html`<div
    class="column"
    role="row"
    aria-owns="head-${key} lane-${key}"
    data-column=${key}
    .style="grid-column:${index + 1}"
  >
    <div id="lane-${key}" class="lane" role="presentation" data-lane=${key}>
      ${works.map((span) => html`<div class="works" role="presentation" .style=${place(span)}></div>`)}
      <div class="lines" role="presentation"></div>
      ${isShown ? html`<div class="now" role="presentation" .style="--from:${now}"></div>` : nothing}
      ${repeat(
        pieces,
        (piece) => piece.key,
        (piece) => pieceOf(host, { piece, column, late: isLate(piece, now) }, options),
      )}
    </div>
  </div>`
}

const place = ({ from, until }: Span): string => `--from:${from};--until:${until}`

function pieceOf(
  host: Host,
  { piece, column, late }: { piece: Piece; column: Column; late: boolean },
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
    <span class="content">${contentOf(host, { piece, scale: column.scale, late })}</span>
  </div>`
}

function contentOf(
  host: Host,
  { piece, scale, late }: { piece: Piece; scale: DayScale; late: boolean },
): TemplateResult {
  const { text } = host
  const { what, services } = piece
  const time = html`<span class="time" aria-hidden="true">${shownRange(host, scale, piece)}</span>`
  const range = rangeOf(host, scale, piece)
  const names = services.map(({ nombre }) => nombre).join(' + ')
  if (what.kind === 'block')
    return html`<span class="title"><bdi>${what.block.motivo}</bdi></span>${time}${spoken(range, text.day.blocked)}`
  if (what.kind === 'hold')
    return html`<span class="title">${text.day.held}</span>${time}${seen('what', names)}${spoken(range, names)}`
  const { booking } = what
  const { estado, cliente } = booking
  const units = services.flatMap(({ recursos }) => recursos.map(unitName))
  const service = [names, ...units].join(' · ')
  return html`<span class="title"><bdi>${cliente.nombre}</bdi>${marksOf(booking, late)}</span>
    ${time}${seen('what', late ? html`<span class="strong">${text.day.late}</span> · ${service}` : service)}
    ${estado === 'confirmada' ? nothing : seen('state', text.states[estado])}
    ${spoken(range, service, stateOf(host, booking, late))}`
}

/** As much as there is room for: screen readers have all of it in other words. */
const seen = (part: 'what' | 'state', words: string | TemplateResult): TemplateResult =>
  html`<span class=${part} aria-hidden="true">${words}</span>`

/** What the eye sees by place, colour and marks, in words. */
export const spoken = (...words: string[]): TemplateResult =>
  html`<span class="hidden">, ${words.join(', ')}</span>`

/** Never colour alone: each mark has a shape, and `stateOf` has its words. */
export const marksOf = (
  {
    estado,
    primera_visita,
    tiene_notas,
    llegada_en,
  }: Pick<AgendaBooking, 'estado' | 'primera_visita' | 'tiene_notas' | 'llegada_en'>,
  late: boolean,
): TemplateResult | typeof nothing => {
  const marks = [
    estado === 'pendiente' && clock,
    late && hourglass,
    hasCome({ estado, llegada_en }) && arrived,
    estado === 'completada' && check,
    estado === 'no_show' && cross,
    primera_visita && sparkle,
    tiene_notas && note,
  ].filter((mark) => mark !== false)
  return marks.length > 0 ? html`<span class="marks">${marks}</span>` : nothing
}
