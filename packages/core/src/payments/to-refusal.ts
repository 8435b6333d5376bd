import { fail } from '@silla/errors'
import { isAccountRefusal, ProcessorError } from '../ports/processor.ts'

/**
 * Maps an error of the processor to the API's errors (D21, D22); any other error is rethrown.
 *
 * @throws PROCESSOR_UNAVAILABLE, PROCESSOR_NOT_CONFIGURED, INVALID_AMOUNT, CARD_DECLINED,
 *   PAYMENT_FAILED
 */
export function throwProcessorError(error: unknown): never {
  if (!(error instanceof ProcessorError)) throw error
  if (error.kind !== 'refused')
    fail('PROCESSOR_UNAVAILABLE', { headers: { 'retry-after': '5' }, cause: error })
  if (isAccountRefusal(error)) fail('PROCESSOR_NOT_CONFIGURED', { cause: error })
  if (error.code.startsWith('amount_too_')) fail('INVALID_AMOUNT', { cause: error })
  if (error.declined) throwPaymentError(error)
  // the message is about Silla's request and would not help the payer
  fail('PAYMENT_FAILED', { cause: error })
}

/**
 * The payment failed; the processor's message for the payer is included. Unless the card was
 * `declined`, it may be fine: it was not charged, or its holder was not authenticated.
 */
export function throwPaymentError({
  declined,
  message,
}: {
  declined: boolean
  message: string
}): never {
  fail(declined ? 'CARD_DECLINED' : 'PAYMENT_FAILED', { extra: { processorMessage: message } })
}
