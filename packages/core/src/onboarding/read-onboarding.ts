import { processorAccountQueries as queries } from '@silla/db'
import { checkAccount } from '../payments/accounts/check-account.ts'
import { type MissingFact, ProcessorError, type Processors } from '../ports/processor.ts'
import type { TenantContext } from '../request-context.ts'

/** How far a salon has come with its account at the processor. */
export interface Onboarding {
  account: string
  /**
   * - `ready`: it may charge cards
   * - `pending`: the processor verifies what the salon has entered
   * - `incomplete`: the salon has to enter something
   * - `unsupported`: the processor takes no cards for it
   */
  state: 'ready' | 'pending' | 'incomplete' | 'unsupported'
  /** What it has to enter; empty also when that is not known. */
  missing: MissingFact[]
  checkedAt: Date
  /** The processor has just reported it; otherwise it could not be reached, and this is older. */
  isCurrent: boolean
}

/**
 * Reads from the processor how far the salon has come, and updates what its catalogue says of it (D53).
 * While the processor cannot be reached, it is what was read last.
 *
 * @returns null: the salon has no account
 */
export async function readOnboarding(
  context: TenantContext,
  processors: Processors,
): Promise<Onboarding | null> {
  const [[stored]] = await context.tenant.db.batch((tx) => [queries.findConnectedAccount(tx)])
  if (!stored) return null
  const { accountRef: account, cardPayments, checkedAt } = stored
  try {
    const read = await checkAccount(context, processors, account)
    const { missing } = read
    const state = stateOf(read)
    return { account, state, missing, checkedAt: context.realClock.now(), isCurrent: true }
  } catch (error) {
    if (!(error instanceof ProcessorError)) throw error
    const state = stateOf({ cardPayments, missing: [] })
    return { account, state, missing: [], checkedAt, isCurrent: false }
  }
}

function stateOf({
  cardPayments,
  missing,
}: Pick<
  Awaited<ReturnType<typeof checkAccount>>,
  'cardPayments' | 'missing'
>): Onboarding['state'] {
  switch (cardPayments) {
    case 'active':
      return 'ready'
    case 'unsupported':
      return 'unsupported'
    case 'pending':
      return missing.length === 0 ? 'pending' : 'incomplete'
    default:
      return 'incomplete'
  }
}
