import { expireBooking } from '@silla/core'
import type { JobTasks } from '@silla/db'
import { idOf, workerOf } from '../payload.ts'
import type { TaskParts } from '../task-parts.ts'
import { whenReached } from '../when-reached.ts'

export const expireBookingTask = (parts: TaskParts): JobTasks[string] =>
  whenReached(parts, { task: 'expire-booking', id: 'bookingId' }, (payload) =>
    expireBooking(workerOf(parts, payload), parts.processors, idOf(payload, 'bookingId')),
  )
