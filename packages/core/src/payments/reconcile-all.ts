import { inTransaction, processorAccountQueries, type Sql } from '@silla/db'
import type { Processors } from '../ports/processor.ts'
import type { Mode } from '../provisioning/salon.ts'
import type { Worker } from '../request-context.ts'
import { type BookDifference, compareBooks } from './reconcile.ts'

/** What comparing came to for one business. */
export interface BooksOutcome {
  slug: string
  outcome: 'agrees' | 'differs' | 'failed'
  differences: BookDifference[]
  /** Why it could not be compared; null unless it failed. */
  error: unknown
}

/** The businesses that have or have had an account at the processor, by slug: the others have no books to compare. */
export const businessesWithBooks = (admin: Sql, mode: Mode | null): Promise<string[]> =>
  inTransaction(admin, async (tx) =>
    (await processorAccountQueries.listBusinessesWithAccount(tx, mode)).map(({ slug }) => slug),
  )

/** Most of the time is spent waiting for the processor. */
const atOnce = 4

/**
 * `compareBooks` for each of some businesses. One that cannot be compared does not stop the rest.
 *
 * @param ask when the payments were made
 * @param onDone how many are done, and which one was the last
 * @param signal begins no further one once it is aborted; those are not among the outcomes
 */
export async function compareAllBooks(
  slugs: readonly string[],
  workerOf: (slug: string) => Promise<Worker>,
  processors: Processors,
  {
    onDone,
    signal,
    ...ask
  }: { from: Date; to: Date; onDone: (done: number, slug: string) => void; signal: AbortSignal },
): Promise<BooksOutcome[]> {
  const outcomes: BooksOutcome[] = []
  const waiting = slugs.entries()
  let done = 0
  const lane = async () => {
    for (const [place, slug] of waiting) {
      if (signal.aborted) return
      outcomes[place] = await outcomeOf(slug, async () => compareBooks(await workerOf(slug), processors, ask))
      onDone(++done, slug)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, lane))
  return outcomes
}

async function outcomeOf(slug: string, compare: () => Promise<BookDifference[]>): Promise<BooksOutcome> {
  try {
    const differences = await compare()
    return { slug, outcome: differences.length === 0 ? 'agrees' : 'differs', differences, error: null }
  } catch (error) {
    return { slug, outcome: 'failed', differences: [], error }
  }
}
