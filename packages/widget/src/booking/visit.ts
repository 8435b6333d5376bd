import type { VisitBody } from './booking-body.ts'
import type { Screen, ScreenProfessional, ScreenService } from './screen.ts'
import type { BookingState } from './state.ts'

// What a choice of services and people means: who can do it, how long it takes, what it costs, and
// how requests name it.

export type Choice = Pick<BookingState, 'serviceIds' | 'professionalId'> &
  Partial<Pick<BookingState, 'people'>>

/** As many as one booking can have. */
export const maxServices = 10

/** The services of the person that the site has chosen, else all. */
export function offeredServices({
  screen,
  professional,
}: {
  screen: Screen
  professional: string | null
}): ScreenService[] {
  const person = screen.peluqueros.find(({ id }) => id === Number(professional))
  return screen.servicios.filter(({ id }) => person?.servicios_ids.includes(id) ?? true)
}

/** The chosen services, in the order of the choice; one that is no longer offered is left out. */
export const chosenServices = (screen: Screen, { serviceIds }: Choice): ScreenService[] =>
  serviceIds.flatMap((id) => screen.servicios.find((service) => service.id === id) ?? [])

/** What the salon still offers of a choice. */
export const offeredChoice = (screen: Screen, choice: Choice): Choice => ({
  serviceIds: chosenServices(screen, choice).map(({ id }) => id),
  professionalId: screen.peluqueros.find(({ id }) => id === choice.professionalId)?.id ?? 0,
  people: peopleFor(screen, choice),
})

/** Who does all of these services, in display order. */
export const eligibleProfessionals = (
  screen: Screen,
  serviceIds: readonly number[],
): ScreenProfessional[] =>
  screen.peluqueros.filter(({ servicios_ids }) =>
    serviceIds.every((id) => servicios_ids.includes(id)),
  )

/** Whether there are several services, and people to choose from for one of them. */
export const canDivide = (screen: Screen, { serviceIds }: Choice): boolean =>
  serviceIds.length > 1 && serviceIds.some((id) => eligibleProfessionals(screen, [id]).length > 1)

export const hasChoiceOfPeople = (screen: Screen, choice: Choice): boolean =>
  eligibleProfessionals(screen, choice.serviceIds).length > 1 || canDivide(screen, choice)

/** The chosen person of each service, or anyone where that person does not do it; see `people`. */
export const peopleFor = (screen: Screen, choice: Choice): BookingState['people'] => {
  const { serviceIds, people } = choice
  return people && canDivide(screen, choice)
    ? Object.fromEntries(
        serviceIds.map((id) => [
          id,
          personFor(screen, { serviceIds: [id], professionalId: people[id] ?? 0 }),
        ]),
      )
    : null
}

/** The chosen person, or anyone where that person does not do all of the services. */
export const personFor = (screen: Screen, choice: Choice): number =>
  eligibleProfessionals(screen, choice.serviceIds).find(({ id }) => id === choice.professionalId)
    ?.id ?? 0

/** A visit with several people (D33): they were chosen, or nobody does all of the services. */
const isDivided = (screen: Screen, choice: Choice): boolean =>
  Boolean(choice.people) || eligibleProfessionals(screen, choice.serviceIds).length === 0

const personOf = ({ people, professionalId }: Choice, id: number): number =>
  people ? (people[id] ?? 0) : professionalId

/** The length and price of the services, before a time with its own person and price is chosen. */
export function totalsOf(screen: Screen, choice: Choice): { minutes: number; price: number } {
  let minutes = 0
  let cents = 0
  for (const service of chosenServices(screen, choice)) {
    const own = screen.ownServices.get(personOf(choice, service.id))
    const theirs = own?.find(({ id }) => id === service.id) ?? service
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
  const { serviceIds, professionalId, people } = choice
  return isDivided(screen, choice)
    ? {
        professionalId: 0,
        query: { lineas: serviceIds.map((id) => `${id}:${people?.[id] ?? 0}`).join() },
      }
    : { professionalId, query: { servicios: serviceIds.join() } }
}

export interface Availability {
  professionalId: number
  query: { servicios?: string; lineas?: string }
}

/** What a hold and a booking of this choice have in common. */
export function visitBody(screen: Screen, state: BookingState): VisitBody {
  const { serviceIds, professionalId, people, date, time } = state
  return {
    ...(isDivided(screen, state)
      ? { lineas: serviceIds.map((id) => ({ servicio_id: id, peluquero_id: people?.[id] ?? 0 })) }
      : { servicio_ids: [...serviceIds], peluquero_id: professionalId }),
    fecha: date ?? '',
    hora_inicio: time ?? '',
  }
}
