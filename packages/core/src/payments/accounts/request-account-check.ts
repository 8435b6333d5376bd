import { jobQueries, processorAccountQueries as queries, type Tx } from '@silla/db'
import type { TenantContext } from '../../request-context.ts'

/**
 * Enqueues reading an account's state again, since a refusal contradicts the stored state: the event
 * about the change was lost, or has not arrived yet. Refusals may be many, so that an account is
 * read at most once a minute for them.
 */
export async function requestAccountCheck(
  { tenant, realClock }: TenantContext,
  account: string,
): Promise<void> {
  await tenant.db.transaction(async (tx) => {
    const [due] = await queries.updateCheckDue(tx, { ref: account, now: realClock.now() })
    if (!due) return
    const { checkDueAt: runAt } = due
    // with the key of the checks at once, a later check would replace one that still waits
    const key = `check-account:${account}:${runAt.toISOString()}`
    await jobQueries.enqueue(tx, { task: 'check-account', payload: { account }, runAt, key })
  })
}

/** Enqueues reading an account's state at once: it has changed, or was not read for a day. */
export const enqueueAccountCheck = (tx: Tx, account: string): Promise<unknown> =>
  jobQueries.enqueue(tx, {
    task: 'check-account',
    payload: { account },
    key: `check-account:${account}`,
  })
