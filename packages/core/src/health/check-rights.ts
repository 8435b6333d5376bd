import { processorMode } from '../payments/accounts/processor-by-mode.ts'
import {
  ProcessorError,
  type ProcessorMode,
  type Processors,
  timeBudget,
} from '../ports/processor.ts'
import { type CheckResult, ok, problem, skip } from './check-result.ts'
import type { CheckedBusiness } from './checked-businesses.ts'

/**
 * Whether the platform's key of one mode has the rights that Silla needs (D58): a restricted key may lack
 * some. It only reads from the processor, for four seconds at most, so that rights which only a change
 * would show are not tried.
 *
 * @returns the result of `processor-rights-live` or `processor-rights-test`
 */
export async function checkRights(
  mode: ProcessorMode,
  { processors, businesses }: { processors: Processors; businesses: readonly CheckedBusiness[] },
): Promise<CheckResult> {
  const check = `processor-rights-${mode}`
  const processor = processors(mode)
  if (processor === null) return skip(check, 'processorKeysNotNeeded', { mode })
  const connected = businesses.find(
    ({ accountReady, ...business }) => accountReady && processorMode(business.mode) === mode,
  )
  try {
    const { needed, missing, untried } = await processor.probeRights({
      account: connected?.accountRef ?? null,
      budget: timeBudget(maxMilliseconds),
    })
    return missing.length > 0
      ? problem(check, 'rightsMissing', { missing, needed })
      : ok(check, 'rightsComplete', { tried: needed.length - untried.length, untried })
  } catch (error) {
    if (!(error instanceof ProcessorError)) throw error
    return problem(check, 'processorFailed', { message: error.message })
  }
}

const maxMilliseconds = 4000
