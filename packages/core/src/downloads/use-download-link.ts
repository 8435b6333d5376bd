import { salonDownloadQueries } from '@silla/db'
import { fail } from '@silla/errors'
import { allowOwner } from '../access/allow.ts'
import type { RequestContext } from '../request-context.ts'
import { lockAsOwner } from '../staff/acting-staff.ts'
import { signedInStaff } from '../staff/step-up.ts'
import { hashDownloadToken } from './salon-download.ts'

/**
 * Checks the token of a link before everything of the salon is sent, and records that it was used: by the owner
 * whom it was sent to, who is signed in and has just used a passkey (D68). Who reads their mail alone has nothing.
 *
 * @throws what `allowOwner` throws with a passkey; DOWNLOAD_LINK_INVALID for a token that was guessed, replaced,
 *   revoked, or is of another person or another salon; DOWNLOAD_LINK_EXPIRED; BUSINESS_MOVING, because the use could
 *   not be recorded
 */
export async function useDownloadLink(context: RequestContext, token: string): Promise<void> {
  allowOwner(context, { withPasskey: true })
  const { staffId } = signedInStaff(context)
  const now = context.realClock.now()
  const tokenHash = hashDownloadToken(token)
  await context.tenant.db.transaction(async (tx) => {
    await lockAsOwner(context, tx)
    const [link] = await salonDownloadQueries.lockSalonDownload(tx, { staffId, tokenHash })
    if (!link) fail('DOWNLOAD_LINK_INVALID')
    if (link.expiresAt <= now) fail('DOWNLOAD_LINK_EXPIRED')
    await salonDownloadQueries.updateSalonDownloaded(tx, { staffId, now })
  })
}
