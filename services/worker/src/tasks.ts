import type { JobTasks } from '@silla/db'
import type { TaskParts } from './task-context.ts'
import { beginNightTask } from './tasks/begin-night.ts'
import { checkAccountTask } from './tasks/check-account.ts'
import { checkPaymentTask } from './tasks/check-payment.ts'
import { closePaymentTask } from './tasks/close-payment.ts'
import { compareBooksTask } from './tasks/compare-books.ts'
import { completeBookingTask } from './tasks/complete-booking.ts'
import { expireBookingTask } from './tasks/expire-booking.ts'
import { expireOrderTask } from './tasks/expire-order.ts'
import { nightlyRoundTask } from './tasks/nightly-round.ts'
import { positionEventsTask } from './tasks/position-events.ts'
import { remindBookingTask } from './tasks/remind-booking.ts'
import { sendMailTask } from './tasks/send-mail.ts'
import { sendRefundTask } from './tasks/send-refund.ts'
import { tellPaymentFailedTask } from './tasks/tell-payment-failed.ts'

/** What begins every night. */
export const nightly = 'begin-night'

/** Every task there is, by the name that jobs call it. Each carries its tenant, calls one use case, and may run twice. */
export const tasksOf = (parts: TaskParts): JobTasks => ({
  [nightly]: beginNightTask(parts),
  'check-account': checkAccountTask(parts),
  'check-payment': checkPaymentTask(parts),
  'close-payment': closePaymentTask(parts),
  'compare-books': compareBooksTask(parts),
  'complete-booking': completeBookingTask(parts),
  'expire-booking': expireBookingTask(parts),
  'expire-order': expireOrderTask(parts),
  'nightly-round': nightlyRoundTask(parts),
  'position-events': positionEventsTask(parts),
  'remind-booking': remindBookingTask(parts),
  'send-mail': sendMailTask(parts),
  'send-refund': sendRefundTask(parts),
  'tell-payment-failed': tellPaymentFailedTask(parts),
})
