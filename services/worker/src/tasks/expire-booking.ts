import { expireBooking } from '@silla/core'
import type { JobTasks } from '@silla/db'
import { idOf, workerOf } from '../payload.ts'
import { whenReached } from '../retry-until-available.ts'
import type { TaskParts } from '../task-context.ts'

export const expireBookingTask = (parts: TaskParts): JobTasks[string] =>
  whenReached(parts, { task: 'expire-booking', id: 'bookingId' }, (payload) =>
    expireBooking(workerOf(parts, payload), parts.processors, idOf(payload, 'bookingId')),
  )
