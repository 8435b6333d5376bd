import type { Clock } from '@silla/core'

/** A clock that does not advance until it is set. */
export interface TestClock extends Clock {
  /**
   * @param at an instant, or a local time in that zone: `set('2030-03-04T09:00',
   *   'Europe/Madrid')`
   */
  set(at: Date | string, timezone?: string): void
}

export function testClock(at: Date = new Date('2030-03-04T08:00:00Z')): TestClock {
  let now = at
  return {
    now: () => now,
    set(to, timezone = 'UTC') {
      now =
        to instanceof Date
          ? to
          : new Date(
              Temporal.PlainDateTime.from(to).toZonedDateTime(timezone).toInstant()
                .epochMilliseconds,
            )
    },
  }
}
