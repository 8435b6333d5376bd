import type { IncomingMessage, ServerResponse } from 'node:http'
import { paramsOf } from '../http/body.ts'
import type { State } from '../state.ts'
import type { FakeStripe } from '../test-controls.ts'
import { onboardingPage } from './onboarding-page.ts'
import { payPage } from './pay-page.ts'
import { receiptPage } from './receipt-page.ts'

/** What people look at. false: not a page. */
export async function handlePage(
  double: FakeStripe,
  state: State,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  const { pathname, search } = new URL(request.url ?? '/', double.url)
  const [, kind = '', id = ''] =
    /^\/double\/(pay|onboarding|receipts)\/([^/]+)$/.exec(pathname) ?? []
  const page = pages[kind]
  if (page === undefined) return false
  const params = await paramsOf(request, search.slice(1))
  page({
    double,
    world: state,
    id: decodeURIComponent(id),
    params,
    isPost: request.method === 'POST',
    response,
  })
  return true
}

const pages: Record<string, typeof payPage> = {
  pay: payPage,
  onboarding: onboardingPage,
  receipts: receiptPage,
}
