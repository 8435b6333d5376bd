/** What a day is on the wire: its midnights, which are not always 24 hours apart. */
interface DayEdges {
  inicio: string
  fin: string
}

const minutesPerDay = 1440
const minuteMilliseconds = 60_000

/**
 * The minutes of a day of the salon, counted from its midnight. On the day of a clock change they are
 * more or fewer than 1440, and what the wall clock shows follows from the zone.
 */
export class DayScale {
  readonly length: number
  readonly #start: number
  readonly #clock: Intl.DateTimeFormat

  constructor({ inicio, fin }: DayEdges, timeZone: string) {
    this.#start = Date.parse(inicio)
    this.length = (Date.parse(fin) - this.#start) / minuteMilliseconds
    this.#clock = new Intl.DateTimeFormat('en-GB', {
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
      timeZone,
    })
  }

  /** The minute of an instant; below 0 or above `length` on another day. */
  minuteOf = (instant: string | Date): number =>
    (new Date(instant).getTime() - this.#start) / minuteMilliseconds

  /** What the clock of the salon shows at a minute: `09:05`. */
  clockAt(minute: number): string {
    if (this.length === minutesPerDay) return clockOf(minute)
    return this.#clock.format(this.#start + minute * minuteMilliseconds)
  }

  /** The minute at which the clock of the salon shows a time; the earlier one where it does so twice. */
  minuteAt(time: string): number {
    const wanted = minutesOf(time)
    if (this.length === minutesPerDay || wanted === 0) return wanted
    if (wanted === minutesPerDay) return this.length
    // by as much as the clocks may have changed until then
    const before = minutesOf(this.clockAt(Math.min(wanted, this.length - 1)))
    return Math.min(wanted + (wanted - before), this.length)
  }

  /** The same for an end, where midnight is that of the next day. */
  endAt = (time: string): number => (time === '00:00' ? this.length : this.minuteAt(time))
}

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}

const clockOf = (minute: number): string =>
  [Math.floor(minute / 60) % 24, minute % 60].map((part) => String(part).padStart(2, '0')).join(':')
