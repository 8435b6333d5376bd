import type { Alternative, BookingRequest } from '../model/booking.ts'
import type { RequestContext } from '../request-context.ts'
import { findAlternatives } from './alternatives.ts'
import { withStartMinute } from './booking-start.ts'
import { planVisit } from './plan-visit.ts'

/**
 * The free times nearest to a requested one, also when nobody works then. A refused booking itself
 * offers alternatives only when its time is taken (D15).
 *
 * @throws INVALID_TIME, the refusals of `planVisit`
 */
export async function nearbySlots(
  context: RequestContext,
  request: BookingRequest,
): Promise<Alternative[]> {
  const catalog = await context.tenant.catalog()
  const input = withStartMinute(catalog, request, context.clock)
  planVisit(catalog, input, context.clock)
  return findAlternatives(context, input)
}
