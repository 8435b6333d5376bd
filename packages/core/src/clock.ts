import { type EpochDay, wallClock } from '@silla/slots'

/**
 * A source of the current time. There are two (D44):
 *
 * - **Real time** is the same for everybody: `systemClock`, `context.realClock`, and each `clock` that
 *   a process is started with. Sessions, one-time codes, keys, rate limits, idempotency keys, payments,
 *   webhooks, the audit log and retries use it.
 * - **The clock of the business**, `context.clock`: what the salon and its customers see. Bookings,
 *   availability, holds, blocks, the waitlist, orders, points and their jobs use it. It is real time
 *   unless staff set the clock of a test business forward.
 */
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }

/** The clock of a business that is ahead of real time; without an offset, real time itself. */
export const tenantClock = (realClock: Clock, offsetMilliseconds: number): Clock =>
  offsetMilliseconds === 0
    ? realClock
    : { now: () => tenantTime(realClock.now(), offsetMilliseconds) }

/** What a clock with this offset shows at a moment of real time. */
export const tenantTime = (realTime: Date, offsetMilliseconds: number): Date =>
  offsetMilliseconds === 0 ? realTime : new Date(realTime.getTime() + offsetMilliseconds)

/** One moment by both clocks, for work on payments that changes bookings and orders as well. */
export interface Moment {
  realTime: Date
  /** By the clock of the business. */
  tenantTime: Date
}

export function momentOf({ clock, realClock }: { clock: Clock; realClock: Clock }): Moment {
  const realTime = realClock.now()
  return { realTime, tenantTime: clock === realClock ? realTime : clock.now() }
}

/** Today's date in the salon's time zone (D4). */
export const today = ({ settings }: { settings: { timezone: string } }, clock: Clock): EpochDay =>
  wallClock(clock.now(), settings.timezone).day
