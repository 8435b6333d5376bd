import type { VisitBody } from './booking-body.ts'
import type { Screen, ScreenProfessional, ScreenService } from './screen.ts'
import type { BookingState } from './state.ts'

// What a choice of services and people means: who can do it, how long it takes, what it costs, and
// how requests name it.

type Choice = Pick<BookingState, 'serviceIds' | 'professionalId'>

/** As many as one booking can have. */
export const maxServices = 10

/** The chosen services, in the order of the choice; one that is no longer offered is left out. */
export const chosenServices = (screen: Screen, { serviceIds }: Choice): ScreenService[] =>
  serviceIds.flatMap((id) => screen.servicios.find((service) => service.id === id) ?? [])

/** What the salon still offers of a choice. */
export const offeredChoice = (screen: Screen, choice: Choice): Choice => ({
  serviceIds: chosenServices(screen, choice).map(({ id }) => id),
  professionalId: screen.peluqueros.find(({ id }) => id === choice.professionalId)?.id ?? 0,
})

/** Who does all of these services, in display order. */
export const eligibleProfessionals = (screen: Screen, choice: Choice): ScreenProfessional[] =>
  screen.peluqueros.filter(({ servicios_ids }) =>
    choice.serviceIds.every((id) => servicios_ids.includes(id)),
  )

/** The chosen person, or anyone where that person does not do all of the services. */
export const personFor = (screen: Screen, choice: Choice): number =>
  eligibleProfessionals(screen, choice).find(({ id }) => id === choice.professionalId)?.id ?? 0

/** Nobody does all of them, but each has somebody: one visit with several people (D33). */
const needsSeveralPeople = (screen: Screen, choice: Choice): boolean =>
  eligibleProfessionals(screen, choice).length === 0

/** The length and price of the services, before a time with its own person and price is chosen. */
export function totalsOf(screen: Screen, choice: Choice): { minutes: number; price: number } {
  const own = screen.ownServices.get(choice.professionalId) ?? []
  let minutes = 0
  let cents = 0
  for (const service of chosenServices(screen, choice)) {
    const theirs = own.find(({ id }) => id === service.id) ?? service
    // an offer is for the salon's price
    const price = theirs.precio === service.precio ? priceOf(service) : theirs.precio
    minutes += theirs.duracion_minutos
    // so that decimals add up
    cents += Math.round(price * 100)
  }
  return { minutes, price: cents / 100 }
}

export const priceOf = ({ precio, precio_oferta }: ScreenService): number => precio_oferta ?? precio

/** The query of `/disponibilidad/` for this choice, and who stands in its path. */
export function availabilityOf(screen: Screen, choice: Choice): Availability {
  const { serviceIds, professionalId } = choice
  return needsSeveralPeople(screen, choice)
    ? { professionalId: 0, query: { lineas: serviceIds.map((id) => `${id}:0`).join() } }
    : { professionalId, query: { servicios: serviceIds.join() } }
}

export interface Availability {
  professionalId: number
  query: { servicios?: string; lineas?: string }
}

/** What a hold and a booking of this choice have in common. */
export function visitBody(screen: Screen, state: BookingState): VisitBody {
  const { serviceIds, professionalId, date, time } = state
  return {
    ...(needsSeveralPeople(screen, state)
      ? { lineas: serviceIds.map((id) => ({ servicio_id: id, peluquero_id: 0 })) }
      : { servicio_ids: [...serviceIds], peluquero_id: professionalId }),
    fecha: date ?? '',
    hora_inicio: time ?? '',
  }
}
