import { type EpochDay, wallClock } from '@silla/slots'

/** The only source of the current time in the core; tests pass one that they set. */
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }

/** Today's date in the salon's time zone (D4). */
export const today = ({ settings }: { settings: { timezone: string } }, clock: Clock): EpochDay =>
  wallClock(clock.now(), settings.timezone).day
