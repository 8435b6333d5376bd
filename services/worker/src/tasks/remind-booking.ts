import { remindOfBooking } from '@silla/core'
import type { JobTasks } from '@silla/db'
import { idOf, workerOf } from '../payload.ts'
import type { TaskParts } from '../task-parts.ts'

export const remindBookingTask =
  (parts: TaskParts): JobTasks[string] =>
  (payload) =>
    remindOfBooking(workerOf(parts, payload), idOf(payload, 'bookingId'))
