import { fail } from '@silla/errors'
import { processorByAccount } from '../payments/processor-by-account.ts'
import { throwProcessorError } from '../payments/to-refusal.ts'
import { isGoneError, type Processors, timeBudget } from '../ports/processor.ts'
import type { TenantContext } from '../request-context.ts'

/**
 * A new link to the processor's onboarding of an account, which works once and for a few minutes (D53).
 * Anyone who has it can enter where the salon's money is paid out: only for the salon.
 *
 * @param urls.refresh where the browser goes when the link no longer works, for another one
 * @throws PROCESSOR_UNAVAILABLE; PROCESSOR_NOT_CONFIGURED when the salon has revoked the platform's access
 */
export async function createOnboardingLink(
  context: TenantContext,
  processors: Processors,
  account: string,
  urls: { return: string; refresh: string },
): Promise<string> {
  try {
    const processor = await processorByAccount(context, processors, account)
    const { url } = await processor.createOnboardingLink({
      account,
      returnUrl: urls.return,
      refreshUrl: urls.refresh,
      budget: timeBudget(),
    })
    return url
  } catch (error) {
    if (isGoneError(error)) fail('PROCESSOR_NOT_CONFIGURED', { cause: error })
    return throwProcessorError(error)
  }
}
