import { isolated } from '@silla/widget/shared'
import type { Host } from '../host/host.ts'
import type { DayScale } from './day-scale.ts'
import type { Piece } from './pieces.ts'

/** `10:00–10:45`, which is read from left to right in every language. */
export const rangeOf = (
  { format }: Host,
  scale: DayScale,
  { from, until }: { from: number; until: number },
): string => [from, until].map((minute) => isolated(format.time(scale.clockAt(minute)))).join('–')

/** What a piece is, in one line for screen readers. */
export function describePiece(host: Host, scale: DayScale, piece: Piece): string {
  const { text } = host
  const range = isolated(rangeOf(host, scale, piece))
  const { what, services } = piece
  const names = services.map(({ nombre }) => nombre).join(', ')
  if (what.kind === 'block') return [range, text.day.blocked, what.block.motivo].join(', ')
  if (what.kind === 'hold') return [range, text.day.held, names].join(', ')
  const { booking } = what
  return [
    range,
    isolated(booking.cliente.nombre),
    names,
    text.states[booking.estado],
    booking.primera_visita && text.day.firstVisit,
    booking.tiene_notas && text.day.hasNotes,
    booking.pago_pendiente && text.day.awaitsPayment,
    ...services.flatMap(({ recursos }) => recursos.map(unitName)),
  ]
    .filter(Boolean)
    .join(', ')
}

export const unitName = ({ nombre, unidad }: { nombre: string; unidad: number }): string =>
  `${nombre} ${unidad}`
