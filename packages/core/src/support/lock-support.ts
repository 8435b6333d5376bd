import { supportQueries, type Tx } from '@silla/db'
import { fail } from '@silla/errors'
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
