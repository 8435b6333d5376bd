import { inTransaction, processorAccountQueries, type Sql } from '@silla/db'
import type { Processors } from '../ports/processor.ts'
import type { Mode } from '../provisioning/salon.ts'
import type { TenantContext } from '../request-context.ts'
import { type ReconciliationDiff, reconcile } from './reconcile.ts'

/** What comparing came to for one business. */
export interface ReconciliationResult {
  slug: string
  outcome: 'agrees' | 'differs' | 'failed'
  differences: ReconciliationDiff[]
  /** Why it could not be compared; null unless it failed. */
  error: unknown
}

/**
 * The businesses that have or have had an account at the processor, by slug: the others have no
 * books to compare.
 */
export const businessesToReconcile = (admin: Sql, mode: Mode | null): Promise<string[]> =>
  inTransaction(admin, async (tx) =>
    (await processorAccountQueries.listBusinessesWithAccount(tx, mode)).map(({ slug }) => slug),
  )

/** Most of the time is spent waiting for the processor. */
const atOnce = 4

/**
 * `reconcile` for each of some businesses. One that cannot be compared does not stop the rest.
 *
 * @param input when the payments were made
 * @param onDone how many are done, and which one was the last
 * @param signal begins no further one once it is aborted; those are not among the outcomes
 */
export async function reconcileAll(
  slugs: readonly string[],
  workerOf: (slug: string) => Promise<TenantContext>,
  processors: Processors,
  {
    onDone,
    signal,
    ...range
  }: { from: Date; to: Date; onDone: (done: number, slug: string) => void; signal: AbortSignal },
): Promise<ReconciliationResult[]> {
  const outcomes: ReconciliationResult[] = []
  const waiting = slugs.entries()
  let done = 0
  const lane = async () => {
    for (const [place, slug] of waiting) {
      if (signal.aborted) return
      outcomes[place] = await outcomeOf(slug, async () =>
        reconcile(await workerOf(slug), processors, range),
      )
      onDone(++done, slug)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, lane))
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
