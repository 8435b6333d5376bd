import { ProcessorError } from '@silla/core'

/**
 * What went wrong with a question, as the use cases tell it apart. Nothing of what was sent or
 * answered travels along.
 */
export function toProcessorError(error: unknown): ProcessorError {
  if (error instanceof ProcessorError) return error
  const { type = '', statusCode, code = '', message = '' } = error as StripeFault
  const observation = { code: String(code) }
  const sentence = String(message)

  // nobody answered, or something that is not the processor did
  if (statusCode === undefined)
    return new ProcessorError('unavailable', `not reached: ${type || sentence}`, observation)
  if (type === 'StripeIdempotencyError') {
    // the same key at the same time is only busy; with another question it stands for that one for
    // good
    return new ProcessorError(
      statusCode === 409 ? 'unavailable' : 'unsure',
      'the key is taken',
      observation,
    )
  }
  if (
    statusCode === 409 ||
    statusCode === 429 ||
    code === 'rate_limit' ||
    code === 'lock_timeout'
  ) {
    return new ProcessorError('unavailable', `busy: ${statusCode}`, observation)
  }
  // its sentence would quote our key
  if (statusCode === 401)
    return new ProcessorError('unavailable', 'our own key is not accepted', observation)
  if (statusCode >= 500) return new ProcessorError('unsure', `failed: ${statusCode}`, observation)
  if (statusCode === 404 || code === 'resource_missing')
    return new ProcessorError('unknown', 'no such thing', observation)
  return new ProcessorError('refused', sentence, observation)
}

interface StripeFault {
  type?: string
  statusCode?: number
  code?: string
  message?: string
}
