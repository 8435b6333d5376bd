import { expireBooking } from '@silla/core'
import type { JobTasks } from '@silla/db'
import { idOf, tenantContextOf } from '../payload.ts'
import { retryUntilAvailable } from '../retry-until-available.ts'
import type { TaskContext } from '../task-context.ts'

export const expireBookingTask = (parts: TaskContext): JobTasks[string] =>
  retryUntilAvailable(parts, { task: 'expire-booking', id: 'bookingId' }, (payload) =>
    expireBooking(tenantContextOf(parts, payload), parts.processors, idOf(payload, 'bookingId')),
  )
