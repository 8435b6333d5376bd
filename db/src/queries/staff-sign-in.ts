import { mapDbErrors } from '../db-errors.ts'
import type { Query, Sql } from '../pool.ts'
import type { Tx } from '../tenant-db.ts'
import type { StaffPerson } from '../types/staff.ts'
import type { BusinessStatus } from '../types/values.ts'

/** A salon in which somebody with a confirmed email works. */
export interface StaffMembership {
  businessId: string
  staffId: number
  slug: string
  status: BusinessStatus
}

/** By slug; for the hashes of one email. */
export const findStaffMemberships = (
  sql: Sql,
  emailHashes: readonly Buffer[],
): Promise<StaffMembership[]> =>
  mapDbErrors(
    async () =>
      await sql<StaffMembership[]>`
        select business_id, staff_id, slug, status
        from registry.find_staff_memberships(${bytesList(sql, emailHashes)})`,
  )

interface NewStaffCode {
  publicId: string
  /** The current one first. */
  emailHashes: readonly Buffer[]
  codeHash: Buffer
  clientHash: Buffer | null
  perClient: number
  perEmail: number
  now: Date
  expiresAt: Date
}

/** Returns when the next code may be requested; null: it is stored. */
export async function insertStaffCode(sql: Sql, code: NewStaffCode): Promise<Date | null> {
  const query = () => sql<{ retryAt: Date | null }[]>`
    select registry.insert_staff_code(
      ${code.publicId}, ${bytesList(sql, code.emailHashes)}, ${code.codeHash}, ${code.clientHash},
      ${code.perClient}, ${code.perEmail}, ${code.now}, ${code.expiresAt}) as retry_at`
  const [inserted] = await mapDbErrors(async () => await query())
  return inserted?.retryAt ?? null
}

interface TriedStaffCode {
  outcome: 'tried' | 'unknown' | 'expired' | 'exhausted'
  /** null unless it was tried, like the next. */
  emailHash: Buffer | null
  codeHash: Buffer | null
}

export async function tryStaffCode(
  sql: Sql,
  code: { publicId: string; tries: number; extraTries: number; now: Date },
): Promise<TriedStaffCode> {
  const query = () => sql<TriedStaffCode[]>`
    select outcome, email_hash, code_hash
    from registry.try_staff_code(${code.publicId}, ${code.tries}, ${code.extraTries}, ${code.now})`
  const [tried] = await mapDbErrors(async () => await query())
  if (!tried) throw new Error('a code was not tried')
  return tried
}

/** Whether it had not been used before. */
export async function updateStaffCodeUsed(
  sql: Sql,
  code: { publicId: string; now: Date },
): Promise<boolean> {
  const query = () => sql<{ isFirst: boolean }[]>`
    select registry.use_staff_code(${code.publicId}, ${code.now}) as is_first`
  const [used] = await mapDbErrors(async () => await query())
  return used?.isFirst ?? false
}

export const deleteStaffCodes = (sql: Sql, before: Date): Query<object> =>
  sql`select registry.delete_staff_codes(${before})`

/** A person who has confirmed their email and works for the salon. */
export const findSigningStaff = (
  tx: Tx,
  staffId: number,
): Query<StaffPerson & { id: number; passkeys: number; hasPin: boolean }> => tx`
  select person.id, person.name, person.email, person.role, person.permissions_added,
    person.permissions_removed, person.professional_id, person.language,
    person.pin_hash is not null as has_pin,
    (select count(*)::int from staff_passkeys passkey
      where passkey.business_id = ${tx.businessId} and passkey.staff_id = ${staffId}) as passkeys
  from staff person
  where person.business_id = ${tx.businessId} and person.id = ${staffId}
    and person.accepted_at is not null and person.deactivated_at is null`

/** Serializes what changes the passkeys and recovery codes of a person until the transaction ends. */
export const lockSigningStaff = (tx: Tx, staffId: number): Query<{ id: number }> => tx`
  select id from staff
  where business_id = ${tx.businessId} and id = ${staffId} and deactivated_at is null
  for no key update`

export interface StoredPasskey {
  id: number
  staffId: number
  credentialId: Buffer
  publicKey: Buffer
  counter: number
  transports: string[]
}

/** The passkey with this credential of a person, locked until the transaction ends. */
export const lockPasskey = (
  tx: Tx,
  input: { staffId: number; credentialId: Buffer },
): Query<StoredPasskey> => tx`
  select id, staff_id, credential_id, public_key, counter, transports
  from staff_passkeys
  where business_id = ${tx.businessId} and credential_id = ${input.credentialId}
    and staff_id = ${input.staffId}
  for no key update`

