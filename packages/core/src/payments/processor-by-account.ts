import { processorAccountQueries } from '@silla/db'
import { type Processor, ProcessorError, type Processors } from '../ports/processor.ts'
import type { TenantContext } from '../request-context.ts'

/**
 * The processor that holds an account's money, also after the salon has let the account go.
 *
 * @throws ProcessorError `unavailable` while the platform has no credentials for its mode: what
 *   waits is done once there are some
 */
export async function processorByAccount(
  { tenant }: TenantContext,
  processors: Processors,
  accountRef: string,
): Promise<Processor> {
  const [[account]] = await tenant.db.batch((tx) => [
    processorAccountQueries.findAccountByRef(tx, accountRef),
  ])
  if (!account) throw new Error(`the business never had the account ${accountRef}`)
  const processor = processors(account.livemode ? 'live' : 'test')
  if (processor === null)
    throw new ProcessorError('unavailable', 'the platform has no credentials for this account')
  return processor
}
