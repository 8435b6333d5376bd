import type { Processor, ProcessorMode, Processors } from '../../ports/processor.ts'
import type { Mode } from '../../provisioning/salon.ts'
import { AccountError } from './account-error.ts'

/** A live business takes real money; the others practise (D8). */
export const processorMode = (mode: Mode): ProcessorMode => (mode === 'live' ? 'live' : 'test')

/** @throws AccountError NO_CREDENTIALS */
export function processorByMode(processors: Processors, mode: ProcessorMode): Processor {
  const processor = processors(mode)
  if (processor === null) {
    throw new AccountError(
      'NO_CREDENTIALS',
      `There are no ${mode} credentials of the processor: set STRIPE_SECRET_KEY.`,
    )
  }
  return processor
}
