import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** The endpoints of all salons, which record when deliveries arrive. */
export interface Endpoints {
  /** The URL of a salon's endpoint. */
  urlOf(salon: number): string
  arrived: Record<Kind, number>
  /** From the event to its arrival, at endpoints that answer. */
  delaysMilliseconds: number[]
  /** First arrivals at a healthy endpoint before which a later event had arrived. */
  outOfOrder: number
  repeated: number
  /** Resolves when so many different events have arrived at healthy endpoints, or time is over. */
  until(count: number, seconds: number): Promise<void>
  close(): void
}

type Kind = 'healthy' | 'hanging' | 'failing'

const pollMilliseconds = 50

/** The first salons have endpoints that accept and never answer, the next ones answer 500. */
export async function openEndpoints(how: { hanging: number; failing: number }): Promise<Endpoints> {
  const server = createServer(async (request, response) => {
    const salon = Number(request.url?.slice(1))
    const body = await text(request).catch(() => null)
    if (body === null) return
    const kind = kindOf(salon)
    if (kind === 'healthy') record(salon, JSON.parse(body))
    else endpoints.arrived[kind]++
    if (kind !== 'hanging') response.writeHead(kind === 'failing' ? 500 : 204).end()
  })
  server.keepAliveTimeout = 5000
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const latest = new Map<number, number>()
  const endpoints: Endpoints = {
    urlOf: (salon) => `http://127.0.0.1:${port}/${salon}`,
    arrived: { healthy: 0, hanging: 0, failing: 0 },
    delaysMilliseconds: [],
    outOfOrder: 0,
    repeated: 0,
    async until(count, seconds) {
      const endsAt = performance.now() + seconds * 1000
      while (endpoints.arrived.healthy < count && performance.now() < endsAt)
        await new Promise((resolve) => setTimeout(resolve, pollMilliseconds))
    },
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
  return endpoints

  function kindOf(salon: number): Kind {
    if (salon < how.hanging) return 'hanging'
    return salon < how.hanging + how.failing ? 'failing' : 'healthy'
  }

  function record(salon: number, event: { posicion: number; creado_en: string }) {
    const last = latest.get(salon) ?? 0
    if (event.posicion <= last) endpoints.repeated++
    else {
      if (event.posicion !== last + 1) endpoints.outOfOrder++
      latest.set(salon, event.posicion)
      endpoints.arrived.healthy++
      endpoints.delaysMilliseconds.push(Date.now() - Date.parse(event.creado_en))
    }
  }
}
