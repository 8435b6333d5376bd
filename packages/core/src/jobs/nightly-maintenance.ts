import {
  agendaChangeQueries,
  eventDeliveryQueries,
  importRunQueries,
  jobQueries,
  messageQueries,
  paymentQueries,
  processorAccountQueries,
  refundQueries,
  retentionQueries,
  type Tx,
  waitlistQueries,
  webhookQueries,
} from '@silla/db'
import { enqueueAgenda } from '../agenda/agenda-jobs.ts'
import { momentOf } from '../clock.ts'
import { resumeDeliveries } from '../events/deliveries/resume-deliveries.ts'
import { positionEvents } from '../events/position-events.ts'
import { enqueueTemplates } from '../messages/template-jobs.ts'
import { enqueueDomainRegistration } from '../payments/accounts/register-domains.ts'
import { enqueueAccountCheck } from '../payments/accounts/request-account-check.ts'
import { unverifiedAfter } from '../payments/recheck-payment.ts'
import type { TenantContext } from '../request-context.ts'

/** How long an overdue row may wait for its own job before it gets another one. */
const graceMinutes = 10

/**
 * The nightly maintenance of one business: deletes expired rows, and enqueues overdue work again.
 * It covers jobs that were lost, for instance because the database was restored from a backup.
 */
export async function nightlyMaintenance(context: TenantContext): Promise<void> {
  const { tenant } = context
  const { realTime, tenantTime } = momentOf(context)
  const { settings } = await tenant.catalog()
  const { autocompleteHours } = settings
  const lastMonth = hoursBefore(realTime, 24 * 30)
  await tenant.db.transaction(async (tx) => {
    await Promise.all([
      ...retentionQueries.deleteExpired(tx, { yesterday: hoursBefore(realTime, 24), lastMonth }),
      webhookQueries.deleteProcessorEvents(tx, lastMonth),
    ])
    for (const deletion of importRunQueries.deleteOldImports(tx, hoursBefore(realTime, 24)))
      await deletion
  })
  await tenant.db.transaction(async (tx) => {
    const late = hoursBefore(tenantTime, graceMinutes / 60)
    const over = autocompleteHours === null ? null : hoursBefore(late, autocompleteHours)
    const [bookings, orders] = await Promise.all([
      retentionQueries.listOverdueBookings(tx, { expired: late, over }),
      retentionQueries.listOverdueOrders(tx, late),
    ])
    for (const { task, id } of bookings)
      await jobQueries.enqueue(tx, { task, payload: { bookingId: id } })
    for (const { id } of orders)
      await jobQueries.enqueue(tx, { task: 'expire-order', payload: { orderId: id } })
    await enqueuePaymentWork(tx, hoursBefore(realTime, graceMinutes / 60))
    await enqueueWaitlistWork(tx, late)
    await enqueueMessageWork(tx, { created: late, attempted: hoursBefore(realTime, 1) })
    await resumeDeliveries(tx, hoursBefore(realTime, graceMinutes / 60))
    await enqueueAgenda(tx, settings, tenantTime)
  })
  await positionEvents({ tenant })
  await tenant.db.transaction(agendaChangeQueries.countAgendaChanges)
  // of attempts that were made while a customer was erased, or by a release that kept more
  await tenant.db.transaction((tx) => eventDeliveryQueries.eraseResponses(tx))
}

const limit = 1000

/**
 * Enqueues the check of unfinished payments, refunds and the account, the reconciliation, and reading the
 * balance of each account.
 */
async function enqueuePaymentWork(tx: Tx, late: Date): Promise<void> {
  const [payments, refunds, accounts] = await Promise.all([
    paymentQueries.listUnfinishedPayments(tx, {
      updatedBefore: late,
      unverifiedAfter: unverifiedAfter(late),
      limit,
    }),
    refundQueries.listUnfinishedRefunds(tx, late, limit),
    processorAccountQueries.listAllAccounts(tx),
  ])
  for (const { id: paymentId } of payments) {
    await jobQueries.enqueue(tx, {
      task: 'check-payment',
      payload: { paymentId },
      key: `check-payment:${paymentId}`,
    })
  }
  for (const { id: refundId } of refunds) {
    await jobQueries.enqueue(tx, {
      task: 'send-refund',
      payload: { refundId },
      key: `send-refund:${refundId}`,
    })
  }
  for (const { accountRef, disconnectedAt, ready } of accounts) {
    if (disconnectedAt === null) await enqueueAccountCheck(tx, accountRef)
    if (ready) await enqueueDomainRegistration(tx)
  }
  // a disconnected one is still paid out
  for (const { accountRef: account } of accounts)
    await jobQueries.enqueue(tx, {
      task: 'read-balance',
      payload: { account },
      key: `read-balance:${account}`,
    })
  if (accounts.length > 0)
    await jobQueries.enqueue(tx, { task: 'compare-books', payload: {}, key: 'compare-books' })
}

/**
 * Messages whose job was lost: those that wait are sent, the others are looked at. And which templates
 * WhatsApp has approved.
 */
async function enqueueMessageWork(
  tx: Tx,
  before: { created: Date; attempted: Date },
): Promise<void> {
  for (const { id: messageId, state } of await messageQueries.listOverdueMessages(tx, before))
    await jobQueries.enqueue(tx, {
      task: state === 'waiting' ? 'send-message' : 'check-message',
      payload: { messageId },
      key: `${state === 'waiting' ? 'send' : 'check'}-message:${messageId}`,
    })
  const [whatsapp] = await messageQueries.findSender(tx, 'whatsapp')
  if (whatsapp && whatsapp.account !== '') await enqueueTemplates(tx)
}

/** Entries and offers that are over, and what may have become free without a job. */
async function enqueueWaitlistWork(tx: Tx, late: Date): Promise<void> {
  for (const { entryId, offerId } of await waitlistQueries.listOverdueWaitlist(tx, late))
    await jobQueries.enqueue(
      tx,
      offerId === null
        ? { task: 'expire-waitlist-entry', payload: { entryId } }
        : { task: 'expire-waitlist-offer', payload: { offerId } },
    )
  const waiting = await waitlistQueries.listWaitingEntries(tx, { after: null, limit: 1 })
  if (waiting.length > 0)
    await jobQueries.enqueue(tx, { task: 'match-waitlist', payload: {}, key: 'match-waitlist' })
}

const hoursBefore = (at: Date, hours: number) => new Date(at.getTime() - hours * 3_600_000)
