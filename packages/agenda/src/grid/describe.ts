import { isolated } from '@silla/widget/shared'
import { html, type TemplateResult } from 'lit/html.js'
import type { Host } from '../host/host.ts'
import type { DayScale } from './day-scale.ts'
import type { AgendaBooking } from './pieces.ts'

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

/** What the marks of a visit mean, for screen readers. */
export const stateOf = ({ text }: Host, booking: AgendaBooking): string =>
  [
    text.states[booking.estado],
    hasCome(booking) && text.day.arrived,
    booking.primera_visita && text.day.firstVisit,
    booking.tiene_notas && text.day.hasNotes,
    booking.pago_pendiente && text.day.awaitsPayment,
  ]
    .filter(Boolean)
    .join(', ')

export const unitName = ({ nombre, unidad }: { nombre: string; unidad: number }): string =>
  `${nombre} ${unidad}`
