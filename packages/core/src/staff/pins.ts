import { staffDeviceQueries, staffSessionQueries } from '@silla/db'
import { fail } from '@silla/errors'
import { hasSteppedUp } from '../access/allow.ts'
import type { RequestContext } from '../request-context.ts'
import type { SignInParts } from './sign-in-parts.ts'
import { signedInStaff } from './step-up.ts'

/** After so many wrong PINs in a row, at whatever devices, the PIN is locked (D64). */
export const maxPinFailures = 5

/**
 * Gives the person who is signed in a PIN for the shared devices of the salon, or another one (D64). It
 * can be tried again if it was locked, and sessions that were opened with the one before end.
 *
 * @param pin 4 to 8 digits
 * @throws STEP_UP_REQUIRED unless they have just used a passkey on a device of their own; WEAK_PIN;
 *   RATE_LIMIT_EXCEEDED when too many passwords and PINs are being hashed
 */
export async function setPin(
  context: RequestContext,
  { secrets, passwords }: Pick<SignInParts, 'secrets' | 'passwords'>,
  pin: string,
): Promise<void> {
  const staffId = personWithPasskey(context)
  if (isEasy(pin)) fail('WEAK_PIN')
  await passwords.assertCapacity()
  const [text] = secrets.pinTexts(staffId, pin)
  await changePin(context, staffId, await passwords.hash(text))
}

/**
 * Removes the PIN of the person who is signed in: their sessions at shared devices end, and they can sign
 * in at none. Repeating it changes nothing.
 *
 * @throws STEP_UP_REQUIRED
 */
export async function removePin(context: RequestContext): Promise<void> {
  await changePin(context, personWithPasskey(context), null)
}

function personWithPasskey(context: RequestContext): number {
  const identity = signedInStaff(context)
  if (!hasSteppedUp(identity, context.realClock.now())) fail('STEP_UP_REQUIRED')
  return identity.staffId
}

async function changePin(
  context: RequestContext,
  staffId: number,
  hash: string | null,
): Promise<void> {
  const now = context.realClock.now()
  await context.tenant.db.transaction(async (tx) => {
    const [person] = await staffDeviceQueries.updatePin(tx, { staffId, hash })
    if (!person) fail('SESSION_ENDED')
    const ended = await staffSessionQueries.updateDeskSessionsEnded(tx, { staffId, now })
    if (ended.length > 0) await staffSessionQueries.notifyStaffChanged(tx)
  })
}

/** One digit repeated, or digits in order, up or down: most guesses begin with them. */
function isEasy(pin: string): boolean {
  const steps = new Set([...pin].slice(1).map((digit, index) => Number(digit) - Number(pin[index])))
  const [step = 0] = steps
  return steps.size === 1 && Math.abs(step) <= 1
}
