import { fail } from '@silla/errors'
import { allow } from '../access/allow.ts'
import { assertOwnAgenda } from '../access/own-agenda.ts'
import type { BookingDetail } from '../model/booking.ts'
import type { RequestContext } from '../request-context.ts'
import {
  type Reassignment,
  reassignBooking,
  visitsOnDay,
} from '../rescheduling/reassign-booking.ts'

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
    found.push({ visit, reassignment: await reassignBooking(context, visit, professionalId) })
  return found
}
