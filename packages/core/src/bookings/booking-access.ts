import { fail } from '@silla/errors'
import { isBusiness } from '../access/allow.ts'
import type { Permission } from '../model/permissions.ts'
import type { RequestContext } from '../request-context.ts'

/** The salon itself, the booking's customer, or a guest with the booking's code. */
export type AccessLevel = 'business' | 'owner' | 'guest'

/**
 * The caller's access level for one booking, by the narrowest credential they sent (D9): a token
 * makes them its customer and a code makes them a guest, with either API key.
 *
 * @param permission what a member of staff needs to act as the salon
 * @throws AUTHENTICATION_REQUIRED when they sent neither and have no secret key; as `allow` for a
 *   member of staff
 */
export function accessLevel(
  context: RequestContext,
  code: string | null,
  permission: Permission,
): AccessLevel {
  if (context.identity.kind === 'customer') return 'owner'
  if (code !== null) return 'guest'
  if (isBusiness(context, permission)) return 'business'
  return fail('AUTHENTICATION_REQUIRED')
}

/** Whether the credential belongs to this booking; if not, it is reported as not found. */
export function canAccess(
  { identity }: RequestContext,
  code: string | null,
  booking: { code: string; customerId: number },
): boolean {
  if (code !== null && code !== booking.code) return false
  return identity.kind !== 'customer' || identity.customerId === booking.customerId
}
