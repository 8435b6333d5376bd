import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { ServerResponse } from 'node:http'
import type { TestContext } from 'node:test'

/** The lengths of what is written to responses from now on. */
export function recordWrites(t: TestContext): number[] {
  const lengths: number[] = []
  const onRequest = (message: unknown) => {
    const { response } = message as { response: ServerResponse }
    for (const name of ['write', 'end'] as const) {
      const send = response[name].bind(response) as (...args: unknown[]) => never
      response[name] = (...args: unknown[]) => {
        const [chunk] = args
        if (typeof chunk === 'string' || Buffer.isBuffer(chunk)) lengths.push(chunk.length)
        return send(...args)
      }
    }
  }
  subscribe('http.server.request.start', onRequest)
  t.after(() => unsubscribe('http.server.request.start', onRequest))
  return lengths
}
