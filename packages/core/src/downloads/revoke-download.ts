import { salonDownloadQueries } from '@silla/db'
import { allowOwner } from '../access/allow.ts'
import type { RequestContext } from '../request-context.ts'
import { signedInStaff } from '../staff/step-up.ts'
import { readSalonDownload, type SalonDownload } from './salon-download.ts'

/**
 * Makes the link of the owner who is signed in void; a download that has begun goes on. It needs no passkey, and
 * repeating it changes nothing (D68).
 *
 * @throws what `allowOwner` throws
 */
export async function revokeDownload(context: RequestContext): Promise<SalonDownload> {
  allowOwner(context)
  const { staffId } = signedInStaff(context)
  const now = context.realClock.now()
  return context.tenant.db.transaction(async (tx) => {
    const [revoked] = await salonDownloadQueries.updateSalonDownloadRevoked(tx, { staffId, now })
    if (!revoked && context.auditedChange) context.auditedChange.needsNoEntry = true
    return readSalonDownload(tx, staffId, now)
  })
}
