import type { StoredEvent } from '@silla/core'
import { eventRef } from '@silla/core/events/event-ref'
import { table } from './table.ts'

/** An event in the output of --json. */
export interface EventRecord {
  position: number
  /** As endpoints and readers of the feed see it. */
  id: string
  type: string
  at: Date
}

export const eventRecord = (
  { id, position, type, occurredAt }: StoredEvent,
  businessId: string,
): EventRecord => ({ position, id: eventRef(businessId, id), type, at: occurredAt })

export const eventTable = (events: readonly EventRecord[]): string =>
  table(
    ['Position', 'Type', 'At', 'Id'],
    events.map(({ position, type, at, id }) => [String(position), type, at.toISOString(), id]),
  )
