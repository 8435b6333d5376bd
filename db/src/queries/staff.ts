import type { Query } from '../pool.ts'
import type { Tx } from '../tenant-db.ts'
import type { StaffRole } from '../types/staff.ts'
import type { StaffRow, StaffState } from '../types/staff-member.ts'
import type { Language, Page } from '../types/values.ts'

/** Locks the salon's staff until the transaction ends, so that its rules hold between people. */
export const lockStaff = (tx: Tx): Query<object> => tx`
  select from business_settings where business_id = ${tx.businessId} for no key update`

export const findStaff = (tx: Tx, id: number): Query<StaffRow> => tx`
  ${staffColumns(tx)} and person.id = ${id}`

export const findStaffByEmail = (tx: Tx, emailKey: string): Query<StaffRow> => tx`
  ${staffColumns(tx)} and person.email_key = ${emailKey}`

/** Whose agenda a professional's is. */
export const findStaffOfProfessional = (
  tx: Tx,
  professionalId: number,
): Query<{ id: number }> => tx`
  select id from staff
  where business_id = ${tx.businessId} and professional_id = ${professionalId}`

/**
 * By name.
 *
 * @param state null: all but the deactivated
 */
export const listStaff = (
  tx: Tx,
  { state, offset, limit }: { state: StaffState | null } & Page,
): Query<StaffRow> => tx`
  ${staffColumns(tx)} and ${isInState(tx, state)}
  order by person.name, person.id offset ${offset} limit ${limit}`

export const countStaff = (tx: Tx, state: StaffState | null): Query<{ count: number }> => tx`
  select count(*)::int as count from staff person
  where person.business_id = ${tx.businessId} and ${isInState(tx, state)}`

const isInState = (tx: Tx, state: StaffState | null) => {
  switch (state) {
    case 'deactivated':
      return tx`person.deactivated_at is not null`
    case 'invited':
      return tx`person.deactivated_at is null and person.accepted_at is null`
    case 'active':
      return tx`person.deactivated_at is null and person.accepted_at is not null`
    default:
      return tx`person.deactivated_at is null`
  }
}

const staffColumns = (tx: Tx) => tx`
  select person.id, person.name, person.email, person.role, person.language,
    person.permissions_added, person.permissions_removed, person.invited_at, person.accepted_at,
    person.deactivated_at, person.version,
    case when professional.id is not null then jsonb_build_object(
      'id', professional.id, 'name', professional.name) end as professional,
    invitation.expires_at as invitation_expires_at
  from staff person
  left join professionals professional
    on professional.business_id = ${tx.businessId} and professional.id = person.professional_id
  left join staff_invitations invitation
    on invitation.business_id = ${tx.businessId} and invitation.staff_id = person.id
      and invitation.used_at is null
  where person.business_id = ${tx.businessId}`

/** The owners who have accepted and are not this person. */
export const countOtherOwners = (tx: Tx, id: number): Query<{ count: number }> => tx`
  select count(*)::int as count from staff
  where business_id = ${tx.businessId} and role = 'owner' and id <> ${id}
    and accepted_at is not null and deactivated_at is null`

/** What an invitation says about a person. */
export interface InvitedStaff {
  name: string
  email: string
  emailKey: string
  role: StaffRole
  professionalId: number | null
  language: Language
  now: Date
}

type StaffPermissions = Pick<StaffRow, 'permissionsAdded' | 'permissionsRemoved'>

export const insertStaff = (tx: Tx, person: InvitedStaff): Query<{ id: number }> => tx`
  insert into staff (
    business_id, name, email, email_key, role, professional_id, language, invited_at)
  values (
    ${tx.businessId}, ${person.name}, ${person.email}, ${person.emailKey}, ${person.role},
    ${person.professionalId}, ${person.language}, ${person.now})
  returning id`

