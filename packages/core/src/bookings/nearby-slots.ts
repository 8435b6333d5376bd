import type { Alternative, BookingInput } from '../model/booking.ts'
import type { RequestContext } from '../request-context.ts'
import { findAlternatives } from './alternatives.ts'
import { planVisit } from './plan-visit.ts'

/**
 * The free times nearest to a requested one, also when nobody works then. A refused booking itself
 * offers alternatives only when its time is taken (D15).
 *
 * @throws the refusals of `planVisit`
 */
export async function nearbySlots(
  context: RequestContext,
  input: BookingInput,
): Promise<Alternative[]> {
  planVisit(await context.tenant.catalog(), input, context.clock)
  return findAlternatives(context, input)
}
