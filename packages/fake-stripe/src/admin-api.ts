import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Fault } from './faults.ts'
import { paramsOf } from './http/body.ts'
import { integerOf, type Params, requiredText, textOf } from './http/params.ts'
import { StripeApiError, wrongParameter } from './stripe-error.ts'
import type { FakeStripe } from './test-controls.ts'

export const adminPrefix = '/admin/'

/** The test controls over HTTP, for another process or for curl. Bodies are JSON or a form. */
export async function handleAdminRequest(
  fakeStripe: FakeStripe,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { pathname, search } = new URL(request.url ?? '/', fakeStripe.url)
  refuseOtherOrigins(request)
  const params = await paramsOf(request, search.slice(1))
  const [, , resource = '', id = '', action = ''] = pathname.split('/')
  const route = [request.method, resource, ...(id ? ['*'] : []), action].join(' ').trim()
  const control = controls[route]
  if (control === undefined)
    throw new StripeApiError(404, {
      message: `The admin API has no ${request.method} ${pathname}.`,
    })
  const result = await control(fakeStripe, decodeURIComponent(id), params)
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end(`${JSON.stringify(result ?? { done: true }, null, 2)}\n`)
}

type Control = (fakeStripe: FakeStripe, id: string, params: Params) => unknown

const controls: Record<string, Control> = {
  'GET calls': (fake) => fake.calls,
  'GET invalid_requests': (fake) => fake.invalidRequests,
  'GET charges': (fake, _, params) => fake.charges(accountOf(params)),
  'GET payment_intents': (fake, _, params) => fake.paymentIntents(accountOf(params)),
  'GET refunds': (fake, _, params) => fake.refunds(accountOf(params)),
  'GET events': (fake, _, params) => fake.events(accountOf(params)),
  'GET accounts': (fake) => fake.accounts(),
  'POST accounts': (fake, _, params) =>
    fake.addAccount({ displayName: textOf(params, 'display_name') }),
  'POST accounts * card_payments': (fake, id, params) =>
    fake.setCardPayments(id, oneOf(params, 'status', ['active', 'pending', 'restricted'])),
  'POST accounts * deauthorize': (fake, id) => fake.deauthorize(id),
  'POST payment_intents * pay': (fake, id, params) =>
    fake.pay(id, textOf(params, 'card') ?? undefined),
  'POST payment_intents * settle': (fake, id, params) =>
    fake.settle(id, String(params.good ?? 'true') === 'true'),
  'GET setup_intents': (fake, _, params) => fake.setupIntents(accountOf(params)),
  'POST setup_intents * save_card': (fake, id, params) =>
    fake.saveCard(id, textOf(params, 'card') ?? undefined),
  'POST setup_intents * settle': (fake, id, params) =>
    fake.settleSetup(id, String(params.good ?? 'true') === 'true'),
  'POST payment_intents * dispute': (fake, id, params) =>
    fake.dispute(id, textOf(params, 'reason') ?? undefined),
  'POST disputes * close': (fake, id, params) =>
    fake.closeDispute(id, oneOf(params, 'outcome', ['won', 'lost', 'prevented', 'warning_closed'])),
  'POST disputes * appeal': (fake, id) => fake.appeal(id),
  'POST payment_intents * inquire': (fake, id) => fake.inquire(id),
  'POST disputes * escalate': (fake, id) => fake.escalate(id),
  'POST payment_intents * refund': (fake, id, params) => fake.refund(id, Number(params.amount)),
  'POST refunds * complete': (fake, id) => fake.completeRefund(id),
  'POST refunds * fail': (fake, id, params) =>
    fake.failRefund(id, textOf(params, 'reason') ?? undefined),
  'GET payouts': (fake, _, params) => fake.payouts(accountOf(params)),
  'POST accounts * pay_out': (fake, id) => fake.payOut(id),
  'POST payouts * arrive': (fake, id) => fake.arrive(id),
  'POST payouts * fail': (fake, id, params) =>
    fake.failPayout(id, textOf(params, 'code') ?? undefined),
  'POST next_card': (fake, _, params) =>
    fake.declineNext(textOf(params, 'decline') ?? undefined, timesOf(params)),
  'POST next_refund': (fake, _, params) =>
    fake.refundNext(
      oneOf(params, 'status', ['pending', 'succeeded', 'failed', 'insufficient_balance']),
      timesOf(params),
    ),
  'POST faults': (fake, _, params) => void fake.fault(faultOf(params)),
  'DELETE faults': (fake) => fake.clearFaults(),
  'POST webhooks *': (fake, action, params) =>
    (webhookControls[action] ?? unknownWebhookAction(action))(fake, params),
  'POST reset': (fake) => fake.reset(),
}

const unknownWebhookAction = (action: string): never => {
  throw new StripeApiError(404, {
    message: `Unknown action ${action}. Webhooks have hold, release, deliver, drop and duplicate.`,
  })
}

const webhookControls: Record<string, (fakeStripe: FakeStripe, params: Params) => unknown> = {
  hold: ({ webhooks }) => webhooks.hold(),
  release: ({ webhooks }, params) =>
    webhooks.release(params.order === 'backwards' ? 'backwards' : 'in order'),
  deliver: ({ webhooks }, params) =>
    webhooks.deliver(requiredText(params, 'event'), timesOf(params)),
  drop: ({ webhooks }, params) => webhooks.drop(timesOf(params)),
  duplicate: ({ webhooks }, params) => webhooks.duplicate(timesOf(params)),
}

const accountOf = (params: Params) => textOf(params, 'account') ?? undefined
const timesOf = (params: Params) => integerOf(params, 'times') ?? 1

function faultOf(params: Params): Fault {
  const optional = Object.fromEntries(
    ['when', 'method', 'path', 'account'].map((name) => [name, textOf(params, name) ?? undefined]),
  )
  return {
    ...optional,
    kind: oneOf(params, 'kind', faultKinds),
    times: timesOf(params),
    ms: integerOf(params, 'ms') ?? 0,
  }
}

const faultKinds: Fault['kind'][] = [
  'hold',
  'delay',
  'silence',
  'reset',
  'html',
  'error',
  'rate_limit',
]

function oneOf<const Value extends string>(params: Params, name: string, values: Value[]): Value {
  const text = requiredText(params, name)
  const found = values.find((value) => value === text)
  if (found === undefined) throw wrongParameter(name, `Must be one of ${values.join(', ')}.`)
  return found
}

/** A page of another site that is open in the same browser must not control this server. */
function refuseOtherOrigins({ headers }: IncomingMessage): void {
  const origin = headers.origin
  if (origin !== undefined && origin !== `http://${headers.host}`)
    throw new StripeApiError(403, {
      message: 'The admin API does not accept requests from other origins.',
    })
}
