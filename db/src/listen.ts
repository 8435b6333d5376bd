import postgres from 'postgres'

/**
 * What other processes changed, told by NOTIFY: hints that make caches fresh sooner, never what
 * correctness rests on. The payload is always a business's id.
 */
export interface Listener {
  on(channel: Channel, hear: (businessId: string) => void): void
  /**
   * Called when the connection came back after a loss: anything may have been missed in between.
   */
  onGap(hear: () => void): void
  close(): Promise<void>
}

/** `silla_catalog`: what a salon shows changed. `silla_keys`: its keys or its status did. */
export type Channel = 'silla_catalog' | 'silla_keys'

/** Listens on a connection of its own; the driver connects again by itself. */
export async function openListener(url: string): Promise<Listener> {
  const sql = postgres(url, {
    max: 1,
    connection: { application_name: 'silla-notices' },
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
        for (const hear of listeners[channel]) hear(businessId)
      },
      connected,
    )
  }

  return {
    on: (channel, hear) => listeners[channel].push(hear),
    onGap: (hear) => gapListeners.push(hear),
    close: () => sql.end({ timeout: 1 }),
  }

  function connected() {
    connections++
    if (connections > Object.keys(listeners).length) for (const hear of gapListeners) hear()
  }
}
