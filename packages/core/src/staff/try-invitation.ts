import { staffQueries } from '@silla/db'
import { allow } from '../access/allow.ts'
import { emailKey } from '../contact/email.ts'
import type { StaffState } from '../model/staff.ts'
import type { RequestContext } from '../request-context.ts'
import { withRollback } from '../with-rollback.ts'
import { type InviteStaffInput, invite } from './invite-staff.ts'
import { staffStateOf, toStaffMember } from './staff-member.ts'

/**
 * Checks everything that `inviteStaff` does, and writes nothing.
 *
 * @returns the state of who has the email in the salon; null: somebody new
 * @throws as `inviteStaff`
 */
export async function tryInvitation(
  context: RequestContext,
  input: InviteStaffInput,
): Promise<StaffState | null> {
  allow(context, 'staff.manage')
  const { settings } = await context.tenant.catalog()
  const language = input.language ?? settings.mainLanguage
  return withRollback<StaffState | null>((rollBack) =>
    context.tenant.db.transaction(async (tx) => {
      const [known] = await staffQueries.findStaffByEmail(tx, emailKey(input.email))
      await invite(tx, context, { ...input, language })
      return rollBack(known ? staffStateOf(toStaffMember(known)) : null)
    }),
  )
}
