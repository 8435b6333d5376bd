import { processorAccountQueries as queries, salonWriteQueries, type Tx } from '@silla/db'
import {
  type Processor,
  type ProcessorAccount,
  ProcessorError,
  type Processors,
  timeBudget,
} from '../../ports/processor.ts'
import type { TenantContext } from '../../request-context.ts'
import { notifySalon } from '../payment-mail.ts'
import { processorByAccount } from '../processor-by-account.ts'
import { type AccountStatus, isReady } from './account-status.ts'

/**
 * Reads from the processor whether the salon's account may charge cards, and lets the salon's
 * catalogue say so (D14, D23). A salon whose account stops is told once for each time that it does.
 * One that was let go stays as it is.
 *
 * @throws ProcessorError when it cannot be read
 */
export async function checkAccount(
  context: TenantContext,
  processors: Processors,
  account: string,
): Promise<AccountStatus> {
  const { tenant, clock } = context
  const processor = await processorByAccount(context, processors, account)
  const askedAt = clock.now()
  const said = await readCardPayments(processor, account)
  const catalog = await tenant.catalog()
  await tenant.db.transaction(async (tx) => {
    const [before] = await queries.lockAccount(tx, account)
    // somebody who asked later was quicker to write it down
    if (!before || before.disconnectedAt !== null || before.checkedAt > askedAt) return
    await note(tx, before)
  })
  return { account, cardPayments: said.cardPayments, ready: isReady(said) }

  async function note(tx: Tx, before: queries.AccountRow) {
    const ready = isReady(said)
    await queries.updateAccountStatus(tx, {
      ref: account,
      cardPayments: said.cardPayments,
      ready,
      at: askedAt,
    })
    if (ready === before.ready) return
    await salonWriteQueries.touchCatalog(tx)
    if (ready) return
    const update = { kind: 'account_restricted', payload: { account } } as const
    await notifySalon(
      tx,
      catalog,
      update,
      `account:${account}:restricted:${askedAt.toISOString()}`,
      askedAt,
    )
  }
}

/** An account that we cannot see any more has shown us the door: it charges nothing for us. */
async function readCardPayments(
  processor: Processor,
  account: string,
): Promise<Pick<ProcessorAccount, 'cardPayments'>> {
  try {
    return await processor.getAccount({ account, budget: timeBudget() })
  } catch (error) {
    const isGone =
      error instanceof ProcessorError &&
      (error.kind === 'unknown' || error.code === 'account_invalid')
    if (isGone) return { cardPayments: 'none' }
    throw error
  }
}
