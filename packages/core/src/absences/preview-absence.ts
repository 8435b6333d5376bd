import { fail, Refusal } from '@silla/errors'
import { wallClock } from '@silla/slots'
import { allow } from '../access/allow.ts'
import { assertOwnAgenda } from '../access/own-agenda.ts'
import type {
  Alternative,
  BookingDetail,
  RescheduleInput,
  WantedProfessionals,
} from '../model/booking.ts'
import type { RequestContext } from '../request-context.ts'
import {
  othersThan,
  type Reassignment,
  reassignBooking,
  visitsOnDay,
} from '../rescheduling/reassign-booking.ts'
import { rescheduleAlternatives } from '../rescheduling/reschedule-alternatives.ts'

/** A visit of somebody who is absent, and whether others could do it at its time. */
export interface AbsentVisit {
  visit: BookingDetail
  reassignment: Reassignment
}

/**
 * The visits of a day that a professional is still to do, the earliest first, each with who could take it
 * over, tried one by one: of two at the same time each may name the same person (D71). Nothing changes.
 *
 * @throws INSUFFICIENT_SCOPE for everybody but the salon; PERMISSION_REQUIRED without `agenda.all`;
 *   PROFESSIONAL_NOT_FOUND
 */
export async function previewAbsence(
  context: RequestContext,
  { professionalId, day }: { professionalId: number; day: number },
): Promise<AbsentVisit[]> {
  allow(context, 'bookings.manage')
  // it is others who take over
  assertOwnAgenda(context, [null])
  const { professionals } = await context.tenant.catalog()
  if (!professionals.some(({ id }) => id === professionalId)) fail('PROFESSIONAL_NOT_FOUND')
  const found: AbsentVisit[] = []
  for (const visit of await visitsOnDay(context, { professionalId, day }))
    found.push({ visit, reassignment: await reassignmentOf(context, visit, professionalId) })
  return found
}

/** Where the refusal names no free times of others, those of the professional are read. */
async function reassignmentOf(
  context: RequestContext,
  visit: BookingDetail,
  professionalId: number,
): Promise<Reassignment> {
  const found = await reassignBooking(context, visit, professionalId)
  if (found.outcome !== 'impossible' || found.alternatives.length > 0) return found
  return { ...found, alternatives: await timesOf(context, visit, professionalId) }
}

/** When others can do a visit; where nobody else does it, when the professional can from the next day on. */
async function timesOf(
  context: RequestContext,
  { booking }: BookingDetail,
  professionalId: number,
): Promise<readonly Alternative[]> {
  const { settings } = await context.tenant.catalog()
  const { day, minute } = wallClock(booking.startsAt, settings.timezone)
  const wanted: [WantedProfessionals, number][] = [
    ...othersThan(professionalId).map((others): [WantedProfessionals, number] => [others, day]),
    [{ kind: 'same' }, day + 1],
  ]
  for (const [professionals, from] of wanted) {
    const times = await timesNear(context, {
      ...{ bookingId: booking.id, code: null, version: null, professionals },
      ...{ day: from, startMinute: minute, byBusiness: true, simulated: true },
    })
    if (times.length > 0) return times
  }
  return []
}

/** None where nobody does it. */
async function timesNear(
  context: RequestContext,
  input: RescheduleInput,
): Promise<readonly Alternative[]> {
  try {
    return await rescheduleAlternatives(context, input)
  } catch (error) {
    if (!(error instanceof Refusal) || error.status >= 500) throw error
    return []
  }
}
