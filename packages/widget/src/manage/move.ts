import type { Wire } from '@silla/client'

// What moving a booking means: who does it, and what it then costs.

type Booking = Pick<Wire['ReservaDetalle'], 'servicios' | 'total' | 'resto' | 'pago' | 'reembolso'>

/** The same people as before, or anyone who is free. */
export type Who = 'same' | 'anyone'

/** The people of a visit, in order, each once. */
export const peopleOf = ({ servicios }: Pick<Booking, 'servicios'>): string[] => [
  ...new Set(servicios.map(({ profesional }) => profesional.nombre)),
]

const peopleIds = ({ servicios }: Pick<Booking, 'servicios'>): number[] => [
  ...new Set(servicios.map(({ profesional }) => profesional.id)),
]

/** How availability names the people: one for the whole visit, or one for each line. */
export function availabilityOfMove(
  booking: Pick<Booking, 'servicios'>,
  who: Who,
): { peluquero_id: number; lineas?: string } {
  const [first = 0, ...others] = peopleIds(booking)
  if (others.length === 0) return { peluquero_id: who === 'same' ? first : 0 }
  const lineas = booking.servicios.map(
    ({ id, profesional }) => `${id}:${who === 'same' ? profesional.id : 0}`,
  )
  return { peluquero_id: 0, lineas: lineas.join() }
}

/** How a reschedule names them; the same people need not be named. */
export function whoBody(
  booking: Pick<Booking, 'servicios'>,
  who: Who,
): { peluquero_id?: number; peluqueros?: number[] } {
  if (who === 'same') return {}
  return peopleIds(booking).length > 1
    ? { peluqueros: booking.servicios.map(() => 0) }
    : { peluquero_id: 0 }
}

/** What another person's price means for money that was paid or is due (D37). */
export interface CostChange {
  kind: 'same' | 'refund' | 'atSalon' | 'other'
  /** In the currency of the salon. */
  amount: number
}

export function costChange(before: Booking, after: Booking): CostChange {
  const refunded = amountOf(after) - amountOf(before)
  if (refunded > 0) return { kind: 'refund', amount: rounded(refunded) }
  if (after.total === before.total) return { kind: 'same', amount: after.total }
  const isPaid = before.pago?.estado === 'completado'
  return isPaid && after.resto > 0
    ? { kind: 'atSalon', amount: after.resto }
    : { kind: 'other', amount: after.total }
}

const amountOf = ({ reembolso }: Booking): number => (reembolso?.aplica ? reembolso.monto : 0)
const rounded = (amount: number): number => Math.round(amount * 100) / 100
