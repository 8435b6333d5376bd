import type postgres from 'postgres'
import type { DriverOptions } from './driver-host.ts'

// The parts of the driver that it does not document. Nothing else uses them;
// test/database/driver-internals.test.ts fails when a release of the driver changes them.

/** Whether the driver has sent a query: while it waits for a connection it has no `state`. */
export const wasSent = (query: PromiseLike<unknown>): boolean => internals(query).state !== null

/**
 * Keeps a query that was not sent yet from having an effect. The driver sends a query whenever it
 * gets a connection, and cancelling the query for which it is connecting would make that connection
 * unusable. So the query stays, with another text.
 */
export function withdraw(query: PromiseLike<unknown>): void {
  Object.assign(query, { strings: ['select'], args: [] })
}

/** Sends a query, whichever driver has created it. */
export type Sender = (query: PromiseLike<unknown>) => void

export function senderOf(sql: postgres.Sql): Sender {
  const sender = senders.get(sql) ?? internals(sql.unsafe('')).handler
  senders.set(sql, sender)
  return sender
}

const senders = new WeakMap<postgres.Sql, Sender>()

/**
 * Chooses the driver of a query when it is sent, instead of when it is created.
 *
 * @param created what the driver returns for a template: a query, or a part of one
 */
export function sendThrough<T>(created: T, choose: Sender): T {
  if (internals(created).handler !== undefined)
    Object.assign(created as object, { handler: choose })
  return created
}

/** Receives the notifications of the channels that the connection listens to. */
export const onNotify = (
  listener: (channel: string, payload: string) => void,
): Partial<DriverOptions> => ({ onnotify: listener }) as Partial<DriverOptions>

interface Internals {
  state: unknown
  handler: Sender
}

const internals = (query: unknown) => query as Internals
