import type { ServerResponse } from 'node:http'
import { newId } from '../ids.ts'
import { StripeApiError } from '../stripe-error.ts'

export interface FakeResponse {
  status: number
  body: string
  requestId: string
  isReplay?: boolean
}

export const respondWith = (body: unknown): FakeResponse => ({
  status: 200,
  body: JSON.stringify(body, null, 2),
  requestId: newId('req').slice(0, 18),
})

/** @throws any error that is not a StripeApiError: a bug of the fake Stripe */
export function errorResponse(error: unknown): FakeResponse {
  if (!(error instanceof StripeApiError)) throw error
  return { ...respondWith({ error: error.fields }), status: error.status }
}

export const serverError = (): FakeResponse =>
  errorResponse(
    new StripeApiError(500, {
      type: 'api_error',
      message: 'An unknown error occurred. Please contact us if this persists.',
    }),
  )

export const rateLimited = (): FakeResponse =>
  errorResponse(
    new StripeApiError(429, {
      code: 'rate_limit',
      message: 'Too many requests hit the API too quickly.',
    }),
  )

/** Allows browsers of any origin, because Stripe.js calls from the salon's page. */
export function sendResponse(
  response: ServerResponse,
  { status, body, requestId, isReplay }: FakeResponse,
  headers: Record<string, string>,
): void {
  response.writeHead(status, {
    'content-type': 'application/json',
    'cache-control': 'no-cache, no-store',
    'request-id': requestId,
    'access-control-allow-origin': '*',
    ...(isReplay ? { 'idempotent-replayed': 'true', 'original-request': requestId } : {}),
    ...headers,
  })
  response.end(body)
}
