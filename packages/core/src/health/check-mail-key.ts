import { healthQueries, type Sql } from '@silla/db'
import { type CheckResult, ok, problem } from './check-result.ts'

/** Whether there is the one key with which emails are counted by recipient (D30): some are not sent without it. */
export async function checkMailKey(admin: Sql): Promise<CheckResult> {
  const [found] = await healthQueries.countMailKeys(admin)
  const count = found?.keys ?? 0
  return count === 1
    ? ok('mail-key', 'mailKeyStored', {})
    : problem('mail-key', 'mailKeyLost', { count })
}
