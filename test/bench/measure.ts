import autocannon from 'autocannon'

export interface Measurement {
  title: string
  requestsPerSecond: number
  /** Milliseconds. */
  p50: number
  p99: number
  /** Responses other than 2xx, errors and timeouts. */
  failed: number
}

interface Load {
  title: string
  url: string
  headers: Record<string, string>
  connections: number
  seconds: number
  /** Makes each request a POST with this body; a function creates one body per request. */
  body?: string | (() => string)
  /** Requests these in turn. */
  paths?: string[]
}

/** Sends requests for a second to warm up, then as fast as responses arrive. */
export async function measure(load: Load): Promise<Measurement> {
  await run(load, 1)
  const result = await run(load, load.seconds)
  return {
    title: load.title,
    requestsPerSecond: result.requests.average,
    p50: result.latency.p50,
    p99: result.latency.p99,
    failed: result.non2xx + result.errors + result.timeouts,
  }
}

function run({ url, headers, connections, body, paths }: Load, duration: number) {
  const requests =
    typeof body === 'function'
      ? [bodiesFrom(body)]
      : paths?.map((path) => ({ method: 'GET' as const, path }))
  const posted = typeof body === 'string' ? { method: 'POST' as const, body } : {}
  return autocannon({
    url,
    headers,
    connections,
    duration,
    ...posted,
    ...(requests && { requests }),
  })
}

const bodiesFrom = (body: () => string) => ({
  method: 'POST' as const,
  setupRequest: (request: object) => ({ ...request, body: body() }),
})
