import { type Sql, webhookQueries } from '@silla/db'
import type { Clock } from '../clock.ts'
import { type CheckResult, ok, problem } from './check-result.ts'

/** Whether every signed webhook delivery of the last week could be read (D23). */
export async function checkEvents(admin: Sql, clock: Clock): Promise<CheckResult> {
  const since = new Date(clock.now().getTime() - days * 24 * 3_600_000)
  const events = await webhookQueries.listUnreadableEvents(admin, since)
  return events.length === 0
    ? ok('webhook-events', 'eventsReadable', { days })
    : problem('webhook-events', 'eventsUnreadable', { days, events: [...events] })
}

const days = 7
