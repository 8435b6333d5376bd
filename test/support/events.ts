import { positionEvents } from '@silla/core'
import { requestContextFor } from './request-context.ts'
import type { TestSalon } from './salon.ts'

/** Gives positions to the salon's new events, without other jobs. */
export const publishEvents = async (salon: TestSalon): Promise<void> =>
  positionEvents(await requestContextFor(salon))
