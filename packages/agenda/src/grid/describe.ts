import { isolated } from '@silla/widget/shared'
import { html, type TemplateResult } from 'lit/html.js'
import type { Host } from '../host/host.ts'
import type { Column } from './day-columns.ts'
import type { DayScale } from './day-scale.ts'
import type { AgendaBooking, Piece } from './pieces.ts'

/** `10:00–10:45`, which is read from left to right in every language. */
export const rangeOf = (
  { format }: Host,
  scale: DayScale,
  { from, until }: { from: number; until: number },
): string => [from, until].map((minute) => isolated(format.time(scale.clockAt(minute)))).join('–')

/** The same, of which narrow places leave out the end. */
export function shownRange(
  { format }: Host,
  scale: DayScale,
  { from, until }: { from: number; until: number },
): TemplateResult {
  const [start, end] = [from, until].map((minute) => isolated(format.time(scale.clockAt(minute))))
  return html`<bdi dir="ltr">${start}<span class="until">–${end}</span></bdi>`
}

/** The customer is in the salon: a visit that is over needs no mark of it. */
export const hasCome = ({
  estado,
  llegada_en,
}: Pick<AgendaBooking, 'estado' | 'llegada_en'>): boolean =>
  estado === 'confirmada' && llegada_en !== null

/** The present in a column, in whole minutes; null on another day. */
export const presentIn = ({ now, today }: Host, { date, scale }: Column): number | null =>
  date === today() ? Math.floor(scale.minuteOf(now())) : null

/** It has begun and nobody has come. Once it is over, it took place or was missed. */
export const isLate = (
  { what, from, until }: Pick<Piece, 'what' | 'from' | 'until'>,
  present: number | null,
): boolean =>
  what.kind === 'booking' &&
  what.booking.estado === 'confirmada' &&
  what.booking.llegada_en === null &&
  present !== null &&
  present > from &&
  present < until

/** What the marks of a visit mean, for screen readers. */
export const stateOf = ({ text }: Host, booking: AgendaBooking, late: boolean): string =>
  [
    text.states[booking.estado],
    late && text.day.late,
    hasCome(booking) && text.day.arrived,
    booking.primera_visita && text.day.firstVisit,
    booking.tiene_notas && text.day.hasNotes,
    booking.pago_pendiente && text.day.awaitsPayment,
  ]
    .filter(Boolean)
    .join(', ')

export const unitName = ({ nombre, unidad }: { nombre: string; unidad: number }): string =>
  `${nombre} ${unidad}`
