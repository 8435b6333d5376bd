import { healthQueries, type Sql } from '@silla/db'
import { isTimeZone, zoneOf } from '@silla/slots'
import type { Clock } from '../clock.ts'
import { type CheckResult, ok, problem } from './check-result.ts'

/**
 * Whether the clocks of this machine and the database differ by at most two seconds, not counting
 * the duration of the query.
 */
export async function checkClock(admin: Sql, clock: Clock): Promise<CheckResult> {
  const before = clock.now().getTime()
  const [server] = await healthQueries.findServerState(admin)
  const after = clock.now().getTime()
  const now = server?.now.getTime() ?? 0
  const differenceMilliseconds = now < before ? before - now : Math.max(0, now - after)
  return differenceMilliseconds <= 2000
    ? ok('clock', 'clocksAgree', { differenceMilliseconds })
    : problem('clock', 'clocksDiffer', { differenceMilliseconds })
}

/** Whether Node and the database have the same offsets for the salons' time zones for a year. */
export async function checkTimeZones(
  admin: Sql,
  clock: Clock,
  timezones: readonly string[],
): Promise<CheckResult> {
  const unknown = timezones.filter((timezone) => !isTimeZone(timezone))
  if (unknown.length > 0) return problem('zones', 'timeZonesUnknown', { timezones: unknown })
  const rows = await healthQueries.listZoneOffsets(admin, {
    timezones,
    moments: comingMonths(clock.now()),
  })
  const differing = new Set(
    rows.filter((row) => row.minutes !== offsetOf(row)).map(({ timezone }) => timezone),
  )
  return differing.size === 0
    ? ok('zones', 'timeZonesAgree', { count: timezones.length })
    : problem('zones', 'timeZonesDiffer', { timezones: [...differing] })
}

/** Thirteen moments, a month apart, so that both halves of the year are among them. */
const comingMonths = (now: Date): Date[] =>
  Array.from(
    { length: 13 },
    (_, month) => new Date(Math.floor(now.getTime() / 60_000) * 60_000 + month * monthMilliseconds),
  )

const monthMilliseconds = 30 * 86_400_000

function offsetOf({ timezone, at }: { timezone: string; at: Date }): number {
  const minute = at.getTime() / 60_000
  const local = zoneOf(timezone).toLocal(minute)
  return local.day * 1440 + local.minute - minute
}
