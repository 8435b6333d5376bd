import type { Query } from '../pool.ts'
import type { Tx } from '../tenant-db.ts'
import type { Language } from '../types/values.ts'

// Devices that the people of a salon share, and their PINs (D64).

interface NewStaffDevice {
  tokenHash: Buffer
  name: string
  registeredBy: number
  now: Date
  expiresAt: Date
}

export const insertStaffDevice = (tx: Tx, device: NewStaffDevice): Query<{ id: number }> => tx`
  insert into staff_devices (
    business_id, token_hash, name, registered_by, registered_at, last_seen_at, expires_at)
  values (
    ${tx.businessId}, ${device.tokenHash}, ${device.name}, ${device.registeredBy}, ${device.now},
    ${device.now}, ${device.expiresAt})
  returning id`

export const countStaffDevices = (tx: Tx, now: Date): Query<{ count: number }> => tx`
  select count(*)::int as count from staff_devices
  where business_id = ${tx.businessId} and ended_at is null and expires_at > ${now}`

/** A device as the salon sees it. */
export interface ListedStaffDevice {
  id: number
  name: string
  registeredBy: string
  registeredAt: Date
  lastSeenAt: Date
  expiresAt: Date
}

/** Those that have neither ended nor expired, by name. */
export const listStaffDevices = (tx: Tx, now: Date): Query<ListedStaffDevice> => tx`
  select device.id, device.name, person.name as registered_by, device.registered_at,
    device.last_seen_at, device.expires_at
  from staff_devices device
  join staff person
    on person.business_id = ${tx.businessId} and person.id = device.registered_by
  where device.business_id = ${tx.businessId} and device.ended_at is null
    and device.expires_at > ${now}
  order by device.name, device.id`

/** Returns a row when the device had neither ended nor expired before. */
export const updateStaffDeviceEnded = (
  tx: Tx,
  { id, now }: { id: number; now: Date },
): Query<{ id: number }> => tx`
  update staff_devices set ended_at = ${now}
  where business_id = ${tx.businessId} and id = ${id} and ended_at is null
    and expires_at > ${now}
  returning id`

/** Ends the device with this token, if there is one. */
export const updateReplacedDeviceEnded = (
  tx: Tx,
  { tokenHash, now }: { tokenHash: Buffer; now: Date },
): Query<{ id: number }> => tx`
  update staff_devices set ended_at = ${now}
  where business_id = ${tx.businessId} and token_hash = ${tokenHash} and ended_at is null
  returning id`

export interface StaffDeviceRow {
  id: number
  name: string
  expiresAt: Date
}

/** The device with this token, which has neither ended nor expired. */
export const findStaffDevice = (
  tx: Tx,
  { tokenHash, now }: { tokenHash: Buffer; now: Date },
): Query<StaffDeviceRow> => tx`
  select id, name, expires_at from staff_devices
  where business_id = ${tx.businessId} and token_hash = ${tokenHash} and ended_at is null
    and expires_at > ${now}`

/**
 * Somebody signs in there. The sessions at the device are changed by nobody else until the transaction
 * ends. Returns no row when it has ended or expired.
 */
export const updateStaffDeviceSeen = (
  tx: Tx,
  { id, now }: { id: number; now: Date },
): Query<StaffDeviceRow> => tx`
  update staff_devices set last_seen_at = ${now}
  where business_id = ${tx.businessId} and id = ${id} and ended_at is null
    and expires_at > ${now}
  returning id, name, expires_at`

/** The people who can sign in at a shared device, by name. */
export const listPeopleWithPin = (tx: Tx): Query<{ id: number; name: string }> => tx`
  select id, name from staff
  where business_id = ${tx.businessId} and pin_hash is not null and accepted_at is not null
    and deactivated_at is null
  order by name, id`

/**
 * Counts a try of a PIN before it is compared, so that of any number of concurrent guesses at most as
 * many are compared as the limit allows. Returns the hash to compare with; no row when the person has no
 * PIN, or it is locked.
 */
export const updatePinTried = (
  tx: Tx,
  { staffId, tries }: { staffId: number; tries: number },
): Query<TriedPin> => tx`
  update staff set pin_failures = pin_failures + 1
  where business_id = ${tx.businessId} and id = ${staffId} and pin_hash is not null
    and pin_failures < ${tries} and accepted_at is not null and deactivated_at is null
  returning id, pin_hash, pin_failures, name, email, language`

interface TriedPin {
  /** The person. */
  id: number
  pinHash: string
  /** Tries since the PIN was right, with this one. */
  pinFailures: number
  name: string
  email: string
  language: Language
}

/** After the right PIN. Returns no row when the PIN or the person was changed meanwhile. */
export const updatePinUsed = (
  tx: Tx,
  { staffId, pinHash, newHash }: { staffId: number; pinHash: string; newHash: string },
): Query<{ id: number }> => tx`
  update staff set pin_failures = 0, pin_hash = ${newHash}
  where business_id = ${tx.businessId} and id = ${staffId} and pin_hash = ${pinHash}
    and accepted_at is not null and deactivated_at is null
  returning id`

/** A passkey of the person was used: the PIN can be tried again. */
export const updatePinUnlocked = (tx: Tx, staffId: number): Query<object> => tx`
  update staff set pin_failures = 0
  where business_id = ${tx.businessId} and id = ${staffId} and pin_failures > 0`

/** @param pin.hash null: the person has none from now on */
export const updatePin = (
  tx: Tx,
  pin: { staffId: number; hash: string | null },
): Query<{ id: number }> => tx`
  update staff set pin_hash = ${pin.hash}, pin_failures = 0
  where business_id = ${tx.businessId} and id = ${pin.staffId} and deactivated_at is null
  returning id`
