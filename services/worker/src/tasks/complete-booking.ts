import { completePastBooking } from '@silla/core'
import type { JobTasks } from '@silla/db'
import { idOf, workerOf } from '../payload.ts'
import type { TaskParts } from '../task-context.ts'

export const completeBookingTask =
  (parts: TaskParts): JobTasks[string] =>
  (payload) =>
    completePastBooking(workerOf(parts, payload), idOf(payload, 'bookingId'))
