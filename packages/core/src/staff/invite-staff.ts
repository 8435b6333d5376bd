import { mailQueries, type StaffRow, staffQueries, type Tx } from '@silla/db'
import { fail } from '@silla/errors'
import { allow } from '../access/allow.ts'
import type { Language } from '../catalog/catalog.ts'
import { emailKey } from '../contact/email.ts'
import { later, throwRateLimited } from '../customers/challenge.ts'
import { effectivePermissions, type Role } from '../model/permissions.ts'
import type { StaffMember } from '../model/staff.ts'
import { mailboxOf } from '../notifications/mail-keys.ts'
import type { RequestContext } from '../request-context.ts'
import {
  assertMayGive,
  assertMayManage,
  assertProfessionalFree,
  lockStaffAs,
} from './acting-staff.ts'
import { newInvitationToken } from './invitation-token.ts'
import { permissionsOf, toStaffMember } from './staff-member.ts'

export interface InviteStaffInput {
  name: string
  email: string
  role: Role
  /** Whose agenda is their own; null: they are no professional. */
  professionalId: number | null
  /** null: the main language of the salon */
  language: Language | null
}

const invitationDays = 7
const maxPeople = 300
const maxInvitationsPerDay = 100
const daySeconds = 24 * 3600

/**
 * Invites somebody to work with Silla in the salon (D66): an email with a link, which is valid for 7
 * days and works once. Inviting again somebody who has not accepted renews the invitation; inviting
 * somebody who was deactivated brings them back, without what was added to their role.
 *
 * @throws OWNER_REQUIRED, PERMISSION_REQUIRED, STAFF_EMAIL_TAKEN, PROFESSIONAL_NOT_FOUND,
 *   PROFESSIONAL_ALREADY_LINKED, STAFF_LIMIT_REACHED; RATE_LIMIT_EXCEEDED after an invitation to the
 *   address within the hour, whatever salon sent it, or 100 of the salon within a day
 */
export async function inviteStaff(
  context: RequestContext,
  input: InviteStaffInput,
): Promise<StaffMember> {
  allow(context, 'staff.manage')
  const { tenant, realClock } = context
  const { settings } = await tenant.catalog()
  const now = realClock.now()
  const language = input.language ?? settings.mainLanguage
  const person = { ...input, language, emailKey: emailKey(input.email), now }

  return tenant.db.transaction(async (tx) => {
    const acting = await lockStaffAs(context, tx)
    const [known] = await staffQueries.findStaffByEmail(tx, person.emailKey)
    const before = known && known.deactivatedAt === null ? toStaffMember(known) : null
    if (before !== null && before.acceptedAt !== null) fail('STAFF_EMAIL_TAKEN')
    assertMayManage(acting, [input.role, ...(known ? [known.role] : [])])
    assertMayGive(acting, {
      before: before === null ? new Set() : permissionsOf(before),
      after: effectivePermissions(input.role),
    })
    await assertProfessionalFree(tx, input.professionalId, known?.id ?? null)

    const id = known ? await inviteAgain(tx, known, person) : await insert(tx, person)
    const { token, hash } = newInvitationToken(tenant.businessId)
    const expiresAt = later(now, invitationDays * daySeconds)
    await staffQueries.upsertInvitation(tx, { staffId: id, tokenHash: hash, expiresAt })
    await mailQueries.requestMail(tx, {
      kind: 'staff_invitation',
      to: input.email,
      language,
      payload: { name: input.name, role: input.role, token, expiresAt },
      cause: `staff:${id}:invited:${now.toISOString()}`,
      now,
    })
    const [invited] = await staffQueries.findStaff(tx, id)
    if (!invited) throw new Error('a person who was just invited is missing')
    await countInvitation(tx, input.email, now)
    return toStaffMember(invited)
  })
}

async function inviteAgain(
  tx: Tx,
  { id }: StaffRow,
  person: staffQueries.InvitedStaff,
): Promise<number> {
  await staffQueries.updateStaffInvited(tx, { ...person, id })
  return id
}

async function insert(tx: Tx, person: staffQueries.InvitedStaff): Promise<number> {
  const [counted] = await staffQueries.countStaff(tx, null)
  if ((counted?.count ?? 0) >= maxPeople) fail('STAFF_LIMIT_REACHED')
  const [inserted] = await staffQueries.insertStaff(tx, person)
  if (!inserted) throw new Error('no member of staff was inserted')
  return inserted.id
}

/** Nobody can fill a mailbox with invitations. */
async function countInvitation(tx: Tx, email: string, now: Date): Promise<void> {
  const [sent] = await staffQueries.countInvitationMails(tx, later(now, -daySeconds))
  if ((sent?.count ?? 0) > maxInvitationsPerDay) throwRateLimited(later(now, 3600), now)
  const [counted] = await staffQueries.countInvitation(tx, { recipient: mailboxOf(email), now })
  if (counted?.retryAt) throwRateLimited(counted.retryAt, now)
}
