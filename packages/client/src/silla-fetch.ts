import type { SillaClientOptions } from './options.ts'
import { createSend, type RequestKind } from './send.ts'

/**
 * `fetch` with the key, the session, the idempotency keys and the retries of a client, for pages that
 * write their requests themselves because every kilobyte counts. `baseUrl` and `language` do not
 * concern it.
 */
export function createSillaFetch(
  options: SillaClientOptions,
): (request: Request) => Promise<Response> {
  const send = createSend(options)
  return (request) => send(request, kindOf(request))
}

function kindOf({ method, url }: Request): RequestKind {
  const { pathname } = new URL(url)
  const [, path] = pathname.split('/api/v1/auth/')
  const withSecret = method === 'POST' && /\/api\/v1\/(webhooks|calendarios)\//.test(pathname)
  const isRead = method === 'GET' || method === 'HEAD'
  return {
    isMutation: !isRead,
    isRepeatable: path === undefined && !withSecret && method !== 'DELETE',
    isSignIn: path !== undefined && !path.startsWith('logout'),
  }
}
