import { positionEvents } from '@silla/core'
import { requestContextFor } from './request-context.ts'
import type { TestSalon } from './salon.ts'

/** Gives positions to the salon's new events, without other jobs. */
export async function publishEvents(salon: TestSalon): Promise<void> {
  await positionEvents(await requestContextFor(salon))
}
