import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Fault } from './faults/faults.ts'
import { paramsOf } from './http/body.ts'
import { integerOf, type Params, requiredText, textOf } from './http/params.ts'
import { StripeApiError, wrongParameter } from './http/stripe-error.ts'
import type { FakeStripe } from './test-controls.ts'

/**
 * The hands of the handle, by HTTP: for another process, or for curl. Bodies are JSON or a form.
 */
export async function handleAdminRequest(
  double: FakeStripe,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { pathname, search } = new URL(request.url ?? '/', double.url)
  refuseOtherSites(request)
  const params = await paramsOf(request, search.slice(1))
  const [, , subject = '', id = '', verb = ''] = pathname.split('/')
  const word = [request.method, subject, ...(id ? ['*'] : []), ...(verb ? [verb] : [])].join(' ')
  const act = controls[word]
  if (act === undefined)
    throw new StripeApiError(404, { message: `The double knows no ${request.method} ${pathname}.` })
  const result = await act(double, decodeURIComponent(id), params)
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end(`${JSON.stringify(result ?? { done: true }, null, 2)}\n`)
}

type Control = (double: FakeStripe, id: string, params: Params) => unknown

const controls: Record<string, Control> = {
  'GET calls': (double) => double.calls,
  'GET charges': (double, _, params) => double.charges(accountOf(params)),
  'GET payment_intents': (double, _, params) => double.paymentIntents(accountOf(params)),
  'GET refunds': (double, _, params) => double.refunds(accountOf(params)),
  'GET events': (double, _, params) => double.events(accountOf(params)),
  'GET accounts': (double) => double.accounts(),
  'POST accounts': (double, _, params) =>
    double.addAccount({ displayName: textOf(params, 'display_name') }),
  'POST accounts * card_payments': (double, id, params) =>
    double.setCardPayments(
      id,
      oneOf<'active' | 'pending' | 'restricted'>(params, 'status', [
        'active',
        'pending',
        'restricted',
      ]),
    ),
  'POST accounts * deauthorize': (double, id) => double.deauthorize(id),
  'POST payment_intents * pay': (double, id, params) =>
    double.pay(id, textOf(params, 'card') ?? undefined),
  'POST payment_intents * settle': (double, id, params) =>
    double.settle(id, String(params.good ?? 'true') === 'true'),
  'POST payment_intents * dispute': (double, id, params) =>
    double.dispute(id, textOf(params, 'reason') ?? undefined),
  'POST disputes * close': (double, id, params) =>
    double.closeDispute(id, oneOf(params, 'outcome', ['won', 'lost'])),
  'POST refunds * complete': (double, id) => double.completeRefund(id),
  'POST refunds * fail': (double, id, params) =>
    double.failRefund(id, textOf(params, 'reason') ?? undefined),
  'POST next_card': (double, _, params) =>
    double.declineNext(textOf(params, 'decline') ?? undefined, timesOf(params)),
  'POST next_refund': (double, _, params) =>
    double.refundNext(oneOf(params, 'status', ['pending', 'succeeded', 'failed']), timesOf(params)),
  'POST faults': (double, _, params) => void double.fault(faultOf(params)),
  'DELETE faults': (double) => double.clearFaults(),
  'POST webhooks *': (double, verb, params) =>
    (webhookVerbs[verb] ?? unknownVerb(verb))(double, params),
  'POST reset': (double) => double.reset(),
}

const unknownVerb = (verb: string): never => {
  throw new StripeApiError(404, {
    message: `Webhooks know hold, release, deliver, drop and duplicate, but not ${verb}.`,
  })
}

const webhookVerbs: Record<string, (double: FakeStripe, params: Params) => unknown> = {
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
    ['when', 'method', 'path'].map((name) => [name, textOf(params, name) ?? undefined]),
  )
  return {
    ...optional,
    kind: oneOf(params, 'kind', [
      'hold',
      'delay',
      'silence',
      'reset',
      'html',
      'error',
      'rate_limit',
    ]),
    times: timesOf(params),
    ms: integerOf(params, 'ms') ?? 0,
  }
}

function oneOf<Word extends string>(params: Params, name: string, words: Word[]): Word {
  const text = requiredText(params, name)
  return (
    words.find((word) => word === text) ??
    fail(wrongParameter(name, `Must be one of ${words.join(', ')}.`))
  )
}

function fail(problem: StripeApiError): never {
  throw problem
}

/** A page of some other site that is open in the same browser has no business here. */
function refuseOtherSites({ headers }: IncomingMessage): void {
  const origin = headers.origin
  if (origin !== undefined && origin !== `http://${headers.host}`)
    throw new StripeApiError(403, { message: 'The double is not played from other sites.' })
}
