import { type EpochDay, type EpochMinute, wallClock } from '@silla/slots'

/** The only source of the current time in the core; tests pass one that they set. */
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }

/** Today's date in the salon's time zone (D4). */
export const today = ({ settings }: { settings: { timezone: string } }, clock: Clock): EpochDay =>
  wallClock(clock.now(), settings.timezone).day

/** The first whole minute that has not begun before `now`. */
export const nextMinute = (now: Date): EpochMinute => Math.ceil(now.getTime() / 60_000)
