import type { Query } from './pool.ts'

/**
 * The rows of a result, which is empty afterwards: only the caller has them then.
 *
 * The driver writes function literals into the properties of every query. V8 takes such functions to live long
 * and allocates them in its old space, where they stay, dead, until it collects the whole heap. Whatever they
 * reach, down to the rows of the result, would survive every collection of the new objects until then: each is
 * copied twice, and all of them are left for the long collection.
 */
export const takeRows = <Row>(result: Row[]): Row[] => result.splice(0)

/** The rows of queries that are sent together, in a transaction that has begun. */
export async function takeAllRows<Rows extends readonly object[]>(
  queries: {
    [Index in keyof Rows]: Query<Rows[Index] & object>
  },
): Promise<{ [Index in keyof Rows]: Rows[Index][] }> {
  const results = await Promise.all(queries as Iterable<Query<object>>)
  return results.map(takeRows) as never
}
