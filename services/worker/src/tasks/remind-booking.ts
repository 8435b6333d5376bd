import { remindOfBooking } from '@silla/core'
import type { JobTasks } from '@silla/db'
import { idOf, workerOf } from '../payload.ts'
import type { TaskParts } from '../task-context.ts'

export const remindBookingTask =
  (parts: TaskParts): JobTasks[string] =>
  (payload) =>
    remindOfBooking(workerOf(parts, payload), idOf(payload, 'bookingId'))
