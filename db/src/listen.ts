import { openDriver } from './driver.ts'

/**
 * Receives NOTIFY messages about changes made by other processes. They only refresh caches sooner;
 * correctness does not depend on them. The payload is always a business id.
 */
export interface Listener {
  on(channel: Channel, listener: (businessId: string) => void): void
  /** Calls the listener after a reconnect: messages may have been missed. */
  onGap(listener: () => void): void
  close(): Promise<void>
}

/** `silla_catalog`: a salon's catalogue changed. `silla_keys`: a business's keys, status or clock. */
export type Channel = 'silla_catalog' | 'silla_keys'

/** Listens on a dedicated connection; the driver reconnects by itself. */
export async function openListener(url: string): Promise<Listener> {
  const sql = openDriver(url, {
    max: 1,
    connection: { application_name: 'silla-listen' },
    connect_timeout: 2,
    backoff: () => 0.1,
    onnotice: () => {},
    fetch_types: false,
  })
  const listeners: Record<Channel, ((businessId: string) => void)[]> = {
    silla_catalog: [],
    silla_keys: [],
  }
  const gapListeners: (() => void)[] = []
  let connections = 0

  for (const channel of Object.keys(listeners) as Channel[]) {
    await sql.listen(
      channel,
      (businessId) => {
        for (const listener of listeners[channel]) listener(businessId)
      },
      onConnect,
    )
  }

  return {
    on: (channel, listener) => listeners[channel].push(listener),
    onGap: (listener) => gapListeners.push(listener),
    close: () => sql.end({ timeout: 1 }),
  }

  function onConnect() {
    connections++
    if (connections > Object.keys(listeners).length) for (const listener of gapListeners) listener()
  }
}
