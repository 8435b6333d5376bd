import type { Query } from '../../pool.ts'
import type { Tx } from '../../tenant-db.ts'
import type { StaffRole } from '../../types/staff.ts'

// The people of a demo business, as the administrator of the database writes them.

interface DemoStaff {
  name: string
  email: string
  emailKey: string
  role: StaffRole
  professionalId: number | null
  /** Of the email, which counts as confirmed. */
  emailHash: Buffer
  now: Date
}

/** One person for each email, also for one that exists. */
export const upsertDemoStaff = (tx: Tx, person: DemoStaff): Query<{ id: number }> => tx`
  insert into staff (
    business_id, name, email, email_key, email_hash, role, professional_id, language, invited_at,
    accepted_at)
  values (
    ${tx.businessId}, ${person.name}, ${person.email}, ${person.emailKey},
    ${person.emailHash}, ${person.role}, ${person.professionalId}, 'es', ${person.now},
    ${person.now})
  on conflict on constraint staff_email_key
    do update set role = excluded.role, email_hash = excluded.email_hash
  returning id`

export const upsertDemoMembership = (
  tx: Tx,
  membership: { staffId: number; emailHash: Buffer },
): Query<object> => tx`
  insert into registry.staff_memberships (business_id, staff_id, email_hash)
  values (${tx.businessId}, ${membership.staffId}, ${membership.emailHash})
  on conflict on constraint staff_memberships_pk do update set email_hash = excluded.email_hash`
