import { isolated } from '@silla/widget/shared'
import type { Host } from '../host/host.ts'
import type { DayScale } from './day-scale.ts'
import type { AgendaBooking } from './pieces.ts'

/** `10:00–10:45`, which is read from left to right in every language. */
export const rangeOf = (
  { format }: Host,
  scale: DayScale,
  { from, until }: { from: number; until: number },
): string => [from, until].map((minute) => isolated(format.time(scale.clockAt(minute)))).join('–')

/** What the marks of a visit mean, for screen readers. */
export const stateOf = ({ text }: Host, booking: AgendaBooking): string =>
  [
    text.states[booking.estado],
    booking.primera_visita && text.day.firstVisit,
    booking.tiene_notas && text.day.hasNotes,
    booking.pago_pendiente && text.day.awaitsPayment,
  ]
    .filter(Boolean)
    .join(', ')

export const unitName = ({ nombre, unidad }: { nombre: string; unidad: number }): string =>
  `${nombre} ${unidad}`
