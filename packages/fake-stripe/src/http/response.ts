import type { ServerResponse } from 'node:http'
import { newId } from '../ids.ts'
import { StripeApiError } from './stripe-error.ts'

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

/** @throws whatever is not a Problem: a mistake of ours */
export function errorResponse(problem: unknown): FakeResponse {
  if (!(problem instanceof StripeApiError)) throw problem
  return { ...respondWith({ error: problem.fields }), status: problem.status }
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

/** Also for browsers of other origins: that is how Stripe.js calls. */
export function sendResponse(
  response: ServerResponse,
  answer: FakeResponse,
  more: Record<string, string>,
): void {
  response.writeHead(answer.status, {
    'content-type': 'application/json',
    'cache-control': 'no-cache, no-store',
    'request-id': answer.requestId,
    'access-control-allow-origin': '*',
    ...(answer.isReplay
      ? { 'idempotent-replayed': 'true', 'original-request': answer.requestId }
      : {}),
    ...more,
  })
  response.end(answer.body)
}
