import type { JobReport } from '@silla/db'

/** How an attempt at a job ended, in the log and in the metrics. `failed`: it will be retried. */
export type JobOutcome = 'done' | 'failed' | 'given_up'

export function outcomeOf({ error, isLast }: JobReport): JobOutcome {
  if (error === undefined) return 'done'
  return isLast ? 'given_up' : 'failed'
}
