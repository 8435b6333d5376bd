import type { Query } from '../pool.ts'
import type { Tx } from '../tenant-db.ts'
import type { StaffPerson, StaffSessionKind, StaffSessionMethod } from '../types/staff.ts'
import type { Page } from '../types/values.ts'
import type { FoundApiKey } from './api-keys.ts'

/** The business of a staff session, as `Principal` needs it. */
export type StaffBusiness = Pick<
  FoundApiKey,
  'businessId' | 'slug' | 'mode' | 'status' | 'rates' | 'clockOffsetMilliseconds'
>

export const findStaffBusiness = (tx: Tx): Query<StaffBusiness> => tx`
  select business_id, slug, mode, status, rates, clock_offset_milliseconds
  from registry.find_business(${tx.businessId})`

/** A session that has not been ended, with its person, who works for the salon. */
export interface StaffSessionRow extends StaffPerson {
  sessionId: number
  staffId: number
  kind: StaffSessionKind
  passkeyAt: Date | null
  lastSeenAt: Date
  expiresAt: Date
  /** At a shared device: since when nobody may use it before somebody enters their PIN; null: it is open. */
  lockedAt: Date | null
  deviceName: string
}

export const findStaffSession = (tx: Tx, tokenHash: Buffer): Query<StaffSessionRow> => tx`
  select session.id as session_id, session.staff_id, session.kind, session.passkey_at,
    session.last_seen_at, session.expires_at, session.locked_at, session.device_name, person.name,
    person.email, person.role, person.permissions_added, person.permissions_removed,
    person.professional_id, person.language
  from staff_sessions session
  join staff person
    on person.business_id = ${tx.businessId} and person.id = session.staff_id
  where session.business_id = ${tx.businessId} and session.token_hash = ${tokenHash}
    and session.ended_at is null and person.deactivated_at is null`

interface NewStaffSession {
  staffId: number
  tokenHash: Buffer
  kind: StaffSessionKind
  method: StaffSessionMethod
  passkeyAt: Date | null
  deviceName: string
  /** The shared device that it is at; null: a device of the person's own. */
  deviceId: number | null
  now: Date
  expiresAt: Date
}

export const insertStaffSession = (tx: Tx, session: NewStaffSession): Query<{ id: number }> => tx`
  insert into staff_sessions (
    business_id, staff_id, token_hash, kind, method, authenticated_at, passkey_at, last_seen_at,
    expires_at, device_name, device_id)
  values (
    ${tx.businessId}, ${session.staffId}, ${session.tokenHash}, ${session.kind},
    ${session.method}, ${session.now}, ${session.passkeyAt}, ${session.now},
    ${session.expiresAt}, ${session.deviceName}, ${session.deviceId})
  returning id`

/** Writes the last use, unless another process has just done so. */
export const updateStaffSessionSeen = (
  tx: Tx,
  session: { id: number; now: Date; unlessSince: Date },
): Query<object> => tx`
  update staff_sessions set last_seen_at = ${session.now}
  where business_id = ${tx.businessId} and id = ${session.id}
    and last_seen_at <= ${session.unlessSince} and ended_at is null`

/** A session as its person sees it. */
export interface ListedStaffSession {
  id: number
  kind: StaffSessionKind
  method: StaffSessionMethod
  authenticatedAt: Date
  passkeyAt: Date | null
  lastSeenAt: Date
  expiresAt: Date
  deviceName: string
}

/** Those of a person that have neither ended nor expired, the latest seen first. */
export const listStaffSessions = (
  tx: Tx,
  input: { staffId: number; now: Date; personalSeenAfter: Date },
): Query<ListedStaffSession> => tx`
  select id, kind, method, authenticated_at, passkey_at, last_seen_at, expires_at, device_name
  from staff_sessions
  where business_id = ${tx.businessId} and staff_id = ${input.staffId} and ended_at is null
    and expires_at > ${input.now}
    and (kind = 'desk' or last_seen_at > ${input.personalSeenAfter})
  order by last_seen_at desc, id desc`

interface OpenSessions {
  /** null: of everybody */
  staffId: number | null
  now: Date
  personalSeenAfter: Date
}

