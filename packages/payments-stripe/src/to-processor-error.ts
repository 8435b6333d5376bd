import { ProcessorError } from '@silla/core'

/**
 * Maps an error of the library to the kinds of error that the core handles. The result contains
 * nothing of the request, and of the response only its code and message.
 */
export function toProcessorError(error: unknown): ProcessorError {
  if (error instanceof ProcessorError) return error
  const { type = '', statusCode, code = '', message = '' } = error as StripeFailure
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
  if (statusCode >= 500) return new ProcessorError('unsure', `failed: ${statusCode}`, details)
  if (statusCode === 404 || code === 'resource_missing')
    return new ProcessorError('unknown', 'not found', details)
  return new ProcessorError('refused', sentence, details)
}

interface StripeFailure {
  type?: string
  statusCode?: number
  code?: string
  message?: string
}
