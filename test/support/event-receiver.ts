import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { atEnd } from './at-end.ts'
import { inTime } from './in-time.ts'

/** A server of an integrator, which records what is delivered to it. */
export interface EventReceiver {
  url: string
  /** In the order of arrival. */
  received: ReceivedEvent[]
  /** How the next deliveries are answered; later ones with 204. */
  answer(...answers: Answer[]): void
  /** Resolves when so many deliveries have arrived. */
  until(count: number): Promise<void>
}

export interface ReceivedEvent {
  headers: Record<string, string>
  body: string
  // biome-ignore lint/suspicious/noExplicitAny: parsed JSON, as the tests of the API use it
  event: any
}

/** A status, what handles the response, or `never` to accept and not answer. */
export type Answer = number | 'reset' | 'never' | ((response: ServerResponse) => void)

/** Listens on loopback until the end of the test file. */
export async function openEventReceiver(): Promise<EventReceiver> {
  const received: ReceivedEvent[] = []
  const answers: Answer[] = []
  const waiting = new Set<() => void>()
  const server = createServer((request, response) => void handle(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  atEnd(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/events`,
    received,
    answer: (...more) => void answers.push(...more),
    async until(count) {
      while (received.length < count) {
        const { promise, resolve } = Promise.withResolvers<void>()
        waiting.add(resolve)
        await inTime(promise, `Delivery ${received.length + 1}`)
        waiting.delete(resolve)
      }
    },
  }

  async function handle(request: IncomingMessage, response: ServerResponse) {
    const body = await text(request)
    const headers = request.headers as Record<string, string>
    received.push({ headers, body, event: JSON.parse(body) })
    const answer = answers.shift() ?? 204
    if (answer === 'reset') request.socket.resetAndDestroy()
    else if (typeof answer === 'number') response.writeHead(answer).end()
    else if (answer !== 'never') answer(response)
    for (const arrived of waiting) arrived()
  }
}
