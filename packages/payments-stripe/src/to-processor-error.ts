import { ProcessorError } from '@silla/core'

/**
 * Maps an error of the library to the kinds of error that the core handles. The result contains
 * nothing of the request, and of the response only its code and message.
 */
export function toProcessorError(error: unknown): ProcessorError {
  if (error instanceof ProcessorError) return error
  const failure = error as StripeFailure
  const { type = '', statusCode, code = '', message = '' } = failure
  const details = { code: String(code) }
  const sentence = String(message)

  // no response, or one that is not from Stripe
  if (statusCode === undefined)
    return new ProcessorError('unavailable', `unreachable: ${type || sentence}`, details)
  if (type === 'StripeIdempotencyError') {
    // 409: a request with the key is in progress; otherwise the key belongs to another request for
    // good
    return new ProcessorError(
      statusCode === 409 ? 'unavailable' : 'unsure',
      'the idempotency key is in use',
      details,
    )
  }
  if (
    statusCode === 409 ||
    statusCode === 429 ||
    code === 'rate_limit' ||
    code === 'lock_timeout'
  ) {
    return new ProcessorError('unavailable', `busy: ${statusCode}`, details)
  }
  // Stripe's message would quote the API key
  if (statusCode === 401)
    return new ProcessorError('unavailable', "the platform's API key is not accepted", details)
  // Stripe reports no error in a successful response
  if (statusCode >= 500 || statusCode < 400)
    return new ProcessorError('unsure', `failed: ${statusCode}`, details)
  if (!isFromStripe(failure))
    return new ProcessorError('unavailable', `unreachable: ${statusCode} from a proxy`)
  if (statusCode === 404 || code === 'resource_missing')
    return new ProcessorError('unknown', 'not found', details)
  return refusal(failure, sentence)
}

/** The fields of an error of the library; any of them may be missing. */
interface StripeFailure {
  /** The library's class. It follows from the status, so that it does not tell a declined card. */
  type?: string
  /** The type in the response. */
  rawType?: string
  statusCode?: number
  code?: string
  message?: string
  param?: string
}

/** Every error of Stripe has a type or a code; the error of a proxy is a text or has neither. */
const isFromStripe = ({ type = '', rawType, code }: StripeFailure): boolean =>
  !oauthErrors.test(type) && (typeof rawType === 'string' || typeof code === 'string')

/** The library's classes for an error that is only a text. */
const oauthErrors = /^Stripe(OAuth|InvalidGrant|InvalidClient|InvalidScope|Unsupported)/

function refusal(failure: StripeFailure, sentence: string): ProcessorError {
  const { statusCode, rawType, code = '', param } = failure
  if (rawType === 'card_error')
    return new ProcessorError('refused', sentence, { code, declined: isDeclined(rawType, code) })
  if (code === 'testmode_charges_only' || cannotCharge.test(sentence))
    return new ProcessorError('refused', sentence, { code: 'account_cannot_charge' })
  if (statusCode === 403 && code !== 'account_invalid')
    return new ProcessorError('unavailable', "the platform's API key lacks a permission", {
      code: 'key_lacks_right',
    })
  return new ProcessorError('refused', sentence, {
    code: param === 'email' ? 'email_invalid' : code,
  })
}

/** Whether the card was declined: another card may work, the same one will not. */
export const isDeclined = (type: string | null | undefined, code: string | null | undefined) =>
  type === 'card_error' && !retryable.includes(code ?? '')

/** Failures that a retry with the same card may pass. */
const retryable = [
  'processing_error',
  'authentication_required',
  'payment_intent_authentication_failure',
  'setup_intent_authentication_failure',
]

/** Stripe's messages when the account has no active card payments; most have no code. */
const cannotCharge =
  /cannot currently make (live |test )?charges|without the .?card_payments.? capability|No valid payment method types/i
