import { holdQueries, type newBookingQueries } from '@silla/db'
import { fail } from '@silla/errors'
import type { BookingInput, VisitInput } from '../model/booking.ts'
import type { RequestContext } from '../request-context.ts'
import type { HeldVisit } from './plan-visit.ts'

/** Of each service the professional whom the caller requested; null: any. */
export const requestedIds = ({
  serviceIds,
  professionalId,
  lines,
}: Pick<VisitInput, 'serviceIds' | 'professionalId' | 'lines'>) =>
  lines?.map((line) => line.professionalId) ?? serviceIds.map(() => professionalId)

/**
 * What a hold keeps for a booking; null: nothing any more, because it has expired or was released,
 * so that the booking has to find the time free (D36). A hold for any professional accepts a booking
 * with the one that was assigned.
 *
 * @param stored null: the hold was deleted some time after its end
 * @throws HOLD_NOT_FOUND when it was deleted, since it may have become a booking before;
 *   HOLD_ALREADY_BOOKED when it has; HOLD_MISMATCH when it is of other services, people or another
 *   time
 */
export function heldVisit(
  input: BookingInput,
  holdId: number,
  startsAt: Date,
  stored: newBookingQueries.StoredHold | null,
): HeldVisit | null {
  if (stored === null) fail('HOLD_NOT_FOUND')
  if (stored.isBooked) fail('HOLD_ALREADY_BOOKED')
  const requested = requestedIds(input)
  const isSame =
    stored.lines.length === input.serviceIds.length &&
    stored.lines.every(
      ({ serviceId, professional }, index) =>
        serviceId === input.serviceIds[index] &&
        (requested[index] === null
          ? stored.requestedIds[index] === null
          : requested[index] === professional.id),
    ) &&
    stored.lines[0]?.startsAt === startsAt.toISOString()
  if (!isSame) fail('HOLD_MISMATCH')
  return stored.isLive ? { id: holdId, lines: stored.lines } : null
}

/** Reads a hold for a booking that would be refused without it; as `heldVisit`. */
export async function readHeldVisit(
  context: RequestContext,
  input: BookingInput,
  holdId: number,
  startsAt: Date,
): Promise<HeldVisit | null> {
  const now = context.clock.now()
  const [[row]] = await context.tenant.db.batch((tx) => [holdQueries.findHold(tx, holdId)])
  const stored = row && {
    ...row,
    isLive: row.expiresAt > now && row.releasedAt === null && row.bookingId === null,
    isBooked: row.bookingId !== null,
  }
  return heldVisit(input, holdId, startsAt, stored ?? null)
}
