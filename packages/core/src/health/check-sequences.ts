import { hasCitus, healthQueries, type Sql } from '@silla/db'
import { type CheckResult, ok, problem, skip } from './check-result.ts'

/** Whether the next id of every numbered table comes after those of its rows. */
export async function checkSequences(admin: Sql): Promise<CheckResult> {
  // each node of a cluster numbers its own rows
  if (await hasCitus(admin)) return skip('sequences', 'sequencesOfNodes', {})
  const ids = await healthQueries.listNextIds(admin)
  const sequences = ids
    .filter(({ nextId, highestId }) => nextId <= highestId)
    .map(({ sequenceName, nextId, highestId }) => ({
      name: sequenceName,
      next: nextId,
      highest: highestId,
    }))
  return sequences.length === 0
    ? ok('sequences', 'sequencesAhead', {})
    : problem('sequences', 'sequencesBehind', { sequences })
}
