import type { IncomingMessage, ServerResponse } from 'node:http'
import { paramsOf } from '../http/body.ts'
import type { State } from '../state.ts'
import type { FakeStripe } from '../test-controls.ts'
import { onboardingPage } from './onboarding-page.ts'
import { escaped, type PageRequest, sendPage } from './page.ts'
import { payPage } from './pay-page.ts'

/**
 * Serves `/pay/{client_secret}`, `/onboarding/{account}` and `/receipts/{charge}`.
 *
 * @returns false for any other path
 */
export async function handlePage(
  fakeStripe: FakeStripe,
  state: State,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  const { pathname, search } = new URL(request.url ?? '/', fakeStripe.url)
  const [, kind = '', id = ''] = /^\/(pay|onboarding|receipts)\/([^/]+)$/.exec(pathname) ?? []
  const page = pages[kind]
  if (page === undefined) return false
  const params = await paramsOf(request, search.slice(1))
  const isPost = request.method === 'POST'
  page({ fakeStripe, state, id: decodeURIComponent(id), params, isPost, response })
  return true
}

const pages: Record<string, (request: PageRequest) => void> = {
  pay: payPage,
  onboarding: onboardingPage,
  receipts: receiptPage,
}

/** The page of a charge's `receipt_url`. */
function receiptPage({ state, id, response }: PageRequest): void {
  const { item: charge } = state.collections.charges.getFromAnyAccount(id)
  const format = (cents: number) => `${(cents / 100).toFixed(2)} ${charge.currency.toUpperCase()}`
  const refunded =
    charge.amount_refunded > 0 ? `<p>Refunded: ${format(charge.amount_refunded)}</p>` : ''
  sendPage(response, `Receipt: ${format(charge.amount)}`, `<p>${escaped(charge.id)}</p>${refunded}`)
}
