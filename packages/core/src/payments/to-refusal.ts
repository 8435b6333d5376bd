import { fail } from '@silla/errors'
import { ProcessorError } from '../ports/processor.ts'

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
  if (error.code === 'account_invalid') fail('PROCESSOR_NOT_CONFIGURED', { cause: error })
  if (error.code.startsWith('amount_too_')) fail('INVALID_AMOUNT', { cause: error })
  throwPaymentError(error)
}

/** The payment was declined; the processor's message for the payer is included. */
export function throwPaymentError({ code, message }: { code: string; message: string }): never {
  const extra = { processorMessage: message }
  if (notTheCardCodes.includes(code)) fail('PAYMENT_FAILED', { extra })
  fail('CARD_DECLINED', { extra })
}

/** The card may be fine: it was not charged, or its holder was not authenticated. */
const notTheCardCodes = ['', 'processing_error', 'payment_intent_authentication_failure']
