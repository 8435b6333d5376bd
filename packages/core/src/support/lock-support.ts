import { supportQueries, type Tx } from '@silla/db'
import { fail } from '@silla/errors'
import type { RequestContext } from '../request-context.ts'
import { lockStaffAs } from '../staff/acting-staff.ts'
import { type SupportAccess, toSupportAccess } from './support-access.ts'

/**
 * An access, locked until the transaction ends.
 *
 * @throws SUPPORT_NOT_FOUND
 */
export async function lockSupport(tx: Tx, id: number, now: Date): Promise<SupportAccess> {
  await supportQueries.lockSupportAccess(tx, id)
  return readSupport(tx, id, now)
}

/** @throws SUPPORT_NOT_FOUND */
export async function readSupport(tx: Tx, id: number, now: Date): Promise<SupportAccess> {
  const [row] = await supportQueries.findSupportAccess(tx, id)
  return row ? toSupportAccess(row, now) : fail('SUPPORT_NOT_FOUND')
}

/**
 * Locks the salon's staff and reads the caller again, who can have been deactivated since the request
 * began.
 *
 * @throws PERMISSION_REQUIRED, OWNER_REQUIRED when they own the salon no more
 */
export async function lockAsOwner(context: RequestContext, tx: Tx): Promise<void> {
  const { isOwner } = await lockStaffAs(context, tx)
  if (!isOwner) fail('OWNER_REQUIRED')
}
