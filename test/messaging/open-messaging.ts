import assert from 'node:assert/strict'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import {
  type MessageCallback,
  type MessageSender,
  MessageSenderError,
  type PhoneMessage,
} from '@silla/core'
import { type FakeMessaging, startFakeMessaging } from '@silla/fake-messaging'
import { openTwilioSender } from '@silla/messaging-twilio'
import { openWhatsappSender } from '@silla/messaging-whatsapp'
import { atEnd } from '../support/at-end.ts'
import { patienceMilliseconds } from '../support/in-time.ts'

/** Both adapters with a fake server of their providers, and what its callbacks say. */
export interface Messaging {
  fake: FakeMessaging
  twilio: MessageSender
  whatsapp: MessageSender
  callbackUrl(provider: 'twilio' | 'whatsapp'): string
  /** What the adapters have read, in the order of arrival. */
  read: MessageCallback[]
  /** Callbacks whose signature was wrong. */
  refused: string[]
  /** The statuses of the next responses to callbacks; later ones are 204. */
  respondWith(...statuses: number[]): void
}

export const now = new Date('2030-03-04T08:00:00Z')

/** One fake for a test file; `reset` it before each test. */
export async function openMessaging(): Promise<Messaging> {
  const fake = await startFakeMessaging({ clock: { now: () => now }, retryDelaysMs: [1, 1] })
  const twilio = openTwilioSender(fake.twilio)
  const whatsapp = openWhatsappSender(fake.whatsapp)
  const read: MessageCallback[] = []
  const refused: string[] = []
  const statuses: number[] = []
  const server = createServer((request, response) => void receive(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const callbackUrl = (provider: string) => `${base}/mensajes/${provider}/`
  fake.setTwilioInboundUrl(callbackUrl('twilio'))
  await fake.subscribeWhatsapp(callbackUrl('whatsapp'))
  atEnd(async () => {
    await fake.stop()
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
    assert.deepEqual(fake.invalidRequests, [], 'requests that a provider would refuse')
  })
  return {
    fake,
    twilio,
    whatsapp,
    callbackUrl,
    read,
    refused,
    respondWith: (...more) => void statuses.push(...more),
  }

  async function receive(request: IncomingMessage, response: ServerResponse) {
    const url = `${base}${request.url}`
    const sender = url.includes('/twilio/') ? twilio : whatsapp
    if (request.method === 'GET') {
      const challenge = sender.verifyCallbackUrl(url)
      return response.writeHead(challenge === null ? 403 : 200).end(challenge)
    }
    const { headers } = request
    const found = sender.readCallback({ url, headers, body: await buffer(request) })
    if (found === null) refused.push(url)
    else read.push(...found)
    response.writeHead(statuses.shift() ?? (found === null ? 403 : 204)).end()
  }
}

export const sms = (more: Partial<PhoneMessage> = {}): PhoneMessage => ({
  channel: 'sms',
  sender: '+34600111222',
  to: '+34611222333',
  text: 'Cita confirmada: martes 5 de marzo, 10:00. Barbería Centro',
  template: null,
  reference: 'b1.42',
  validSeconds: 600,
  statusUrl: null,
  ...more,
})

export const whatsappMessage = (more: Partial<PhoneMessage> = {}): PhoneMessage => ({
  ...sms(),
  channel: 'whatsapp',
  sender: '106540352242922',
  template: {
    name: 'silla_reminder_1',
    language: 'es',
    parameters: ['Lucía', 'mañana a las 10:00'],
  },
  ...more,
})

/** The outcome and code of a message that is not accepted. */
export const failureOf = (sending: Promise<unknown>): Promise<[outcome: string, code: string]> =>
  sending.then(
    () => assert.fail('the message was accepted'),
    (error) => {
      if (!(error instanceof MessageSenderError)) throw error
      assert.doesNotMatch(error.message, /\+?34\d{6}|fa4e|EAA/, 'a number or a token in a message')
      return [error.outcome, error.providerCode]
    },
  )

/** How long a sender waits where no response comes, so that the request arrives on a busy machine. */
const shortMilliseconds = 1000

/**
 * What the failures of the network mean, whatever the provider.
 *
 * @param open makes a function that sends a message, and waits for its response no longer than that
 */
export async function assertFaults(
  fake: FakeMessaging,
  open: (fake: FakeMessaging, timeoutMilliseconds: number) => () => Promise<unknown>,
  codes: { error: string; rateLimit: string },
): Promise<void> {
  const send = open(fake, patienceMilliseconds)
  const sendImpatiently = open(fake, shortMilliseconds)
  const json = (status: number, body: string) => ({ kind: 'response', status, body }) as const
  for (const [fault, expected, accepted] of [
    [{ kind: 'rate_limit' }, ['unavailable', codes.rateLimit], 0],
    [{ kind: 'error', when: 'before' }, ['unknown', codes.error], 0],
    [{ kind: 'error', when: 'after' }, ['unknown', codes.error], 1],
    [{ kind: 'html', when: 'before' }, ['unknown', ''], 0],
    [{ kind: 'reset', when: 'before' }, ['unknown', ''], 0],
    [{ kind: 'reset', when: 'after' }, ['unknown', ''], 1],
    [{ kind: 'silence' }, ['unknown', ''], 1],
    [{ kind: 'delay', ms: 5000, when: 'after' }, ['unknown', ''], 1],
    // proxies between us and the provider
    [json(503, '<html>'), ['unavailable', ''], 0],
    [json(404, 'null'), ['unavailable', ''], 0],
    [json(400, '{"error":"bad request"}'), ['unavailable', ''], 0],
    [json(302, ''), ['unavailable', ''], 0],
    // a success that cannot be read may have sent the message
    [json(200, ''), ['unknown', ''], 0],
    [json(200, '{"sid":7,"messages":[]}'), ['unknown', ''], 0],
    [json(201, '[]'), ['unknown', ''], 0],
  ] as const) {
    const before = fake.messages().length
    fake.fault({ method: 'POST', ...fault })
    const isAnswered = fault.kind !== 'silence' && fault.kind !== 'delay'
    const sending = isAnswered ? send() : sendImpatiently()
    assert.deepEqual(await failureOf(sending), expected, JSON.stringify(fault))
    fake.clearFaults()
    assert.equal(fake.messages().length - before, accepted, JSON.stringify(fault))
  }
  const gone = await startFakeMessaging()
  await gone.stop()
  assert.deepEqual(
    await failureOf(open(gone, patienceMilliseconds)()),
    ['unavailable', ''],
    'refused connection',
  )
  await send()
}
