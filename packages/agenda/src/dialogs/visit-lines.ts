import type { Wire } from '@silla/client'

type Booking = Wire['ReservaDetalle']

/** A service that a visit is to have. */
export interface Line {
  serviceId: number
  name: string
  /** Who is booked for it; null: it is added. */
  booked: { id: number; nombre: string } | null
  /** 0: anyone who is free. */
  professionalId: number
  /** What was typed; '': the usual price. */
  price: string
  reason: string
}

/** The services as they are booked. */
export const bookedLines = ({ servicios }: Booking): Line[] =>
  servicios.map(({ id, nombre, profesional }) => ({
    ...{ serviceId: id, name: nombre, booked: profesional, professionalId: profesional.id },
    ...{ price: '', reason: '' },
  }))

/** Whether somebody has chosen or typed something about a service. */
const isEdited = ({ booked, professionalId, price, reason }: Line): boolean =>
  professionalId !== booked?.id || price !== '' || reason !== ''

/** Whether the services are to be what they are. */
export const isAsBooked = (lines: readonly Line[], booking: Booking): boolean => {
  const booked = bookedLines(booking)
  return (
    lines.length === booked.length &&
    lines.every((line, index) => line.serviceId === booked[index]?.serviceId && !isEdited(line))
  )
}

/**
 * What somebody has chosen and typed, on top of what a visit has become meanwhile. Nothing of it is lost: a
 * service that was removed from the visit is added again if they have edited it.
 *
 * @param mine what they have made of `before`
 */
export function reapplied(mine: readonly Line[], before: Booking, after: Booking): Line[] {
  const had = (id: number) => before.servicios.some((service) => service.id === id)
  const has = (id: number) => after.servicios.some((service) => service.id === id)
  const ofMine = (id: number) => mine.find(({ serviceId }) => serviceId === id)
  const kept = bookedLines(after)
    .filter(({ serviceId }) => ofMine(serviceId) || !had(serviceId))
    .map((line) => {
      const own = ofMine(line.serviceId)
      if (!own) return line
      const { price, reason, booked } = own
      const isMoved = own.professionalId !== booked?.id
      const professionalId = isMoved ? own.professionalId : line.professionalId
      return { ...line, price, reason, professionalId }
    })
  const added = mine
    .filter((line) => !has(line.serviceId) && isEdited(line))
    .map((line) => ({ ...line, booked: null }))
  return [...kept, ...added]
}
