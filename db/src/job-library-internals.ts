import type { WorkerEventMap } from 'graphile-worker'
import type pg from 'pg'

// The part of graphile-worker that it does not document. Nothing else uses it;
// test/database/job-library-internals.test.ts fails when a release of the library changes it.

export type LocalQueue = WorkerEventMap['localQueue:getJobs:complete']['localQueue']

/**
 * Makes a queue of the library wait for work before it ends, and handle the failures of its other
 * work meanwhile.
 *
 * @throws Error when the library has no such method any more
 */
export function addBackgroundWork(localQueue: LocalQueue, work: Promise<unknown>): void {
  const queue = localQueue as unknown as { background?: (work: Promise<unknown>) => void }
  if (typeof queue.background !== 'function')
    throw new Error(
      'graphile-worker has changed: its queue has no method background. Stopping the worker while ' +
        'the database is down may end the process with an error; install the version of before',
    )
  queue.background(work)
}

/** The query with which the library takes jobs, for as many as its name says. */
const takingName = /^get_job(\d*)\/jobs$/

interface NamedQuery {
  name?: unknown
  values?: unknown
}

/**
 * Makes a connection of the library take jobs with `jobs.take`, whose cost does not depend on how many wait. What
 * the library sends under another name than today is sent unchanged.
 *
 * @param turns of one runner, shared by its connections
 */
export function takeJobsInTurns(client: pg.PoolClient, turns: JobTurns): void {
  const send = client.query.bind(client) as (...args: unknown[]) => Promise<pg.QueryResult>
  const query = (...args: unknown[]) => {
    const atMost = args.length === 1 ? jobsToTake(args[0]) : null
    return atMost === null
      ? send(...args)
      : takeJobs((args[0] as NamedQuery).values as [string, number[]], atMost)
  }
  client.query = query as typeof client.query

  async function takeJobs([poolId, taskIds]: [string, number[]], atMost: number) {
    const result = await send({
      name: 'take_jobs',
      text: 'select taken.next_after, (taken.taken_job).* from jobs.take($1, $2, $3, $4) taken',
      values: [poolId, taskIds, atMost, JSON.stringify(turns.after)],
    })
    const [first, ...jobs] = result.rows
    turns.after = first.next_after
    return { ...result, rows: jobs }
  }
}

/** Who had the last turn of each priority, as `jobs.take` returns it. */
export interface JobTurns {
  after: Readonly<Record<string, string>>
}

/** @returns null: it is another query */
function jobsToTake(query: unknown): number | null {
  const [, atMost] = takingName.exec(String((query as NamedQuery | null)?.name)) ?? []
  return atMost === undefined ? null : Number(atMost || 1)
}
