import { isTokenExpired, renewToken } from './auth.ts'
import type { SillaClientOptions } from './options.ts'
import { fetchWithRetries, type RetryOptions } from './retry.ts'

/** Sends a request of a client, which has no credentials yet. */
export type Send = (request: Request, kind: RequestKind) => Promise<Response>

export interface RequestKind extends Pick<RetryOptions, 'isRepeatable'> {
  /** Whether it changes something; such a request gets an `Idempotency-Key`. */
  isMutation: boolean
  /** Whether it begins or renews a session; such a request carries no access token. */
  isSignIn: boolean
}

/**
 * Sends requests with the key and the access token of a client. A request that is refused because
 * the token has expired is sent once more with the renewed one.
 */
export function createSend({
  apiKey,
  auth,
  maxRetries = 2,
  maxRetryAfterSeconds = 60,
}: SillaClientOptions): Send {
  return async (request, { isMutation, isRepeatable, isSignIn }) => {
    const options = { maxRetries, maxRetryAfterSeconds, isRepeatable }
    const withKey = addKey(request, apiKey)
    if (isMutation && !withKey.headers.has('Idempotency-Key'))
      withKey.headers.set('Idempotency-Key', newIdempotencyKey())
    const token = isSignIn || withKey.headers.has('Authorization') ? null : auth?.accessToken
    if (!auth || !token) return fetchWithRetries(withKey, options)

    // with the same Idempotency-Key: an earlier attempt may have taken effect
    const again = withKey.clone()
    const response = await fetchWithRetries(addToken(withKey, token), options)
    if (!(await isTokenExpired(response))) return response
    const renewed = await renewToken(auth, token)
    return renewed === null ? response : fetchWithRetries(addToken(again, renewed), options)
  }
}

export const isPublishable = (apiKey: string | null): boolean =>
  apiKey?.startsWith('silla_pub_') ?? false

/** A secret key must not be in a URL. */
function addKey(request: Request, apiKey: string | null): Request {
  if (apiKey === null) return request
  if (request.method === 'GET' && isPublishable(apiKey)) {
    const { url } = request
    return new Request(`${url}${url.includes('?') ? '&' : '?'}key=${apiKey}`, request)
  }
  request.headers.set('X-API-Key', apiKey)
  return request
}

function addToken(request: Request, token: string): Request {
  request.headers.set('Authorization', `Bearer ${token}`)
  return request
}

/** `crypto.randomUUID` does not exist on pages that are served without TLS. */
function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
