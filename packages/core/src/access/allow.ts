import { type Code, fail, Refusal } from '@silla/errors'
import { isGivenToKeys, type Permission, sensitivePermissions } from '../model/permissions.ts'
import type { Identity, RequestContext, StaffIdentity } from '../request-context.ts'

/** How long a sensitive permission may be used after a passkey (D61). */
const stepUpMinutes = 15

type Caller = Pick<RequestContext, 'identity' | 'realClock'>

/**
 * For use cases that only the business itself may run, with its secret key and no customer's token
 * (D9), the members of staff who have the permission (D65), and platform staff.
 *
 * @throws INSUFFICIENT_SCOPE for everybody else; PERMISSION_REQUIRED when the member of staff does not
 *   have the permission; STEP_UP_REQUIRED when it is sensitive and no passkey was used for a while
 */
export function allow(caller: Caller, permission: Permission): void {
  const code = refusalFor(caller, permission)
  if (code === 'PERMISSION_REQUIRED') throw new Refusal(code, { extra: { permission } })
  if (code !== null) fail(code)
}

/** Why the caller may not; null: they may. */
export function refusalFor({ identity, realClock }: Caller, permission: Permission): Code | null {
  switch (identity.kind) {
    case 'business':
      return identity.isOperator || isGivenToKeys(permission) ? null : 'INSUFFICIENT_SCOPE'
    case 'staff':
      if (!identity.permissions.has(permission)) return 'PERMISSION_REQUIRED'
      return sensitivePermissions.has(permission) && !hasSteppedUp(identity, realClock.now())
        ? 'STEP_UP_REQUIRED'
        : null
    default:
      return 'INSUFFICIENT_SCOPE'
  }
}

/** Whether a passkey was used a short time ago on a device of their own. */
export const hasSteppedUp = ({ passkeyAt, device }: StaffIdentity, now: Date): boolean =>
  device === 'personal' &&
  passkeyAt !== null &&
  now.getTime() - passkeyAt.getTime() < stepUpMinutes * 60_000

/**
 * Whether the business itself makes the request: with its secret key, or through a member of staff
 * with the permission.
 *
 * @throws PERMISSION_REQUIRED, STEP_UP_REQUIRED as `allow`, for a member of staff
 */
export function isBusiness(caller: Caller, permission: Permission): boolean {
  if (caller.identity.kind === 'staff') allow(caller, permission)
  return actsForBusiness(caller.identity)
}

/** The same for what only the salon sees, where every member of staff sees it too. */
export const actsForBusiness = ({ kind }: Identity): boolean =>
  kind === 'business' || kind === 'staff'
