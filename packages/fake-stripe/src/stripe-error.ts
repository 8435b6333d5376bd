import type { Stripe } from 'stripe'

/** The content of an error response; the library adds the other fields of its type itself. */
export type StripeErrorFields = { message: string } & Pick<
  Stripe.StripeRawError,
  | 'type'
  | 'code'
  | 'decline_code'
  | 'param'
  | 'doc_url'
  | 'charge'
  | 'payment_intent'
  | 'payment_method'
  | 'setup_intent'
>

/** An error with Stripe's codes and messages; `http/response.ts` wraps it in the envelope. */
export class StripeApiError extends Error {
  readonly status: number
  readonly fields: StripeErrorFields
  /** Rejected before the endpoint started, so the idempotency key stays unused. */
  readonly rejectedEarly: boolean

  constructor(status: number, fields: StripeErrorFields, rejectedEarly = false) {
    super(fields.message)
    this.status = status
    this.fields = { type: 'invalid_request_error', ...fields }
    this.rejectedEarly = rejectedEarly
  }
}

export const missing = (kind: string, id: string, param: string): StripeApiError =>
  new StripeApiError(404, { code: 'resource_missing', message: `No such ${kind}: '${id}'`, param })

export const wrongParameter = (param: string, message: string, code?: string): StripeApiError =>
  new StripeApiError(400, { ...(code ? { code } : {}), message, param }, true)

export const missingParameter = (param: string): StripeApiError =>
  wrongParameter(param, `Missing required param: ${param}.`, 'parameter_missing')
