import type { Mode } from '../../business/business-summary.ts'
import type { Processor, ProcessorMode, Processors } from '../../ports/processor.ts'
import { AccountError } from './account-error.ts'

/** Only a live business takes real money (D8). */
export const processorMode = (mode: Mode): ProcessorMode => (mode === 'live' ? 'live' : 'test')

/** @throws AccountError NO_CREDENTIALS */
export function processorByMode(processors: Processors, mode: ProcessorMode): Processor {
  const processor = processors(mode)
  if (processor === null) {
    throw new AccountError(
      'NO_CREDENTIALS',
      `The processor has no ${mode} credentials: set STRIPE_SECRET_KEY.`,
    )
  }
  return processor
}
