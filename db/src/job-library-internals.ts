import type { WorkerEventMap } from 'graphile-worker'

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
