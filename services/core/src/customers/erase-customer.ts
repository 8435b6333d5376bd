import { customerQueries, erasureQueries, eventQueries, reviewQueries } from '@silla/db'
import { fail } from '@silla/errors'
import { readBooking } from '../bookings/read-booking.ts'
import { writeMove } from '../bookings/write-move.ts'
import type { Caller } from '../caller.ts'
import { returnMoney } from '../payments/return-money.ts'
import { emailKey } from './email-key.ts'
import { signedInCustomer } from './signed-in.ts'

/**
 * Takes everything personal out of the salon's books (D12): name, e-mail, phone, notes, letters, the account and its sessions. What
 * was done and for how much stays. Visits still to come are cancelled, whatever the deadline, since nobody would come.
 *
 * @throws AUTHENTICATION_REQUIRED; INVALID_TOKEN when it has been done
 */
export async function eraseCustomer(caller: Caller): Promise<{ id: number; erasedAt: Date }> {
  const { customerId: id } = signedInCustomer(caller)
  const catalog = await caller.tenant.catalog()
  const now = caller.clock.now()

  await caller.tenant.door.act(async (tx) => {
    const [account] = await customerQueries.accountForChange(tx, id)
    if (!account) fail('INVALID_TOKEN')
    for (const row of await erasureQueries.comingForChange(tx, { customerId: id, now })) {
      await returnMoney(tx, catalog, row.id, now)
      const cancelled = { to: 'cancelled', by: 'customer', reason: null, at: now, mail: null } as const
      await writeMove(tx, readBooking(row, catalog), cancelled)
    }
    await erasureQueries.erasePersonalData(tx, { id, emailKey: emailKey(account.email), now })
    await eventQueries.recordEvent(tx, { type: 'cliente.borrado', at: now, payload: { customerId: id } })
    // reviews are shown with what the salon offers, and their names are gone
    await reviewQueries.touchCatalog(tx)
  })
  return { id, erasedAt: now }
}
