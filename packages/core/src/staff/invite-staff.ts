import { mailQueries, staffQueries, type Tx } from '@silla/db'
import { fail } from '@silla/errors'
import { allow } from '../access/allow.ts'
import type { Language } from '../catalog/catalog.ts'
import { emailKey } from '../contact/email.ts'
import { later, throwRateLimited } from '../customers/challenge.ts'
import { withIdempotency } from '../idempotency/with-idempotency.ts'
import type { Role } from '../model/permissions.ts'
import type { StaffMember } from '../model/staff.ts'
import { mailboxOf } from '../notifications/mail-keys.ts'
import type { RequestContext } from '../request-context.ts'
import { storedStaffId } from '../stored-json.ts'
import {
  type ActingStaff,
  assertMayGive,
  assertMayManage,
  assertProfessionalFree,
  lockStaffAs,
} from './acting-staff.ts'
import { staffIn } from './find-staff.ts'
import { newInvitationToken } from './invitation-token.ts'
import { permissionsOf, staffStateOf, toStaffMember } from './staff-member.ts'

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
  const { settings } = await context.tenant.catalog()
  const language = input.language ?? settings.mainLanguage
  const { role, professionalId } = input
  if (context.auditedChange) context.auditedChange.more = { role, professionalId }
  return context.tenant.db.transaction(async (tx) => {
    // only the id is stored for a repetition: the person changes
    const { id } = await withIdempotency(context, tx, storedStaffId, () =>
      invite(tx, context, { ...input, language }),
    )
    return staffIn(tx, id)
  })
}

/** Within a transaction, which may be rolled back. */
export async function invite(
  tx: Tx,
  context: RequestContext,
  input: InviteStaffInput & { language: Language },
): Promise<{ id: number }> {
  const acting = await lockStaffAs(context, tx)
  const key = emailKey(input.email)
  const [known] = await staffQueries.findStaffByEmail(tx, key)
  return sendInvitation(tx, acting, known ? toStaffMember(known) : null, {
    ...input,
    emailKey: key,
    permissionsAdded: [],
    permissionsRemoved: [],
    now: context.realClock.now(),
  })
}

/**
 * Sends somebody another invitation, as they are: who has not accepted yet keeps what was changed since,
 * and the link before stops working; who was deactivated comes back with their role alone.
 *
 * @throws STAFF_NOT_FOUND; STAFF_EMAIL_TAKEN for somebody who has accepted; otherwise as `inviteStaff`
 */
export async function inviteStaffAgain(context: RequestContext, id: number): Promise<StaffMember> {
  allow(context, 'staff.manage')
  const now = context.realClock.now()
  return context.tenant.db.transaction(async (tx) => {
    await withIdempotency(context, tx, storedStaffId, async () => {
      const acting = await lockStaffAs(context, tx)
      const person = await staffIn(tx, id)
      const isWaiting = staffStateOf(person) === 'invited'
      return sendInvitation(tx, acting, person, {
        ...person,
        professionalId: person.professional?.id ?? null,
        emailKey: emailKey(person.email),
        permissionsAdded: isWaiting ? person.permissionsAdded : [],
        permissionsRemoved: isWaiting ? person.permissionsRemoved : [],
        now,
      })
    })
    return staffIn(tx, id)
  })
}

type Invited = staffQueries.InvitedStaff &
  Pick<StaffMember, 'permissionsAdded' | 'permissionsRemoved'>

/** @param known who has the email already; null: somebody new */
async function sendInvitation(
  tx: Tx,
  acting: ActingStaff,
  known: StaffMember | null,
  person: Invited,
): Promise<{ id: number }> {
  const state = known && staffStateOf(known)
  if (state === 'active') fail('STAFF_EMAIL_TAKEN')
  assertMayManage(acting, [person.role, ...(known ? [known.role] : [])])
  assertMayGive(acting, {
    before: known && state === 'invited' ? permissionsOf(known) : new Set(),
    after: permissionsOf(person),
  })
  if (person.professionalId !== (known?.professional?.id ?? null))
    await assertProfessionalFree(tx, person.professionalId, known?.id ?? null)
  if (state !== 'invited') await assertRoom(tx)

  const id = known?.id ?? (await insert(tx, person))
  if (known) await staffQueries.updateStaffInvited(tx, { ...person, id })
  const { token, hash } = newInvitationToken(tx.businessId)
  const { now, name, role, email, language } = person
  const expiresAt = later(now, invitationDays * daySeconds)
  await staffQueries.upsertInvitation(tx, { staffId: id, tokenHash: hash, expiresAt })
  await mailQueries.requestMail(tx, {
    kind: 'staff_invitation',
    to: email,
    language,
    payload: { name, role, token, expiresAt },
    cause: `staff:${id}:invited:${now.toISOString()}`,
    now,
  })
  await countInvitation(tx, email, now)
  return { id }
}

async function assertRoom(tx: Tx): Promise<void> {
  const [counted] = await staffQueries.countStaff(tx, null)
  if ((counted?.count ?? 0) >= maxPeople) fail('STAFF_LIMIT_REACHED')
}

async function insert(tx: Tx, person: staffQueries.InvitedStaff): Promise<number> {
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
