import { setTimeout as pause } from 'node:timers/promises'
import { staffDeviceQueries, staffSessionQueries } from '@silla/db'
import { fail } from '@silla/errors'
import type { Desk } from './desk.ts'
import { type OpenedStaffSession, openStaffSession } from './open-staff-session.ts'
import { notifyPerson } from './passkeys.ts'
import { maxPinFailures } from './pins.ts'
import { hashSessionToken, newSessionToken } from './session-token.ts'
import type { SignInParts } from './sign-in-parts.ts'

type Parts = Pick<SignInParts, 'secrets' | 'passwords' | 'clock'>

/** Every refusal takes at least as long, so that its time does not tell why. */
const leastMilliseconds = 250

/**
 * Signs in at a shared device with a person and their PIN, or unlocks it (D64). The person's own session
 * there goes on under a new token; that of anybody else ends.
 *
 * A try is counted before the PIN is compared, in the person's row: of any number of guesses at once, from
 * several devices too, five are compared. Then the PIN is locked until the person uses their passkey, and
 * they get an email. A wrong PIN, a locked one, and nobody's get the same response as late.
 *
 * @throws PIN_REFUSED; DEVICE_NOT_REGISTERED when the device ends meanwhile; RATE_LIMIT_EXCEEDED when too
 *   many passwords and PINs are being hashed
 */
export async function signInAtDesk(
  parts: Parts,
  desk: Desk,
  input: { staffId: number; pin: string },
): Promise<OpenedStaffSession> {
  const least = pause(leastMilliseconds, undefined, { ref: false })
  await parts.passwords.assertCapacity()
  const tried = await countTry(desk, input.staffId)
  const verified = await verifyPin(parts, tried, input)
  const session = verified === null ? null : await openSession(parts, desk, input.staffId, verified)
  if (session !== null) return session
  if (tried?.pinFailures === maxPinFailures) await notifyLocked(parts, desk, tried)
  await least
  return fail('PIN_REFUSED')
}

type TriedPerson = Awaited<ReturnType<typeof staffDeviceQueries.updatePinTried>>[number]

/** undefined: nobody, somebody without a PIN, or one that is locked */
async function countTry({ tenant }: Desk, staffId: number): Promise<TriedPerson | undefined> {
  const [tried] = await tenant.db.transaction((tx) =>
    staffDeviceQueries.updatePinTried(tx, { staffId, tries: maxPinFailures }),
  )
  return tried
}

/** Only the try that locks the PIN does this, so that guessing on sends no more emails. */
async function notifyLocked(
  { clock }: Parts,
  { tenant, name: device }: Desk,
  { id, name, email, language }: TriedPerson,
): Promise<void> {
  const now = clock.now()
  const causeId = `${id}:${now.toISOString()}`
  await tenant.db.transaction((tx) =>
    notifyPerson(tx, 'staff_pin_locked', { name, email, language, device, causeId, now }),
  )
}

interface VerifiedPin {
  pinHash: string
  /** The same, unless it has to be stored under another pepper. */
  newHash: string
}

async function verifyPin(
  { secrets, passwords }: Parts,
  tried: TriedPerson | undefined,
  { staffId, pin }: { staffId: number; pin: string },
): Promise<VerifiedPin | null> {
  const [current, ...others] = secrets.pinTexts(staffId, pin)
  for (const text of [current, ...others]) {
    const isRight = await passwords.matches(text, tried?.pinHash ?? null)
    if (!isRight || tried === undefined) continue
    const { pinHash } = tried
    return { pinHash, newHash: text === current ? pinHash : await passwords.hash(current) }
  }
  return null
}

/** null: the PIN or the person was changed meanwhile */
function openSession(
  { clock }: Parts,
  { tenant, deviceId }: Desk,
  staffId: number,
  pin: VerifiedPin,
): Promise<OpenedStaffSession | null> {
  const now = clock.now()
  return tenant.db.transaction(async (tx) => {
    const [device] = await staffDeviceQueries.updateStaffDeviceSeen(tx, { id: deviceId, now })
    if (!device) fail('DEVICE_NOT_REGISTERED')
    const [person] = await staffDeviceQueries.updatePinUsed(tx, { staffId, ...pin })
    if (!person) return null
    const token = newSessionToken(tx.businessId)
    const at = { deviceId, staffId, tokenHash: hashSessionToken(token), now }
    const ended = await staffSessionQueries.updateDeviceSessionsEnded(tx, {
      deviceId,
      exceptStaffId: staffId,
      now,
    })
    const [unlocked] = await staffSessionQueries.updateDeskSessionUnlocked(tx, at)
    if (ended.length > 0 || unlocked) await staffSessionQueries.notifyStaffChanged(tx)
    if (unlocked) return { sessionId: unlocked.id, token, expiresAt: unlocked.expiresAt }
    return openStaffSession(tx, {
      staffId,
      kind: 'desk',
      method: 'pin',
      passkeyAt: null,
      deviceName: device.name,
      device,
      now,
    })
  })
}
