import { catalogQueries, processorAccountQueries as queries, type Tx } from '@silla/db'
import {
  isGoneError,
  type Processor,
  type ProcessorAccount,
  type Processors,
  timeBudget,
} from '../../ports/processor.ts'
import type { TenantContext } from '../../request-context.ts'
import { notifySalon } from '../payment-mail.ts'
import { processorByAccount } from '../processor-by-account.ts'
import { enqueueDomainRegistration } from './register-domains.ts'

/** What the processor reports about an account. */
export interface AccountStatus {
  account: string
  cardPayments: ProcessorAccount['cardPayments']
  /** It may charge cards (D20). */
  ready: boolean
  missing: ProcessorAccount['missing']
}

export const isReady = ({ cardPayments }: Pick<ProcessorAccount, 'cardPayments'>): boolean =>
  cardPayments === 'active'

/**
 * Reads from the processor whether the salon's account may charge cards, and updates the salon's
 * catalogue (D14, D23): after an event, a refusal, and every night. The salon is notified each time
 * its account stops charging. A disconnected account is not updated.
 *
 * @throws ProcessorError when it cannot be read
 */
export async function checkAccount(
  context: TenantContext,
  processors: Processors,
  account: string,
): Promise<AccountStatus> {
  const { tenant, realClock } = context
  const processor = await processorByAccount(context, processors, account)
  const requestedAt = realClock.now()
  const reported = await readStatus(processor, account)
  const catalog = await tenant.catalog()
  await tenant.db.transaction(async (tx) => {
    const [before] = await queries.lockAccount(tx, account)
    // a later request was faster
    if (!before || before.disconnectedAt !== null || before.checkedAt > requestedAt) return
    await store(tx, before)
  })
  return { account, ...reported, ready: isReady(reported) }

  async function store(tx: Tx, before: queries.AccountRow) {
    const ready = isReady(reported)
    await queries.updateAccountStatus(tx, {
      ref: account,
      cardPayments: reported.cardPayments,
      ready,
      at: requestedAt,
    })
    if (ready === before.ready) return
    await catalogQueries.touchCatalog(tx)
    if (ready) {
      await enqueueDomainRegistration(tx)
      return
    }
    const notification = { kind: 'account_restricted', payload: { account } } as const
    await notifySalon(
      tx,
      catalog,
      notification,
      `account:${account}:restricted:${requestedAt.toISOString()}`,
      requestedAt,
    )
  }
}

/**
 * An account that the platform cannot access any more has revoked the connection: it cannot charge.
 */
async function readStatus(
  processor: Processor,
  account: string,
): Promise<Omit<ProcessorAccount, 'account'>> {
  try {
    const { cardPayments, missing } = await processor.getAccount({ account, budget: timeBudget() })
    return { cardPayments, missing }
  } catch (error) {
    if (isGoneError(error)) return { cardPayments: 'none', missing: [] }
    throw error
  }
}
