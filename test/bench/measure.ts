import autocannon from 'autocannon'

export interface Measured {
  title: string
  requestsPerSecond: number
  /** Milliseconds. */
  p50: number
  p99: number
  /** Answers that were not 2xx, and requests that got none. */
  failed: number
}

interface Load {
  title: string
  url: string
  headers: Record<string, string>
  connections: number
  seconds: number
  /** Makes each request a POST, with this body or one of its own. */
  body?: string | (() => string)
  /** Asks for these in turn. */
  paths?: string[]
}

/** Warms the route up for a second, then asks it as fast as it answers. */
export async function measure(load: Load): Promise<Measured> {
  await ask(load, 1)
  const result = await ask(load, load.seconds)
  return {
    title: load.title,
    requestsPerSecond: result.requests.average,
    p50: result.latency.p50,
    p99: result.latency.p99,
    failed: result.non2xx + result.errors + result.timeouts,
  }
}

function ask({ url, headers, connections, body, paths }: Load, duration: number) {
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
