import { fail } from '@silla/errors'
import type { RequestContext } from '../request-context.ts'

/** How somebody stands to one booking: the salon, its customer, or a guest who knows its code. */
export type AccessLevel = 'business' | 'owner' | 'guest'

/**
 * Who the caller is where one booking is concerned, by the narrowest of what they showed (D9): with
 * a token the customer it belongs to, with a code that guest, whatever key came along.
 *
 * @throws AUTHENTICATION_REQUIRED when they showed nothing
 */
export function accessLevel({ identity }: RequestContext, code: string | null): AccessLevel {
  if (identity.kind === 'customer') return 'owner'
  if (code !== null) return 'guest'
  if (identity.kind === 'business') return 'business'
  return fail('AUTHENTICATION_REQUIRED')
}

/** Whether what they showed is of this booking; if not, it is told like one that does not exist. */
export function canAccess(
  { identity }: RequestContext,
  code: string | null,
  booking: { code: string; customerId: number },
): boolean {
  if (code !== null && code !== booking.code) return false
  return identity.kind !== 'customer' || identity.customerId === booking.customerId
}
