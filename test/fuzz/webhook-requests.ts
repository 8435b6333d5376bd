import type { Random } from '../support/random.ts'
import type { FuzzRequest } from './request.ts'
import type { Generate } from './rest-requests.ts'
import type { Scene } from './scene.ts'

/** Generates deliveries of events of the processor: those of the scene's payments, signed. */
export function webhookRequests(scene: Scene): Generate {
  return async ({ salon }, random, now) => {
    const { fake, account } = salon.stripe
    const events = fake.events(random.chance(0.9) ? account : null)
    const event =
      events.length > 0 ? structuredClone(random.pick(events.slice(-30))) : unknownEvent(account)
    // most events get an id of their own: one that was received before has no effect
    if (random.chance(0.7)) event.id = `evt_fuzz_${random.integer(1, 1e9)}`
    const request: FuzzRequest = {
      source: 'POST /api/v1/webhooks/processor/',
      method: 'POST',
      path: '/api/v1/webhooks/processor/',
      query: [],
      headers: [['Content-Type', 'application/json; charset=utf-8']],
      body: { json: event },
    }
    if (random.chance(0.05)) return { ...request, headers: oddSignature(request, random) }
    const seconds = Math.floor(now.getTime() / 1000)
    return {
      ...request,
      signWith: {
        secret: fake.endpoints()[0]?.secret ?? '',
        seconds: random.chance(0.05) ? seconds - random.pick([301, 1e6, -301]) : seconds,
      },
    }
  }

  function unknownEvent(account: string) {
    return {
      id: '',
      object: 'event' as const,
      type: 'customer.created',
      account,
      api_version: '',
      created: Math.floor(scene.now().getTime() / 1000),
      livemode: false,
      data: { object: {} },
      pending_webhooks: 0,
      request: { id: null, idempotency_key: null },
    }
  }
}

const oddSignature = ({ headers }: FuzzRequest, random: Random): FuzzRequest['headers'] => [
  ...headers,
  ['Stripe-Signature', random.pick(['', 't=1,v1=', 't=,v1=00', 'v1=a,t=b', 't=1e9,v1=ñ', ',,,='])],
]
