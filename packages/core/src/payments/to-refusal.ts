import { fail } from '@silla/errors'
import { ProcessorError } from '../ports/processor.ts'

/**
 * Tells a caller what the processor answered (D21, D22). What is no problem of the processor's is
 * thrown as it is.
 *
 * @throws PROCESSOR_UNAVAILABLE, PROCESSOR_NOT_CONFIGURED, INVALID_AMOUNT, CARD_DECLINED,
 *   PAYMENT_FAILED
 */
export function throwProcessorError(problem: unknown): never {
  if (!(problem instanceof ProcessorError)) throw problem
  if (problem.kind !== 'refused')
    fail('PROCESSOR_UNAVAILABLE', { headers: { 'retry-after': '5' }, cause: problem })
  if (problem.code === 'account_invalid') fail('PROCESSOR_NOT_CONFIGURED', { cause: problem })
  if (problem.code.startsWith('amount_too_')) fail('INVALID_AMOUNT', { cause: problem })
  throwPaymentError(problem)
}

/** The card, or something about it, would not do: the processor's own sentence goes along. */
export function throwPaymentError({ code, message }: { code: string; message: string }): never {
  const extra = { processorMessage: message }
  if (notTheCard.includes(code)) fail('PAYMENT_FAILED', { extra })
  fail('CARD_DECLINED', { extra })
}

/** The card may be good: it was not asked, or its holder was not recognised. */
const notTheCard = ['', 'processing_error', 'payment_intent_authentication_failure']
