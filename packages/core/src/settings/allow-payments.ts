import { allow } from '../access/allow.ts'
import type { RequestContext } from '../request-context.ts'

/** What decides about money, of the rules and of services. */
const paid = [
  'acceptsOnlinePayments',
  'requiresPrepayment',
  'deposit',
  'cardGuarantee',
  'afterNoShows',
  'refundTiers',
]

/**
 * Settings that decide about money need a permission of their own (D65).
 *
 * @param values by property
 * @throws what `allow` throws
 */
export function allowPayments(context: RequestContext, values: Record<string, unknown>): void {
  if (paid.some((property) => property in values)) allow(context, 'settings.payments')
}
