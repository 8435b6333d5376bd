import { staffQueries, staffSessionQueries, type Tx } from '@silla/db'
import { fail } from '@silla/errors'
import { assertServed } from '@silla/tenants'
import type { Role } from '../model/permissions.ts'
import type { StaffMember } from '../model/staff.ts'
import type { TenantContext } from '../request-context.ts'
import { parseInvitationToken } from './invitation-token.ts'
import { openSessionByCode } from './open-session-by-code.ts'
import type { OpenedStaffSession } from './open-staff-session.ts'
import type { SignInParts } from './sign-in-parts.ts'
import { toStaffMember } from './staff-member.ts'
import type { StaffSecrets } from './staff-secrets.ts'

/**
 * The salon of an invitation, which precedes everything else: nobody is signed in yet.
 *
 * @param text the token of its link
 * @throws INVITATION_INVALID when there is no such salon, BUSINESS_SUSPENDED,
 *   BUSINESS_MOVING
 */
export async function salonOfInvitation(
  { tenants, clock }: Pick<SignInParts, 'tenants' | 'clock'>,
  text: string,
): Promise<TenantContext> {
  const { businessId } = parseInvitationToken(text) ?? fail('INVITATION_INVALID')
  const [[business]] = await tenants
    .tenant(businessId, '')
    .db.batch((tx) => [staffSessionQueries.findStaffBusiness(tx)])
  if (!business) fail('INVITATION_INVALID')
  assertServed(business.status)
  return { tenant: tenants.tenant(businessId, business.slug), clock, realClock: clock }
}

/** Who is invited to what, for the person who has the link. */
export interface ShownInvitation {
  name: string
  role: Role
  salonName: string
  expiresAt: Date
}

/**
 * Shows an invitation before it is accepted, and changes nothing (D66).
 *
 * @throws INVITATION_INVALID, INVITATION_USED, INVITATION_EXPIRED, as `acceptInvitation`
 */
export async function showInvitation(
  { tenant, realClock }: TenantContext,
  text: string,
): Promise<ShownInvitation> {
  const { business } = await tenant.catalog()
  return tenant.db.transaction(async (tx) => {
    const { staffId, expiresAt } = await openInvitation(tx, text, realClock.now())
    const [person] = await staffQueries.findStaff(tx, staffId)
    if (!person) throw new Error('an invitation of nobody')
    return { name: person.name, role: person.role, salonName: business.name, expiresAt }
  })
}

/**
 * Accepts an invitation with the token of its link, which confirms the email that it was sent to: from
 * now on sign-in finds the salon by it (D60, D66). The invitation is used up, and the person is signed in
 * as with a code by email, without sensitive permissions. They are notified of it.
 *
 * @throws INVITATION_INVALID for a token that was guessed, replaced, or is of another salon or of
 *   somebody deactivated; INVITATION_USED, INVITATION_EXPIRED
 */
export async function acceptInvitation(
  { tenant, realClock }: TenantContext,
  secrets: Pick<StaffSecrets, 'emailHashes'>,
  { token, deviceName }: { token: string; deviceName: string },
): Promise<{ person: StaffMember; session: OpenedStaffSession }> {
  const now = realClock.now()
  return tenant.db.transaction(async (tx) => {
    await staffQueries.lockStaff(tx)
    const { staffId } = await openInvitation(tx, token, now)
    const [person] = await staffQueries.findStaff(tx, staffId)
    if (!person) throw new Error('an invitation of nobody')
    const [emailHash] = secrets.emailHashes(person.email)
    await staffQueries.updateInvitationUsed(tx, { staffId, now })
    await staffQueries.updateStaffAccepted(tx, { id: staffId, emailHash, now })
    const [accepted] = await staffQueries.findStaff(tx, staffId)
    if (!accepted) throw new Error('a person who has just accepted is missing')
    const session = await openSessionByCode(tx, person, { staffId, deviceName, now })
    await staffQueries.insertMembership(tx, { staffId, emailHash })
    return { person: toStaffMember(accepted), session }
  })
}

/** An invitation that can be accepted; it stays so until the transaction ends. */
async function openInvitation(
  tx: Tx,
  text: string,
  now: Date,
): Promise<{ staffId: number; expiresAt: Date }> {
  const token = parseInvitationToken(text)
  if (token === null || token.businessId !== tx.businessId) fail('INVITATION_INVALID')
  const [invitation] = await staffQueries.lockInvitation(tx, token.hash)
  if (!invitation) fail('INVITATION_INVALID')
  if (invitation.usedAt !== null) fail('INVITATION_USED')
  if (invitation.expiresAt <= now) fail('INVITATION_EXPIRED')
  return invitation
}
