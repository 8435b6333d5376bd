export interface StripeErrorFields {
  type?: string
  code?: string
  decline_code?: string
  message: string
  param?: string
  doc_url?: string
  charge?: string
  payment_intent?: unknown
}

/** A refusal in Stripe's words; `http/answer.ts` puts it into the envelope. */
export class StripeApiError extends Error {
  readonly status: number
  readonly fields: StripeErrorFields
  /** The call was wrong as it stood and nothing began: an idempotency key is not used up by it. */
  readonly nothingBegan: boolean

  constructor(status: number, fields: StripeErrorFields, nothingBegan = false) {
    super(fields.message)
    this.status = status
    this.fields = { type: 'invalid_request_error', ...fields }
    this.nothingBegan = nothingBegan
  }
}

export const missing = (kind: string, id: string, param: string): StripeApiError =>
  new StripeApiError(404, { code: 'resource_missing', message: `No such ${kind}: '${id}'`, param })

export const wrongParameter = (param: string, message: string, code?: string): StripeApiError =>
  new StripeApiError(400, { ...(code ? { code } : {}), message, param }, true)

export const missingParameter = (param: string): StripeApiError =>
  wrongParameter(param, `Missing required param: ${param}.`, 'parameter_missing')
