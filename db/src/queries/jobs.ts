import type { Tx } from '../door.ts'
import type { Question } from '../pool.ts'

/** Something for the worker to do for the business of the transaction. */
export interface NewJob {
  /** the file in services/worker/src/tasks that does it */
  task: string
  payload: Readonly<Record<string, unknown>>
  /** at once when left out */
  runAt?: Date
  /** of the jobs of one business; asking again with the same key moves the job that waits */
  key?: string
}

/** The job is there if the transaction commits, and only then. Its business is the transaction's and cannot be told. */
export const enqueue = (tx: Tx, { task, payload, runAt, key }: NewJob): Question<object> => tx`
  select app.enqueue(${task}, ${tx.json(payload as never)}, ${runAt ?? null}, ${key ?? null})`
