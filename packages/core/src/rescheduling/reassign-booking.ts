import { type Code, Refusal } from '@silla/errors'
import { wallClock } from '@silla/slots'
import { listBusinessBookings } from '../bookings/list-business-bookings.ts'
import type { Alternative, BookingDetail, WantedProfessionals } from '../model/booking.ts'
import type { RequestContext } from '../request-context.ts'
import { rescheduleBooking } from './reschedule-booking.ts'

/** A visit with other people at its time, or why nobody else can do it. */
export type Reassignment =
  | { outcome: 'possible' | 'moved'; booking: BookingDetail }
  | {
      outcome: 'impossible'
      code: Code
      /** The nearest times at which others can do it. */
      alternatives: readonly Alternative[]
    }

/**
 * The visits of a day that a professional is still to do, the earliest first.
 *
 * @throws INSUFFICIENT_SCOPE for everybody but the salon itself
 */
export async function visitsOnDay(
  context: RequestContext,
  { professionalId, day }: { professionalId: number; day: number },
): Promise<BookingDetail[]> {
  const { bookings } = await listBusinessBookings(context, {
    ...{ from: day, to: day, professionalId, customerId: null, state: null },
    ...{ earliestFirst: true, offset: 0, limit: mostVisitsOfDay },
  })
  const now = context.clock.now()
  return bookings.filter(
    ({ booking: { state, startsAt } }) =>
      (state === 'pending' || state === 'confirmed') && startsAt > now,
  )
}

/** More than one person can do in a day. */
const mostVisitsOfDay = 1000

/**
 * Gives what a professional is to do in a visit to somebody else at the same time; what others do in it
 * stays with them. It is a move by the salon with all its rules, and the customer gets the same email
 * (D37). One person takes over all services where somebody can, otherwise several.
 *
 * @param planned a `possible` result of before: the people it names are tried first, and a visit that has
 *   changed since is refused with VERSION_CONFLICT; null: it is only tried
 * @throws errors that no other visit escapes either, such as SERVICE_UNAVAILABLE
 */
export async function reassignBooking(
  context: RequestContext,
  { booking }: BookingDetail,
  from: number,
  planned: BookingDetail | null = null,
): Promise<Reassignment> {
  const { settings } = await context.tenant.catalog()
  const { day, minute } = wallClock(booking.startsAt, settings.timezone)
  const attempts = othersThan(from)
  if (planned !== null) attempts.unshift(peopleOf(planned))
  let refusal: Refusal | undefined
  for (const professionals of attempts) {
    try {
      const moved = await rescheduleBooking(context, {
        ...{ bookingId: booking.id, code: null, day, startMinute: minute, professionals },
        ...{ version: booking.version, byBusiness: true, simulated: planned === null },
      })
      return { outcome: planned === null ? 'possible' : 'moved', booking: moved }
    } catch (error) {
      if (!(error instanceof Refusal) || error.status >= 500) throw error
      refusal = error
      if (!isAboutPeople(error)) break
    }
  }
  const { code, extra } = refusal as Refusal
  const { alternatives = [] } = (extra ?? {}) as { alternatives?: readonly Alternative[] }
  return { outcome: 'impossible', code, alternatives }
}

/** Who may take over, to be tried in this order: one person, otherwise several. */
export const othersThan = (professionalId: number): WantedProfessionals[] =>
  [true, false].map((onePerson) => ({ kind: 'without', professionalId, onePerson }))

const peopleOf = ({ booking }: BookingDetail): WantedProfessionals => ({
  kind: 'each',
  professionalIds: booking.lines.map(({ professional }) => professional.id),
  field: '',
})

/** Other people may still be possible. */
export const isAboutPeople = ({ code }: Refusal): boolean =>
  /^(SERVICE_NOT_OFFERED|PROFESSIONAL_NOT_(FOUND|AVAILABLE)|SLOT_NOT_AVAILABLE)$/.test(code)
