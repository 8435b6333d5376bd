import type { JobTasks } from '@silla/db'
import type { TaskContext } from './task-context.ts'
import { scheduleNightlyTask } from './tasks/begin-night.ts'
import { checkAccountTask } from './tasks/check-account.ts'
import { recheckPaymentTask } from './tasks/check-payment.ts'
import { closePaymentTask } from './tasks/close-payment.ts'
import { reconcileTask } from './tasks/compare-books.ts'
import { completeBookingTask } from './tasks/complete-booking.ts'
import { expireBookingTask } from './tasks/expire-booking.ts'
import { expireOrderTask } from './tasks/expire-order.ts'
import { nightlyMaintenanceTask } from './tasks/nightly-round.ts'
import { positionEventsTask } from './tasks/position-events.ts'
import { sendReminderTask } from './tasks/remind-booking.ts'
import { sendMailTask } from './tasks/send-mail.ts'
import { sendRefundTask } from './tasks/send-refund.ts'
import { notifyPaymentFailedTask } from './tasks/tell-payment-failed.ts'

/** What begins every night. */
export const nightly = 'begin-night'

/**
 * Every task there is, by the name that jobs call it. Each carries its tenant, calls one use case,
 * and may run twice.
 */
export const createTasks = (parts: TaskContext): JobTasks => ({
  [nightly]: scheduleNightlyTask(parts),
  'check-account': checkAccountTask(parts),
  'check-payment': recheckPaymentTask(parts),
  'close-payment': closePaymentTask(parts),
  'compare-books': reconcileTask(parts),
  'complete-booking': completeBookingTask(parts),
  'expire-booking': expireBookingTask(parts),
  'expire-order': expireOrderTask(parts),
  'nightly-round': nightlyMaintenanceTask(parts),
  'position-events': positionEventsTask(parts),
  'remind-booking': sendReminderTask(parts),
  'send-mail': sendMailTask(parts),
  'send-refund': sendRefundTask(parts),
  'tell-payment-failed': notifyPaymentFailedTask(parts),
})
