import { completePastBooking } from '@silla/core'
import type { JobTasks } from '@silla/db'
import { idOf, tenantContextOf } from '../payload.ts'
import type { TaskContext } from '../task-context.ts'

export const completeBookingTask =
  (parts: TaskContext): JobTasks[string] =>
  (payload) =>
    completePastBooking(tenantContextOf(parts, payload), idOf(payload, 'bookingId'))
