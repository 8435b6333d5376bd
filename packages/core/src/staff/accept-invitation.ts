import { staffQueries } from '@silla/db'
import { fail } from '@silla/errors'
import type { StaffMember } from '../model/staff.ts'
import type { TenantContext } from '../request-context.ts'
import { parseInvitationToken } from './invitation-token.ts'
import { toStaffMember } from './staff-member.ts'
import type { StaffSecrets } from './staff-secrets.ts'

/**
 * Accepts an invitation with the token of its link, which confirms the email that it was sent to: from
 * now on sign-in finds the salon by it (D60, D66). The invitation is used up.
 *
 * @returns the person, so that a session can be opened
 * @throws INVITATION_INVALID for a token that was guessed, replaced, or is of another salon or of
 *   somebody deactivated; INVITATION_USED, INVITATION_EXPIRED
 */
export async function acceptInvitation(
  { tenant, realClock }: TenantContext,
  secrets: Pick<StaffSecrets, 'emailHashes'>,
  text: string,
): Promise<StaffMember> {
  const token = parseInvitationToken(text)
  if (token === null || token.businessId !== tenant.businessId) fail('INVITATION_INVALID')
  const now = realClock.now()
  return tenant.db.transaction(async (tx) => {
    await staffQueries.lockStaff(tx)
    const [invitation] = await staffQueries.lockInvitation(tx, token.hash)
    if (!invitation) fail('INVITATION_INVALID')
    if (invitation.usedAt !== null) fail('INVITATION_USED')
    if (invitation.expiresAt <= now) fail('INVITATION_EXPIRED')
    const { staffId } = invitation
    const [person] = await staffQueries.findStaff(tx, staffId)
    if (!person) throw new Error('an invitation of nobody')
    const [emailHash] = secrets.emailHashes(person.email)
    await staffQueries.updateInvitationUsed(tx, { staffId, now })
    await staffQueries.updateStaffAccepted(tx, { id: staffId, emailHash, now })
    const [accepted] = await staffQueries.findStaff(tx, staffId)
    if (!accepted) throw new Error('a person who has just accepted is missing')
    await staffQueries.insertMembership(tx, { staffId, emailHash })
    return toStaffMember(accepted)
  })
}
