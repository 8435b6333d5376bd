import { randomBytes } from 'node:crypto'
import { mailQueries, salonDownloadQueries, type Tx } from '@silla/db'
import { allowOwner } from '../access/allow.ts'
import { later, throwRateLimited } from '../customers/challenge.ts'
import { withIdempotency } from '../idempotency/with-idempotency.ts'
import type { RequestContext } from '../request-context.ts'
import { lockAsOwner } from '../staff/acting-staff.ts'
import { staffIn } from '../staff/find-staff.ts'
import { signedInStaff } from '../staff/step-up.ts'
import { storedStaffId } from '../stored-json.ts'
import { hashDownloadToken, readSalonDownload, type SalonDownload } from './salon-download.ts'

const validSeconds = 24 * 3600

/**
 * Sends an owner a link with which they download everything of the salon (D68): to their confirmed email, valid
 * for 24 hours, instead of the one before. Nobody else gets one, neither with the secret key.
 *
 * @throws what `allowOwner` throws with a passkey; RATE_LIMIT_EXCEEDED within an hour after the last one
 */
export async function requestDownload(context: RequestContext): Promise<SalonDownload> {
  allowOwner(context, { withPasskey: true })
  const { staffId } = signedInStaff(context)
  const now = context.realClock.now()
  return context.tenant.db.transaction(async (tx) => {
    await withIdempotency(context, tx, storedStaffId, async () => {
      await lockAsOwner(context, tx)
      const { nextAt } = await readSalonDownload(tx, staffId, now)
      if (nextAt !== null) throwRateLimited(nextAt, now)
      await sendLink(tx, staffId, now)
      return { id: staffId }
    })
    return readSalonDownload(tx, staffId, now)
  })
}

async function sendLink(tx: Tx, staffId: number, now: Date): Promise<void> {
  const { name, email, language } = await staffIn(tx, staffId)
  const token = randomBytes(32).toString('base64url')
  const expiresAt = later(now, validSeconds)
  const [mail] = await mailQueries.requestMail(tx, {
    kind: 'salon_download',
    to: email,
    language,
    payload: { name, token, expiresAt },
    cause: `salon-download:${staffId}:${now.toISOString()}`,
    now,
  })
  await salonDownloadQueries.upsertSalonDownload(tx, {
    ...{ staffId, now, expiresAt },
    tokenHash: hashDownloadToken(token),
    mailId: mail?.id ?? null,
  })
}