/** Invites somebody again who has not accepted, or who was deactivated. */
export const updateStaffInvited = (
  tx: Tx,
  person: InvitedStaff & StaffPermissions & { id: number },
): Query<object> => tx`
  update staff
  set name = ${person.name}, email = ${person.email}, role = ${person.role},
    professional_id = ${person.professionalId}, language = ${person.language},
    permissions_added = ${person.permissionsAdded},
    permissions_removed = ${person.permissionsRemoved}, invited_at = ${person.now},
    accepted_at = null, deactivated_at = null, version = version + 1
  where business_id = ${tx.businessId} and id = ${person.id}`

/** A new invitation replaces the one before. */
export const upsertInvitation = (
  tx: Tx,
  invitation: { staffId: number; tokenHash: Buffer; expiresAt: Date },
): Query<object> => tx`
  insert into staff_invitations (business_id, staff_id, token_hash, expires_at)
  values (
    ${tx.businessId}, ${invitation.staffId}, ${invitation.tokenHash}, ${invitation.expiresAt})
  on conflict on constraint staff_invitations_person do update
  set token_hash = excluded.token_hash, expires_at = excluded.expires_at, used_at = null`

/** When the next invitation may be sent to an address; null: this one is counted. */
export const countInvitation = (
  tx: Tx,
  { recipient, now }: { recipient: string; now: Date },
): Query<{ retryAt: Date | null }> => tx`
  select registry.count_invitation(${recipient}, ${now}) as retry_at`

/** How many emails of a kind the salon has requested since a moment. */
export const countInvitationMails = (tx: Tx, since: Date): Query<{ count: number }> => tx`
  select count(*)::int as count from mails
  where business_id = ${tx.businessId} and created_at > ${since} and kind = 'staff_invitation'`

export interface InvitationRow {
  staffId: number
  expiresAt: Date
  usedAt: Date | null
}

/** The invitation with this token; it stays as it is until the transaction ends. */
export const lockInvitation = (tx: Tx, tokenHash: Buffer): Query<InvitationRow> => tx`
  select staff_id, expires_at, used_at from staff_invitations
  where business_id = ${tx.businessId} and token_hash = ${tokenHash}
  for no key update`

export const updateInvitationUsed = (
  tx: Tx,
  { staffId, now }: { staffId: number; now: Date },
): Query<object> => tx`
  update staff_invitations set used_at = ${now}
  where business_id = ${tx.businessId} and staff_id = ${staffId}`

export const deleteInvitation = (tx: Tx, staffId: number): Query<object> => tx`
  delete from staff_invitations
  where business_id = ${tx.businessId} and staff_id = ${staffId}`

/** The person has confirmed their email. */
export const updateStaffAccepted = (
  tx: Tx,
  { id, emailHash, now }: { id: number; emailHash: Buffer; now: Date },
): Query<object> => tx`
  update staff
  set accepted_at = ${now}, email_hash = ${emailHash}, version = version + 1
  where business_id = ${tx.businessId} and id = ${id}`

/** From the commit on, sign-in finds the salon by the person's email. */
export const insertMembership = (
  tx: Tx,
  { staffId, emailHash }: { staffId: number; emailHash: Buffer },
): Query<object> => tx`
  select registry.insert_staff_membership(${staffId}, ${emailHash})`

/** From the commit on, sign-in finds the salon no longer. */
export const deleteMembership = (tx: Tx, staffId: number): Query<object> => tx`
  select registry.delete_staff_membership(${staffId})`

export interface UpdatedStaff extends StaffPermissions {
  id: number
  name: string
  role: StaffRole
  professionalId: number | null
  language: Language
}

export const updateStaff = (tx: Tx, person: UpdatedStaff): Query<object> => tx`
  update staff
  set name = ${person.name}, role = ${person.role}, professional_id = ${person.professionalId},
    language = ${person.language}, permissions_added = ${person.permissionsAdded},
    permissions_removed = ${person.permissionsRemoved}, version = version + 1
  where business_id = ${tx.businessId} and id = ${person.id}`

export const updateStaffDeactivated = (
  tx: Tx,
  { id, now }: { id: number; now: Date },
): Query<object> => tx`
  update staff
  set deactivated_at = ${now}, professional_id = null, email_hash = null, pin_hash = null,
    pin_failures = 0, version = version + 1
  where business_id = ${tx.businessId} and id = ${id}`
