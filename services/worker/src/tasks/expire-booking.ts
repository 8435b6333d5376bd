import { expireBooking } from '@silla/core'
import type { JobTasks } from '@silla/db'
import { idOf, workerOf } from '../payload.ts'
import type { TaskParts } from '../task-parts.ts'

export const expireBookingTask =
  (parts: TaskParts): JobTasks[string] =>
  (payload) =>
    expireBooking(workerOf(parts, payload), idOf(payload, 'bookingId'))