export interface ListedPasskey {
  id: number
  name: string
  credentialId: Buffer
  transports: string[]
  backedUp: boolean
  createdAt: Date
  lastUsedAt: Date | null
}

/** The oldest first. */
export const listPasskeys = (tx: Tx, staffId: number): Query<ListedPasskey> => tx`
  select id, name, credential_id, transports, backed_up, created_at, last_used_at
  from staff_passkeys
  where business_id = ${tx.businessId} and staff_id = ${staffId}
  order by created_at, id`

interface NewPasskey {
  staffId: number
  credentialId: Buffer
  publicKey: Buffer
  counter: number
  transports: readonly string[]
  backedUp: boolean
  name: string
  now: Date
}

/** Returns no row when the credential is registered already. */
export const insertPasskey = (tx: Tx, passkey: NewPasskey): Query<{ id: number }> => tx`
  insert into staff_passkeys (
    business_id, staff_id, credential_id, public_key, counter, transports, backed_up, name,
    created_at)
  values (
    ${tx.businessId}, ${passkey.staffId}, ${passkey.credentialId}, ${passkey.publicKey},
    ${passkey.counter}, ${[...passkey.transports]}, ${passkey.backedUp}, ${passkey.name},
    ${passkey.now})
  on conflict on constraint staff_passkeys_credential do nothing
  returning id`

export const updatePasskeyUsed = (
  tx: Tx,
  passkey: { id: number; counter: number; backedUp: boolean; now: Date },
): Query<object> => tx`
  update staff_passkeys
  set counter = ${passkey.counter}, backed_up = ${passkey.backedUp}, last_used_at = ${passkey.now}
  where business_id = ${tx.businessId} and id = ${passkey.id}`

export const updatePasskeyName = (
  tx: Tx,
  passkey: { id: number; staffId: number; name: string },
): Query<{ id: number }> => tx`
  update staff_passkeys set name = ${passkey.name}
  where business_id = ${tx.businessId} and id = ${passkey.id} and staff_id = ${passkey.staffId}
  returning id`

export const deletePasskey = (
  tx: Tx,
  passkey: { id: number; staffId: number },
): Query<{ id: number; name: string }> => tx`
  delete from staff_passkeys
  where business_id = ${tx.businessId} and id = ${passkey.id} and staff_id = ${passkey.staffId}
  returning id, name`

export const deletePasskeys = (tx: Tx, staffId: number): Query<object> => tx`
  delete from staff_passkeys where business_id = ${tx.businessId} and staff_id = ${staffId}`

/** Returns a row for the first use of a challenge only. */
export const insertUsedChallenge = (
  tx: Tx,
  challenge: { hash: Buffer; expiresAt: Date },
): Query<{ challengeHash: Buffer }> => tx`
  insert into staff_used_challenges (business_id, challenge_hash, expires_at)
  values (${tx.businessId}, ${challenge.hash}, ${challenge.expiresAt})
  on conflict on constraint staff_used_challenges_hash do nothing
  returning challenge_hash`

export const deleteRecoveryCodes = (tx: Tx, staffId: number): Query<object> => tx`
  delete from staff_recovery_codes where business_id = ${tx.businessId} and staff_id = ${staffId}`

export const insertRecoveryCodes = (
  tx: Tx,
  input: { staffId: number; hashes: readonly Buffer[]; now: Date },
): Query<{ id: number }> => tx`
  insert into staff_recovery_codes (business_id, staff_id, code_hash, created_at)
  select ${tx.businessId}::uuid, ${input.staffId}::bigint, decode(hash, 'hex'),
    ${input.now}::timestamptz
  from unnest(${hexTexts(input.hashes)}::text[]) as hash
  returning id`

export const countRecoveryCodes = (tx: Tx, staffId: number): Query<{ count: number }> => tx`
  select count(*)::int as count from staff_recovery_codes
  where business_id = ${tx.businessId} and staff_id = ${staffId} and used_at is null`

/** Returns a row for the first use of a code only. */
export const updateRecoveryCodeUsed = (
  tx: Tx,
  input: { staffId: number; hashes: readonly Buffer[]; now: Date },
): Query<{ id: number }> => tx`
  update staff_recovery_codes set used_at = ${input.now}
  where business_id = ${tx.businessId} and staff_id = ${input.staffId} and used_at is null
    and encode(code_hash, 'hex') = any (${hexTexts(input.hashes)})
  returning id`

/** The driver writes no lists of bytes. */
const bytesList = (sql: Sql, list: readonly Buffer[]) => sql`
  array(
    select decode(given.hex, 'hex')
    from unnest(${hexTexts(list)}::text[]) with ordinality as given (hex, place)
    order by given.place)`

const hexTexts = (list: readonly Buffer[]): string[] => list.map((each) => each.toString('hex'))
