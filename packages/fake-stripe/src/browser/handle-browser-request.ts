import type { IncomingMessage, ServerResponse } from 'node:http'
import { paramsOf } from '../http/body.ts'
import type { State } from '../state.ts'
import type { FakeStripe } from '../test-controls.ts'
import { authenticate } from './authenticate.ts'
import { openSession } from './open-session.ts'
import { sendScript } from './send-script.ts'

/**
 * What the browser script needs besides the API: its own files, `/v1/elements/sessions` and
 * `/authenticate/{client_secret}`.
 *
 * @returns false for any other path
 */
export async function handleBrowserRequest(
  fakeStripe: FakeStripe,
  state: State,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  const { pathname, search } = new URL(request.url ?? '/', fakeStripe.url)
  if (await sendScript(pathname, response)) return true
  const [, clientSecret] = /^\/authenticate\/(\w+)$/.exec(pathname) ?? []
  if (clientSecret === undefined && pathname !== '/v1/elements/sessions') return false
  const params = await paramsOf(request, search.slice(1))
  if (clientSecret === undefined) openSession(fakeStripe, state, params, request, response)
  else {
    const isPost = request.method === 'POST'
    authenticate({ fakeStripe, state, id: clientSecret, params, isPost, response })
  }
  return true
}
