import { accessLevel } from '../bookings/booking-access.ts'
import type { RequestContext } from '../request-context.ts'

/** What proves access to an entry: its code, the customer's token or the secret key alone (D40). */
export { accessLevel }

/** Whether the credential belongs to this entry; if not, it is reported as not found. */
export function canAccessEntry(
  { identity }: RequestContext,
  code: string | null,
  entry: { code: string; customerId: number | null },
): boolean {
  if (code !== null && code !== entry.code) return false
  return code !== null || identity.kind !== 'customer' || identity.customerId === entry.customerId
}
