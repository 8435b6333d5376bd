import {
  checkAccount,
  checkCard,
  checkConsistency,
  closeOpenCard,
  closePayment,
  completePastBooking,
  deleteExpiredClaims,
  detachCard,
  endFee,
  expireBooking,
  expireOffer,
  expireOrder,
  expireWaitlistEntry,
  freeHold,
  inviteToReview,
  matchWaitlist,
  nightlyMaintenance,
  notifyPaymentFailed,
  readBalance,
  recheckPayment,
  reconcile,
  registerDomains,
  retireCard,
  runImport,
  scheduleNightly,
  sendAgenda,
  sendFee,
  sendMail,
  sendRefund,
  sendReminder,
  type TenantContext,
} from '@silla/core'
import type { JobPayload, JobTasks } from '@silla/db'
import { retryUntilAvailable } from './retry-until-available.ts'
import { idOf, type TaskContext, tenantContextOf, textOf } from './task-context.ts'

/** The task that starts every night; the only one that belongs to no business. */
export const nightly = 'begin-night'

/** The event about a payment may have been lost while no worker was running. */
export const catchUpTasks = ['check-payment']

/**
 * Every task but those of events (event-tasks.ts), by the name that jobs carry in the database. Each takes its business from the
 * payload, calls one use case and may run twice.
 */
export function createTasks(context: TaskContext): JobTasks {
  const { mailer, processors, registry, limitsMails } = context
  const tenant = (payload: JobPayload): Promise<TenantContext> => tenantContextOf(context, payload)

  const tasks: JobTasks = {
    [nightly]: () => scheduleNightly(registry, context),
    'nightly-round': async (payload) => nightlyMaintenance(await tenant(payload)),
    'check-consistency': (payload) => reportInconsistencies(context, payload),
    'complete-booking': async (payload) =>
      completePastBooking(await tenant(payload), idOf(payload, 'bookingId')),
    'remind-booking': async (payload) =>
      sendReminder(
        await tenant(payload),
        idOf(payload, 'bookingId'),
        // a job from before the first reschedule has none
        payload.reschedules === undefined ? 0 : idOf(payload, 'reschedules'),
      ),
    'send-agenda': async (payload) => sendAgenda(await tenant(payload)),
    'invite-to-review': async (payload) =>
      inviteToReview(await tenant(payload), context.publicUrl, idOf(payload, 'bookingId')),
    'send-mail': async (payload, attempt) =>
      sendMail(
        await tenant(payload),
        { mailer, registry: limitsMails ? registry : null },
        idOf(payload, 'mailId'),
        attempt,
      ),
    'run-import': async (payload, attempt) =>
      runImport(await tenant(payload), idOf(payload, 'importId'), attempt),
    'match-waitlist': async (payload) => matchWaitlist(await tenant(payload)),
    'expire-waitlist-offer': async (payload) =>
      expireOffer(await tenant(payload), idOf(payload, 'offerId')),
    'expire-waitlist-entry': async (payload) =>
      expireWaitlistEntry(await tenant(payload), idOf(payload, 'entryId')),
    'delete-expired-claims': async (payload) => deleteExpiredClaims(await tenant(payload)),
    'free-hold': async (payload) => freeHold(await tenant(payload), idOf(payload, 'holdId')),
    'retire-card': async (payload) => retireCard(await tenant(payload), idOf(payload, 'cardId')),
    'tell-payment-failed': async (payload) =>
      notifyPaymentFailed(await tenant(payload), idOf(payload, 'paymentId')),
  }

  // These call the payment processor, and wait for it while it is unavailable.
  const processorTasks: Record<string, ProcessorTask> = {
    'check-account': {
      id: 'account',
      run: async (payload) =>
        checkAccount(await tenant(payload), processors, textOf(payload, 'account')),
    },
    'charge-fee': {
      id: 'feeId',
      run: async (payload) => sendFee(await tenant(payload), processors, idOf(payload, 'feeId')),
    },
    'check-card': {
      id: 'cardId',
      run: async (payload) => checkCard(await tenant(payload), processors, idOf(payload, 'cardId')),
    },
    'check-payment': {
      id: 'paymentId',
      run: async (payload) =>
        recheckPayment(await tenant(payload), processors, idOf(payload, 'paymentId')),
    },
    'close-card': {
      id: 'bookingId',
      run: async (payload) =>
        closeOpenCard(await tenant(payload), processors, idOf(payload, 'bookingId')),
    },
    'close-payment': {
      id: 'paymentId',
      run: async (payload) =>
        closePayment(await tenant(payload), processors, idOf(payload, 'paymentId')),
    },
    'compare-books': {
      id: null,
      run: (payload) => reconcileLastDays(context, payload),
    },
    'detach-card': {
      id: 'cardId',
      run: async (payload) =>
        detachCard(await tenant(payload), processors, {
          ...{ cardId: idOf(payload, 'cardId'), otherRef: null },
        }),
    },
    'detach-other-card': {
      id: 'cardRef',
      run: async (payload) =>
        detachCard(await tenant(payload), processors, {
          ...{ cardId: idOf(payload, 'cardId'), otherRef: String(payload.cardRef) },
        }),
    },
    'end-fee': {
      id: 'feeId',
      run: async (payload) => endFee(await tenant(payload), processors, idOf(payload, 'feeId')),
    },
    'read-balance': {
      id: 'account',
      run: async (payload) =>
        readBalance(await tenant(payload), processors, textOf(payload, 'account')),
    },
    'expire-booking': {
      id: 'bookingId',
      run: async (payload) =>
        expireBooking(await tenant(payload), processors, idOf(payload, 'bookingId')),
    },
    'expire-order': {
      id: 'orderId',
      run: async (payload) =>
        expireOrder(await tenant(payload), processors, idOf(payload, 'orderId')),
    },
    'register-domains': {
      id: null,
      run: async (payload) => registerDomains(await tenant(payload), processors, context.publicUrl),
    },
    'send-refund': {
      id: 'refundId',
      run: async (payload) =>
        sendRefund(await tenant(payload), processors, idOf(payload, 'refundId')),
    },
  }
  const retried = Object.entries(processorTasks).map(([task, { id, run }]) => [
    task,
    retryUntilAvailable(context, { task, id }, run),
  ])
  return { ...tasks, ...Object.fromEntries(retried) }
}

/** Another attempt would find the same: it is logged and not thrown. */
async function reportInconsistencies(context: TaskContext, payload: JobPayload): Promise<void> {
  const { businessId } = payload
  const found = await checkConsistency(await tenantContextOf(context, payload))
  if (found !== null)
    context.log.warn({ businessId, found }, 'stored values do not agree: silla db doctor')
}

interface ProcessorTask {
  /** The id in the payload that the key of a repeated job contains; null: one job per business. */
  id: string | null
  run(payload: JobPayload): Promise<unknown>
}

/** Two days: what was created late on one day is paid or ended by the next. */
const reconcileHours = 48

/** A difference is logged and not thrown: another attempt would find the same difference. */
async function reconcileLastDays(context: TaskContext, payload: JobPayload): Promise<void> {
  const to = context.clock.now()
  const range = { from: new Date(to.getTime() - reconcileHours * 3_600_000), to }
  const { businessId } = payload
  const differences = await reconcile(
    await tenantContextOf(context, payload),
    context.processors,
    range,
  )
  for (const difference of differences)
    context.log.warn(
      { businessId, difference },
      'our payments and the processor differ: silla payments reconcile',
    )
}
