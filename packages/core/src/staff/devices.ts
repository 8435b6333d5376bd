import { staffDeviceQueries, staffSessionQueries, type Tx } from '@silla/db'
import { fail } from '@silla/errors'
import { allow } from '../access/allow.ts'
import type { RequestContext } from '../request-context.ts'
import { lockStaffAs } from './acting-staff.ts'
import { hashSessionToken, newSessionToken } from './session-token.ts'
import { endSession, signedInStaff } from './step-up.ts'

/** A device that the people of a salon share (D64). */
export type StaffDevice = staffDeviceQueries.ListedStaffDevice

/** A device that was just registered. */
export interface RegisteredDevice {
  id: number
  /** Only its hash is stored, so it has to be given to the browser now. */
  token: string
  expiresAt: Date
}

const deviceDays = 180
const maxDevices = 50

/**
 * Makes the device that sends the request one that the salon shares (D64), for 180 days. The session of
 * the person who does it ends: from now on people sign in there with their PIN, and a second click
 * registers nothing.
 *
 * @param input.token that the browser has as a shared device already, which this one replaces; null: none
 * @throws PERMISSION_REQUIRED, STEP_UP_REQUIRED; DEVICE_LIMIT_REACHED when the salon has 50
 */
export async function registerDevice(
  context: RequestContext,
  { name, token: replaced }: { name: string; token: string | null },
): Promise<RegisteredDevice> {
  allow(context, 'staff.manage')
  const { staffId, sessionId } = signedInStaff(context)
  const now = context.realClock.now()
  const token = newSessionToken(context.tenant.businessId)
  const expiresAt = new Date(now.getTime() + deviceDays * 24 * 3_600_000)
  return context.tenant.db.transaction(async (tx) => {
    await lockStaffAs(context, tx)
    if (replaced !== null) await endReplaced(tx, replaced, now)
    const [devices] = await staffDeviceQueries.countStaffDevices(tx, now)
    if ((devices?.count ?? 0) >= maxDevices) fail('DEVICE_LIMIT_REACHED')
    await endSession(tx, { id: sessionId, staffId, now })
    const [device] = await staffDeviceQueries.insertStaffDevice(tx, {
      tokenHash: hashSessionToken(token),
      name,
      registeredBy: staffId,
      now,
      expiresAt,
    })
    if (!device) throw new Error('a device was not stored')
    return { id: device.id, token, expiresAt }
  })
}

async function endReplaced(tx: Tx, token: string, now: Date): Promise<void> {
  const tokenHash = hashSessionToken(token)
  const [ended] = await staffDeviceQueries.updateReplacedDeviceEnded(tx, { tokenHash, now })
  if (ended) await endSessionsAt(tx, ended.id, now)
}

/** The shared devices of the salon by name (D64). */
export async function listDevices(context: RequestContext): Promise<StaffDevice[]> {
  allow(context, 'staff.manage')
  const now = context.realClock.now()
  const [devices] = await context.tenant.db.batch((tx) => [
    staffDeviceQueries.listStaffDevices(tx, now),
  ])
  return devices
}

/**
 * Ends a shared device: the sessions there end within a second, and nobody can sign in there any more
 * (D64).
 *
 * @throws PERMISSION_REQUIRED, STEP_UP_REQUIRED; DEVICE_NOT_FOUND when it has ended or is of another salon
 */
export async function endDevice(context: RequestContext, id: number): Promise<{ id: number }> {
  allow(context, 'staff.manage')
  const now = context.realClock.now()
  return context.tenant.db.transaction(async (tx) => {
    await lockStaffAs(context, tx)
    const [ended] = await staffDeviceQueries.updateStaffDeviceEnded(tx, { id, now })
    if (!ended) fail('DEVICE_NOT_FOUND')
    await endSessionsAt(tx, id, now)
    return { id }
  })
}

async function endSessionsAt(tx: Tx, deviceId: number, now: Date): Promise<void> {
  const at = { deviceId, exceptStaffId: null, now }
  const ended = await staffSessionQueries.updateDeviceSessionsEnded(tx, at)
  if (ended.length > 0) await staffSessionQueries.notifyStaffChanged(tx)
}
