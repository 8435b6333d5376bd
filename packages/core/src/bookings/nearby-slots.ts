import type { RequestContext } from '../request-context.ts'
import { findAlternatives } from './alternatives.ts'
import type { Alternative, NewBooking } from './booking.ts'
import { planVisit } from './plan-visit.ts'

/**
 * The free times nearest to one at which nobody works, for whoever asks. A refused booking itself
 * names some only where its time is taken (D15).
 *
 * @throws whatever `planVisit` refuses
 */
export async function nearbySlots(
  context: RequestContext,
  input: NewBooking,
): Promise<Alternative[]> {
  const { professional, plan } = planVisit(await context.tenant.catalog(), input, context.clock)
  const { day, startMinute, byBusiness } = input
  return findAlternatives(context, {
    professionalId: professional.id,
    day,
    startMinute,
    plan,
    byBusiness,
  })
}
