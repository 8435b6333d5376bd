import { processorAccountQueries } from '@silla/db'
import { type Processor, ProcessorError, type Processors } from '../ports/processor.ts'
import type { TenantContext } from '../request-context.ts'
import { checkOnRefusal } from './accounts/check-on-refusal.ts'

/**
 * The processor of an account, also after the salon has disconnected the account. When it refuses
 * because of the account, the account's state is read again.
 *
 * @throws ProcessorError `unavailable` while the platform has no credentials for its mode; jobs are
 *   retried until it has
 */
export async function processorByAccount(
  context: TenantContext,
  processors: Processors,
  accountRef: string,
): Promise<Processor> {
  const [[account]] = await context.tenant.db.batch((tx) => [
    processorAccountQueries.findAccountByRef(tx, accountRef),
  ])
  if (!account) throw new Error(`the account ${accountRef} does not belong to the business`)
  const processor = processors(account.livemode ? 'live' : 'test')
  if (processor === null)
    throw new ProcessorError('unavailable', 'the platform has no credentials for this account')
  return checkOnRefusal(context, processor)
}
