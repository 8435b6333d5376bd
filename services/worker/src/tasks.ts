import type { JobTasks } from '@silla/db'
import type { TaskParts } from './task-parts.ts'
import { beginNightTask } from './tasks/begin-night.ts'
import { completeBookingTask } from './tasks/complete-booking.ts'
import { expireBookingTask } from './tasks/expire-booking.ts'
import { expireOrderTask } from './tasks/expire-order.ts'
import { nightlyRoundTask } from './tasks/nightly-round.ts'
import { positionEventsTask } from './tasks/position-events.ts'
import { remindBookingTask } from './tasks/remind-booking.ts'
import { sendMailTask } from './tasks/send-mail.ts'

/** What begins every night. */
export const nightly = 'begin-night'

/** Every task there is, by the name that jobs call it. Each carries its tenant, calls one use case, and may run twice. */
export const tasksOf = (parts: TaskParts): JobTasks => ({
  [nightly]: beginNightTask(parts),
  'complete-booking': completeBookingTask(parts),
  'expire-booking': expireBookingTask(parts),
  'expire-order': expireOrderTask(parts),
  'nightly-round': nightlyRoundTask(parts),
  'position-events': positionEventsTask(parts),
  'remind-booking': remindBookingTask(parts),
  'send-mail': sendMailTask(parts),
})
