import type { IncomingHttpHeaders } from 'node:http'
import { StripeApiError } from '../stripe-error.ts'
import { type Params, textOf } from './params.ts'

/**
 * Authenticates the caller: the platform by its secret key, a browser by the publishable key.
 *
 * @throws StripeApiError 401
 */
export function callerOf(
  headers: IncomingHttpHeaders,
  params: Params,
  keys: { secretKeys: readonly string[]; publishableKey: string },
): 'platform' | 'browser' {
  const key = keyOf(headers.authorization ?? '') ?? textOf(params, 'key')
  if (key !== null && keys.secretKeys.includes(key)) return 'platform'
  if (key === keys.publishableKey) return 'browser'
  const message =
    key === null
      ? "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY')."
      : `Invalid API Key provided: ${key.slice(0, 8)}****${key.slice(-4)}`
  throw new StripeApiError(401, { message }, true)
}

function keyOf(authorization: string): string | null {
  const [scheme = '', value = ''] = authorization.split(' ')
  if (/^bearer$/i.test(scheme)) return value
  if (/^basic$/i.test(scheme)) return Buffer.from(value, 'base64').toString().split(':')[0] ?? ''
  return null
}
