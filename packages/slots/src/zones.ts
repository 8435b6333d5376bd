import type { EpochDay } from './days.ts'
import type { EpochMinute } from './spans.ts'
import { minutesPerDay } from './times.ts'
import { isTimeZone, type OffsetPeriod, offsetPeriods } from './zone-offsets.ts'

export { isTimeZone } from './zone-offsets.ts'

/** The only place that converts between wall-clock time and instants (D13, daylight saving). */
export interface Zone {
  timezone: string
  /**
   * The instant at which the clocks show `minute` of `day`; `minute` may be 1440, the next
   * midnight. A time that occurs twice gives its first occurrence, one that the clocks skip gives
   * null.
   */
  toInstant(day: EpochDay, minute: number): EpochMinute | null
  /** The same for a bound of a span: a skipped time gives the instant at which it is skipped. */
  toEdge(day: EpochDay, minute: number): EpochMinute
  /**
   * The instant of the midnight that begins a day, if the clocks change neither on that day nor at
   * its ends, so that minute n is n minutes later, up to 1440; else null.
   */
  steadyMidnight(day: EpochDay): EpochMinute | null
  /** What the clocks show; `minute` is 0 to 1439. */
  toLocal(at: EpochMinute): { day: EpochDay; minute: number }
}

/** The zone of an IANA name, cached for each name; throws RangeError for any other text. */
export function zoneOf(timezone: string): Zone {
  let zone = zones.get(timezone)
  if (zone === undefined) {
    if (!isTimeZone(timezone))
      throw new RangeError(`No such time zone: ${JSON.stringify(timezone)}`)
    zone = openZone(timezone)
    zones.set(timezone, zone)
  }
  return zone
}

const zones = new Map<string, Zone>()

/** The wall-clock time of an instant in a zone; throws RangeError for an unknown zone. */
export const wallClock = (instant: Date, timezone: string): { day: EpochDay; minute: number } =>
  zoneOf(timezone).toLocal(Math.floor(instant.getTime() / 60_000))

function openZone(timezone: string): Zone {
  const periodAt = offsetPeriods(timezone)

  // The period in which the clocks show a wall-clock minute, or the one whose start skips it. The
  // search starts a day earlier, since no zone is a day away from UTC; the first period that lasts
  // long enough contains the first occurrence.
  function periodShowing(local: number): OffsetPeriod {
    let period = periodAt(local - minutesPerDay)
    while (local - period.offsetMinutes >= period.until) period = periodAt(period.until)
    return period
  }

  return {
    timezone,
    toInstant(day, minute) {
      const local = day * minutesPerDay + minute
      const period = periodShowing(local)
      const at = local - period.offsetMinutes
      return at < period.from ? null : at
    },
    toEdge(day, minute) {
      const local = day * minutesPerDay + minute
      const period = periodShowing(local)
      return Math.max(local - period.offsetMinutes, period.from)
    },
    steadyMidnight(day) {
      const local = day * minutesPerDay
      const { from, until, offsetMinutes } = periodShowing(local)
      const midnight = local - offsetMinutes
      return from <= midnight && midnight + minutesPerDay < until ? midnight : null
    },
    toLocal(at) {
      const local = at + periodAt(at).offsetMinutes
      const day = Math.floor(local / minutesPerDay)
      return { day, minute: local - day * minutesPerDay }
    },
  }
}
