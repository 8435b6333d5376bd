import { processorAccountQueries, type Tx } from '@silla/db'
import { fail } from '@silla/errors'
import type { Catalog } from '../catalog/catalog.ts'
import type { Processors } from '../ports/processor.ts'

/**
 * The salon accepts online payments, has an account that may charge, and the platform has the
 * credentials for it (D14, D21).
 *
 * @throws PROCESSOR_NOT_CONFIGURED
 */
export async function chargingAccount(
  tx: Tx,
  { settings }: Catalog,
  processors: Processors,
): Promise<processorAccountQueries.AccountRow> {
  const [account] = await processorAccountQueries.findConnectedAccount(tx)
  if (!settings.acceptsOnlinePayments || !account?.ready) fail('PROCESSOR_NOT_CONFIGURED')
  if (processors(account.livemode ? 'live' : 'test') === null) fail('PROCESSOR_NOT_CONFIGURED')
  return account
}
