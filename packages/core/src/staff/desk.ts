import { staffDeviceQueries, staffSessionQueries } from '@silla/db'
import { fail } from '@silla/errors'
import { assertServed } from '@silla/tenants'
import { type Clock, tenantClock } from '../clock.ts'
import type { Tenant } from '../tenant.ts'
import { businessOfToken, hashSessionToken } from './session-token.ts'
import type { SignInParts } from './sign-in-parts.ts'

/** A shared device that is registered in a salon (D64). */
export interface Desk {
  tenant: Tenant
  deviceId: number
  name: string
  /** Of the salon, as in a request. */
  clock: Clock
  realClock: Clock
}

/** Somebody who can sign in at a shared device, as everybody in front of it sees them. */
export interface DeskPerson {
  id: number
  firstName: string
  /** One or two letters. */
  initials: string
}

/**
 * The shared device with this token.
 *
 * @throws DEVICE_NOT_REGISTERED for a token that was guessed, or whose device has ended or expired;
 *   BUSINESS_SUSPENDED, BUSINESS_MOVING
 */
export async function findDesk(
  { tenants, clock }: Pick<SignInParts, 'tenants' | 'clock'>,
  token: string,
): Promise<Desk> {
  const businessId = businessOfToken(token) ?? fail('DEVICE_NOT_REGISTERED')
  const sought = { tokenHash: hashSessionToken(token), now: clock.now() }
  const [[business], [device]] = await tenants
    .tenant(businessId, '')
    .db.batch((tx) => [
      staffSessionQueries.findStaffBusiness(tx),
      staffDeviceQueries.findStaffDevice(tx, sought),
    ])
  if (!business || !device) fail('DEVICE_NOT_REGISTERED')
  assertServed(business.status)
  const tenant = tenants.tenant(businessId, business.slug)
  return {
    tenant,
    deviceId: device.id,
    name: device.name,
    clock: tenantClock(clock, business.clockOffsetMilliseconds),
    realClock: clock,
  }
}

/** The names to tap at a shared device, of the people who have a PIN, locked or not (D64). */
export async function listDeskPeople({ tenant }: Desk): Promise<DeskPerson[]> {
  const [people] = await tenant.db.batch((tx) => [staffDeviceQueries.listPeopleWithPin(tx)])
  return people.map(({ id, name }) => ({ id, ...shortName(name) }))
}

/** Locks the session at a shared device (D64). Without one, or a locked one, nothing happens. */
export async function lockDesk(
  { tenant, deviceId }: Desk,
  { clock }: Pick<SignInParts, 'clock'>,
): Promise<void> {
  const now = clock.now()
  await tenant.db.transaction(async (tx) => {
    const locked = await staffSessionQueries.updateDeskSessionLocked(tx, { deviceId, now })
    if (locked.length > 0) await staffSessionQueries.notifyStaffChanged(tx)
  })
}

function shortName(name: string): Pick<DeskPerson, 'firstName' | 'initials'> {
  const words = name.split(/\s+/).filter((word) => word !== '')
  const shown = words.length > 1 ? [words[0], words.at(-1)] : words
  const initials = shown.map((word = '') => [...word][0] ?? '').join('')
  return { firstName: words[0] ?? '', initials: initials.toUpperCase() }
}
