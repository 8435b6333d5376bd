import {
  catalogQueries,
  customerMergeQueries,
  erasureQueries,
  eventQueries,
  feeQueries,
  savedCardQueries,
  type Tx,
} from '@silla/db'
import { refundPercent } from '../bookings/cancellation-rules.ts'
import { awaitsPayment, requestOwnerMail } from '../bookings/owner-mail.ts'
import { readBooking } from '../bookings/read-booking.ts'
import { writeTransition } from '../bookings/write-transition.ts'
import type { Catalog } from '../catalog/catalog.ts'
import type { Moment } from '../clock.ts'
import { emailKey } from '../contact/email.ts'
import type { Actor, Booking } from '../model/booking.ts'
import { autoRefund } from '../payments/auto-refund.ts'
import { giveUpCard } from '../payments/cards/retire-card.ts'
import { endFeeOf } from '../payments/fees/waive-fee.ts'

/**
 * Erases all personal data of one customer (D12), in the transaction that has locked their row.
 * Upcoming visits are cancelled.
 */
export async function writeErasure(
  tx: Tx,
  catalog: Catalog,
  { id, email, by, moment }: { id: number; email: string; by: Actor; moment: Moment },
): Promise<void> {
  const { realTime, tenantTime } = moment
  const upcoming = await erasureQueries.lockUpcomingBookings(tx, {
    customerId: id,
    now: tenantTime,
  })
  const cancelled: Booking[] = []
  for (const row of upcoming) {
    const booking = readBooking(row, catalog)
    // the customer who erases the account gets no more than one who cancels
    const percent = refundPercent(booking, catalog, tenantTime, by !== 'customer')
    await autoRefund(tx, catalog, row.id, { percent, moment })
    const after = await writeTransition(tx, booking, {
      to: 'cancelled',
      by,
      reason: null,
      at: tenantTime,
      mail: null,
    })
    if (by === 'customer' && !awaitsPayment(booking)) cancelled.push(withoutPersonalData(after))
  }
  for (const fee of await feeQueries.listOpenFeesOfCustomer(tx, id))
    await endFeeOf(tx, catalog, fee, moment)
  for (const card of await savedCardQueries.listCardsOfCustomer(tx, id))
    await giveUpCard(tx, card.id, realTime)
  // what happened before a merge is stored under the ids and e-mails that were merged (D74)
  for (const merged of await customerMergeQueries.listMergedInto(tx, id))
    await erasureQueries.erasePersonalData(tx, { ...merged, now: realTime })
  const own = { id, emailKey: emailKey(email) || null }
  await erasureQueries.erasePersonalData(tx, { ...own, now: realTime })
  await eventQueries.recordEvent(tx, {
    type: 'cliente.borrado',
    at: realTime,
    payload: { customerId: id },
  })
  // the catalogue contains reviews with the names of customers
  await catalogQueries.touchCatalog(tx)
  // emails about the customer were deleted
  for (const booking of cancelled)
    await requestOwnerMail(tx, catalog, { news: 'cancelled', booking, now: tenantTime })
}

const withoutPersonalData = (booking: Booking): Booking => ({
  ...booking,
  contact: { name: '', email: '', phone: '' },
  notes: '',
})
