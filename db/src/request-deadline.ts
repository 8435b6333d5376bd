import { AsyncLocalStorage } from 'node:async_hooks'

const deadlines = new AsyncLocalStorage<number>()

/**
 * Runs work whose operations of the database fail with SERVICE_UNAVAILABLE at a point in time, if
 * that is before their own deadline. For requests that have waited before they use the database, so
 * that wait and database together stay within the three seconds of D2.
 *
 * @param endsAt milliseconds, as of `performance.now()`
 */
export const withDeadline = <T>(endsAt: number, work: () => T): T => deadlines.run(endsAt, work)

/** The deadline of the running request; undefined if it has none. */
export const requestDeadline = (): number | undefined => deadlines.getStore()
