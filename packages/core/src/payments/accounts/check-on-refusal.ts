import { isAccountRefusal, type Processor } from '../../ports/processor.ts'
import type { TenantContext } from '../../request-context.ts'
import { requestAccountCheck } from './request-account-check.ts'

/**
 * The same processor, which has the salon's account read again whenever it refuses because of that
 * account. Reading the account itself is left as it is.
 */
export function checkOnRefusal(context: TenantContext, processor: Processor): Processor {
  return {
    ...processor,
    createCustomer: watched(processor.createCustomer),
    findCustomer: watched(processor.findCustomer),
    createIntent: watched(processor.createIntent),
    getIntent: watched(processor.getIntent),
    findIntentByPayment: watched(processor.findIntentByPayment),
    cancelIntent: watched(processor.cancelIntent),
    createRefund: watched(processor.createRefund),
    listRefunds: watched(processor.listRefunds),
    async *listIntents(input) {
      try {
        yield* processor.listIntents(input)
      } catch (error) {
        throw await checked(input, error)
      }
    },
  }

  function watched<Input extends { account: string }, Result>(
    call: (input: Input) => Promise<Result>,
  ): (input: Input) => Promise<Result> {
    return async (input) => {
      try {
        return await call(input)
      } catch (error) {
        throw await checked(input, error)
      }
    }
  }

  /** @returns the error, also when the check could not be enqueued: the next refusal does so */
  async function checked({ account }: { account: string }, error: unknown): Promise<unknown> {
    if (isAccountRefusal(error)) await requestAccountCheck(context, account).catch(() => {})
    return error
  }
}
