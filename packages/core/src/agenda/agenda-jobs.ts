import { jobQueries, type Tx } from '@silla/db'
import { type EpochDay, formatDate, wallClock, zoneOf } from '@silla/slots'
import type { Settings } from '../catalog/catalog.ts'

/** When salons get their agenda, in minutes of the local day. */
export const agendaMinute = 7 * 60

/**
 * Enqueues the job of the next agenda, by the clock of the business; without one email a day there is
 * none. Doing so again changes nothing: each day has one job.
 */
export async function enqueueAgenda(
  tx: Tx,
  { ownerNotifications, timezone }: Pick<Settings, 'ownerNotifications' | 'timezone'>,
  now: Date,
): Promise<void> {
  if (ownerNotifications !== 'daily') return
  const { day, minute } = wallClock(now, timezone)
  const next = minute < agendaMinute ? day : day + 1
  await jobQueries.enqueue(tx, {
    task: 'send-agenda',
    payload: {},
    dueAt: new Date(zoneOf(timezone).toEdge(next, agendaMinute) * 60_000),
    key: agendaKey(next),
  })
}

/** Of the day's job, and the cause of its email. */
export const agendaKey = (day: EpochDay): string => `agenda:${formatDate(day)}`
