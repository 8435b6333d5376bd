import { type Code, fail, Refusal } from '@silla/errors'
import { isGivenToKeys, type Permission, sensitivePermissions } from '../model/permissions.ts'
import type { Identity, RequestContext, StaffIdentity } from '../request-context.ts'

/** How long a sensitive permission may be used after a passkey (D61). */
const stepUpMinutes = 15

type Caller = Pick<RequestContext, 'identity' | 'realClock'>

/**
 * For use cases that only the business itself may run, with its secret key and no customer's token
 * (D9), the members of staff who have the permission (D65), support that is in the salon (D66), and
 * platform staff.
 *
 * @throws INSUFFICIENT_SCOPE for everybody else; PERMISSION_REQUIRED when the member of staff does not
 *   have the permission, SUPPORT_NOT_ALLOWED when support has not; STEP_UP_REQUIRED when it is sensitive and
 *   no passkey was used for a while
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
    case 'support':
      return identity.permissions.has(permission) ? null : 'SUPPORT_NOT_ALLOWED'
    default:
      return 'INSUFFICIENT_SCOPE'
  }
}

/**
 * For what only an owner of the salon does, signed in on a device of their own, and platform staff (D66).
 *
 * @throws INSUFFICIENT_SCOPE for everybody but staff; OWNER_REQUIRED for other staff; STEP_UP_REQUIRED when
 *   it needs a passkey and none was used for a while
 */
export function allowOwner(caller: Caller, { withPasskey = false } = {}): void {
  const code = ownerRefusalFor(caller, { withPasskey })
  if (code !== null) fail(code)
}

/** Why the caller may not do what only owners do; null: they may. */
export function ownerRefusalFor(
  { identity, realClock }: Caller,
  { withPasskey }: { withPasskey: boolean },
): Code | null {
  if (identity.kind === 'business' && identity.isOperator) return null
  if (identity.kind !== 'staff') return 'INSUFFICIENT_SCOPE'
  if (!identity.isOwner || identity.device === 'desk') return 'OWNER_REQUIRED'
  return withPasskey && !hasSteppedUp(identity, realClock.now()) ? 'STEP_UP_REQUIRED' : null
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
 * @throws PERMISSION_REQUIRED, STEP_UP_REQUIRED, SUPPORT_NOT_ALLOWED as `allow`, for staff and support
 */
export function isBusiness(caller: Caller, permission: Permission): boolean {
  const { kind } = caller.identity
  if (kind === 'staff' || kind === 'support') allow(caller, permission)
  return actsForBusiness(caller.identity)
}

/** The same for what only the salon sees, where every member of staff sees it too. */
export const actsForBusiness = ({ kind }: Identity): boolean =>
  kind === 'business' || kind === 'staff' || kind === 'support'
