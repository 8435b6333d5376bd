import { setTimeout as wait } from 'node:timers/promises'
import { openDriver } from './driver.ts'
import { onNotify } from './driver-internals.ts'
import type { Driver } from './single-use-driver.ts'

/**
 * Receives NOTIFY messages about changes made by other processes. They only refresh caches sooner;
 * correctness does not depend on them.
 */
export interface Listener {
  on(channel: Channel, listener: (payload: string) => void): void
  /**
   * Sends a message for each payload to all listeners of the database, on the connection that listens, so
   * that it takes no slot of a pool. Fails while the connection is lost.
   */
  notify(channel: Channel, payloads: readonly string[]): Promise<void>
  /** Calls the listener after a reconnect: messages may have been missed. */
  onGap(listener: () => void): void
  close(): Promise<void>
}

/**
 * `silla_catalog`: a salon's catalogue changed. `silla_keys`: a business's keys, status or clock. The
 * payload of both is the id of the business. `silla_mails`: who may get or cause no further email, and
 * until when (db/functions/registry.count_mail.sql). `silla_staff`: sessions of a business's staff have
 * ended, or what somebody may do has changed; the payload is the id of the business. `silla_events`: a
 * business has new events, or its agenda shows something else; the payload is its id.
 */
export type Channel =
  | 'silla_catalog'
  | 'silla_keys'
  | 'silla_mails'
  | 'silla_staff'
  | 'silla_events'

const channels: readonly Channel[] = [
  'silla_catalog',
  'silla_keys',
  'silla_mails',
  'silla_staff',
  'silla_events',
]

/** How the listener of an API process is named; its other connections may lead through a pooler. */
export const apiListenerNames = { direct: 'silla-api-listen', pooled: 'silla-api-listen-pooled' }

/**
 * Listens on a dedicated connection, and again on a new one after each loss.
 *
 * @param name the application name in `pg_stat_activity`, where API processes are counted by it
 * @throws if it cannot listen at the start
 */
export async function openListener(url: string, name = 'silla-listen'): Promise<Listener> {
  const listeners = new Map(channels.map((channel) => [channel, [] as NoticeListener[]]))
  const gapListeners: (() => void)[] = []
  let isClosed = false
  let connection = await listen()
  keepListening()

  return {
    on: (channel, listener) => listeners.get(channel)?.push(listener),
    notify: (channel, payloads) => connection.notify(channel, payloads),
    onGap: (listener) => gapListeners.push(listener),
    close() {
      isClosed = true
      return connection.end(1)
    },
  }

  async function keepListening() {
    while (!isClosed) {
      await connection.lost
      const again = isClosed ? null : await listen().catch(() => null)
      if (again === null) await wait(pauseMilliseconds)
      else await use(again)
    }
  }

  async function use(again: ListeningConnection) {
    connection = again
    if (isClosed) return again.end(1)
    for (const listener of gapListeners) listener()
  }

  async function listen(): Promise<ListeningConnection> {
    const { promise: lost, resolve: lose } = Promise.withResolvers<void>()
    const { sql, end } = openDriver(
      url,
      {
        connection: { application_name: name },
        connect_timeout: 2,
        onnotice: () => {},
        fetch_types: false,
        ...onNotify(receive),
      },
      lose,
    )
    try {
      for (const channel of channels) await sql`listen ${sql(channel)}`
      return {
        ...{ lost, end },
        async notify(channel, payloads) {
          await sql`
            select pg_notify(${channel}, payload.value)
            from jsonb_array_elements_text(${JSON.stringify(payloads)}::text::jsonb) payload`
        },
      }
    } catch (error) {
      await end(0)
      throw error
    }
  }

  function receive(channel: string, payload: string) {
    for (const listener of listeners.get(channel as Channel) ?? []) listener(payload)
  }
}

type NoticeListener = (payload: string) => void

interface ListeningConnection {
  /** Resolves when the connection is lost. */
  lost: Promise<void>
  notify: Listener['notify']
  end: Driver['end']
}

const pauseMilliseconds = 100
