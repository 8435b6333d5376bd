import { healthQueries, type Sql } from '@silla/db'
import { isTimeZone, zoneOf } from '@silla/slots'
import type { Clock } from '../clock.ts'
import { type CheckResult, ok, problem } from './check-result.ts'

/**
 * Whether this machine and the database agree on what time it is, to two seconds beside the time
 * the question takes.
 */
export async function checkClock(admin: Sql, clock: Clock): Promise<CheckResult> {
  const before = clock.now().getTime()
  const [server] = await healthQueries.findServerState(admin)
  const after = clock.now().getTime()
  const now = server?.now.getTime() ?? 0
  const apartMilliseconds = now < before ? before - now : Math.max(0, now - after)
  const apart = `${(apartMilliseconds / 1000).toFixed(1)} s`
  if (apartMilliseconds <= 2000)
    return ok('clock', `This machine and the database agree on the time (${apart} apart).`)
  return problem(
    'clock',
    `This machine and the database are ${apart} apart.`,
    'Set both by NTP: timedatectl set-ntp true.',
  )
}

/**
 * Whether Node and the database know the zones that salons are in, and the same about them for a
 * year to come.
 */
export async function checkTimeZones(
  admin: Sql,
  clock: Clock,
  timezones: readonly string[],
): Promise<CheckResult> {
  const unknown = timezones.filter((timezone) => !isTimeZone(timezone))
  if (unknown.length > 0) {
    return problem(
      'zones',
      `This Node does not know the time zone ${unknown.join(', ')}.`,
      'Update Node on every machine.',
    )
  }
  const rows = await healthQueries.listZoneOffsets(admin, {
    timezones,
    moments: comingMonths(clock.now()),
  })
  const apart = new Set(
    rows.filter((row) => row.minutes !== offsetOf(row)).map(({ timezone }) => timezone),
  )
  if (apart.size === 0)
    return ok('zones', `Node and the database know the same of ${counted(timezones.length)}.`)
  const fix = "One of the two is out of date: update Node, and the server's tzdata."
  return problem(
    'zones',
    `Node and the database do not know the same of ${[...apart].join(', ')}.`,
    fix,
  )
}

/** Thirteen moments, a month apart: both halves of the year, from whichever the first is. */
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

const counted = (zones: number) =>
  zones === 1 ? 'the one time zone in use' : `the ${zones} time zones in use`