/** Those of the salon, the latest seen first, with their people. */
export const listSalonSessions = (
  tx: Tx,
  input: OpenSessions & Page,
): Query<ListedStaffSession & { person: { id: number; name: string; email: string } }> => tx`
  select session.id, session.kind, session.method, session.authenticated_at, session.passkey_at,
    session.last_seen_at, session.expires_at, session.device_name,
    jsonb_build_object('id', person.id, 'name', person.name, 'email', person.email) as person
  from staff_sessions session
  join staff person on person.business_id = ${tx.businessId} and person.id = session.staff_id
  where session.business_id = ${tx.businessId} and ${isOpen(tx, input)}
  order by session.last_seen_at desc, session.id desc
  offset ${input.offset} limit ${input.limit}`

export const countSalonSessions = (tx: Tx, input: OpenSessions): Query<{ count: number }> => tx`
  select count(*)::int as count from staff_sessions session
  where session.business_id = ${tx.businessId} and ${isOpen(tx, input)}`

const isOpen = (tx: Tx, { staffId, now, personalSeenAfter }: OpenSessions) => tx`
  session.ended_at is null and session.expires_at > ${now}
    and (session.kind = 'desk' or session.last_seen_at > ${personalSeenAfter})
    and (${staffId}::bigint is null or session.staff_id = ${staffId})`

/** Returns a row when the session had not ended before. */
export const updateStaffSessionEnded = (
  tx: Tx,
  input: { id: number; staffId: number; now: Date },
): Query<{ deviceName: string }> => tx`
  update staff_sessions set ended_at = ${input.now}
  where business_id = ${tx.businessId} and id = ${input.id} and staff_id = ${input.staffId}
    and ended_at is null
  returning device_name`

/** Ends all sessions of a person. */
export const updateStaffSessionsEnded = (
  tx: Tx,
  input: { staffId: number; now: Date },
): Query<{ id: number }> => tx`
  update staff_sessions set ended_at = ${input.now}
  where business_id = ${tx.businessId} and staff_id = ${input.staffId} and ended_at is null
  returning id`

/** The session of a person at a shared device goes on under a new token. */
export const updateDeskSessionUnlocked = (
  tx: Tx,
  session: { deviceId: number; staffId: number; tokenHash: Buffer; now: Date },
): Query<{ id: number; expiresAt: Date }> => tx`
  update staff_sessions
  set token_hash = ${session.tokenHash}, locked_at = null, last_seen_at = ${session.now}
  where business_id = ${tx.businessId} and device_id = ${session.deviceId}
    and staff_id = ${session.staffId} and ended_at is null and expires_at > ${session.now}
  returning id, expires_at`

/** Locks the session at a shared device, unless it is locked. */
export const updateDeskSessionLocked = (
  tx: Tx,
  { deviceId, now }: { deviceId: number; now: Date },
): Query<{ id: number }> => tx`
  update staff_sessions set locked_at = ${now}
  where business_id = ${tx.businessId} and device_id = ${deviceId} and ended_at is null
    and locked_at is null
  returning id`

/**
 * Ends the sessions at a shared device.
 *
 * @param of.exceptStaffId whose session goes on; null: nobody's
 */
export const updateDeviceSessionsEnded = (
  tx: Tx,
  of: { deviceId: number; exceptStaffId: number | null; now: Date },
): Query<{ id: number }> => tx`
  update staff_sessions set ended_at = ${of.now}
  where business_id = ${tx.businessId} and device_id = ${of.deviceId} and ended_at is null
    and staff_id is distinct from ${of.exceptStaffId}::bigint
  returning id`

/** Ends the sessions of a person at shared devices. */
export const updateDeskSessionsEnded = (
  tx: Tx,
  { staffId, now }: { staffId: number; now: Date },
): Query<{ id: number }> => tx`
  update staff_sessions set ended_at = ${now}
  where business_id = ${tx.businessId} and staff_id = ${staffId} and kind = 'desk'
    and ended_at is null
  returning id`

/** Once the transaction commits, every process forgets the cached sessions of this business. */
export const notifyStaffChanged = (tx: Tx): Query<object> =>
  tx`select pg_notify('silla_staff', ${tx.businessId})`
