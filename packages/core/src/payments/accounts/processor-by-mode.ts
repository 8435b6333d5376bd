import type { Processor, ProcessorMode, Processors } from '../../ports/processor.ts'
import type { Mode } from '../../provisioning/salon.ts'
import { AccountProblem } from './account-error.ts'

/** A live business takes real money; the others practise (D8). */
export const processorMode = (mode: Mode): ProcessorMode => (mode === 'live' ? 'live' : 'test')

/** @throws AccountProblem NO_CREDENTIALS */
export function processorFor(processors: Processors, mode: ProcessorMode): Processor {
  const processor = processors(mode)
  if (processor === null) {
    throw new AccountProblem(
      'NO_CREDENTIALS',
      `There are no ${mode} credentials of the processor: set STRIPE_SECRET_KEY.`,
    )
  }
  return processor
}
