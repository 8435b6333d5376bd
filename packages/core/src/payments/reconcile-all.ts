import { inTransaction, processorAccountQueries, type Sql } from '@silla/db'
import type { Mode } from '../business/business-summary.ts'
import type { Processors } from '../ports/processor.ts'
import type { TenantContext } from '../request-context.ts'
import { type ReconciliationDiff, reconcile } from './reconcile.ts'

/** The result of reconciling one business. */
export interface ReconciliationResult {
  slug: string
  outcome: 'agrees' | 'differs' | 'failed'
  differences: ReconciliationDiff[]
  /** Why it could not be reconciled; null unless it failed. */
  error: unknown
}

/**
 * The slugs of the businesses that have or have had an account at the processor; for the others
 * there is nothing to reconcile.
 */
export const businessesToReconcile = (admin: Sql, mode: Mode | null): Promise<string[]> =>
  inTransaction(admin, async (tx) =>
    (await processorAccountQueries.listBusinessesWithAccount(tx, mode)).map(({ slug }) => slug),
  )

/** Most of the time is spent queue for the processor. */
const concurrency = 4

/**
 * Runs `reconcile` for several businesses. One that fails does not stop the rest.
 *
 * @param input the period in which the payments were made
 * @param onDone the number of businesses done, and the last one
 * @param signal once aborted, no further business is started; those are missing from the results
 */
export async function reconcileAll(
  slugs: readonly string[],
  contextOf: (slug: string) => Promise<TenantContext>,
  processors: Processors,
  {
    onDone,
    signal,
    ...range
  }: { from: Date; to: Date; onDone: (done: number, slug: string) => void; signal: AbortSignal },
): Promise<ReconciliationResult[]> {
  const outcomes: ReconciliationResult[] = []
  const queue = slugs.entries()
  let done = 0
  const runNext = async () => {
    for (const [index, slug] of queue) {
      if (signal.aborted) return
      outcomes[index] = await outcomeOf(slug, async () =>
        reconcile(await contextOf(slug), processors, range),
      )
      onDone(++done, slug)
    }
  }
  await Promise.all(Array.from({ length: concurrency }, runNext))
  return outcomes
}

async function outcomeOf(
  slug: string,
  compare: () => Promise<ReconciliationDiff[]>,
): Promise<ReconciliationResult> {
  try {
    const differences = await compare()
    return {
      slug,
      outcome: differences.length === 0 ? 'agrees' : 'differs',
      differences,
      error: null,
    }
  } catch (error) {
    return { slug, outcome: 'failed', differences: [], error }
  }
}
