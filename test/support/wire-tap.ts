import { connect, createServer, type Server, type Socket } from 'node:net'

/**
 * A proxy between a program and its database that counts round trips: client messages that follow a
 * response.
 */
export interface WireTap {
  url: string
  /** Round trips since the last call. */
  roundTrips(): number
  /** From now on the database receives requests and never responds; until `recover`. */
  hang(): void
  /** Closes all connections and refuses new ones; until `recover`. */
  goDown(): void
  recover(): void
  close(): Promise<void>
}

/** @param databaseUrl the server to forward to */
export async function tapWire(databaseUrl: string): Promise<WireTap> {
  const target = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  let count = 0
  let state: 'up' | 'hanging' | 'down' = 'up'

  const server: Server = createServer((client) => {
    if (state === 'down') return client.destroy()
    const upstream = connect(Number(target.port), target.hostname)
    let answered = true
    client.on('data', (chunk) => {
      if (answered) count++
      answered = false
      upstream.write(chunk)
    })
    upstream.on('data', (chunk) => {
      answered = true
      if (state === 'up') client.write(chunk)
    })
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(one)
      one.setNoDelay(true)
      one.on('error', () => other.destroy())
      one.on('close', () => {
        sockets.delete(one)
        other.destroy()
      })
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

  const { port } = server.address() as { port: number }
  const tapped = new URL(databaseUrl)
  tapped.hostname = '127.0.0.1'
  tapped.port = String(port)
  return {
    url: tapped.href,
    roundTrips() {
      const seen = count
      count = 0
      return seen
    },
    hang() {
      state = 'hanging'
    },
    goDown() {
      state = 'down'
      cutOff()
    },
    recover() {
      // a client that missed a response could not interpret the next one
      if (state === 'hanging') cutOff()
      state = 'up'
    },
    close() {
      cutOff()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }

  /** A reset is noticed at once; a FIN only after the next request was sent on the connection. */
  function cutOff() {
    for (const socket of sockets) socket.resetAndDestroy()
  }
}
