import { allowOwner } from '../access/allow.ts'
import type { RequestContext } from '../request-context.ts'
import { signedInStaff } from '../staff/step-up.ts'
import { readSalonDownload, type SalonDownload } from './salon-download.ts'

/**
 * The link that the owner who is signed in has requested (D68).
 *
 * @throws what `allowOwner` throws
 */
export async function findDownload(context: RequestContext): Promise<SalonDownload> {
  allowOwner(context)
  const { staffId } = signedInStaff(context)
  const now = context.realClock.now()
  return context.tenant.db.transaction((tx) => readSalonDownload(tx, staffId, now))
}
