import { jobQueries } from '@silla/db'
import type { TenantContext } from '../request-context.ts'

/** Enqueues a job again that cannot run now, without counting it as a failure. */
export async function rescheduleJob(
  { tenant, realClock }: TenantContext,
  job: { task: string; payload: Readonly<Record<string, unknown>>; key: string; seconds: number },
): Promise<void> {
  const { seconds, ...rest } = job
  const runAt = new Date(realClock.now().getTime() + seconds * 1000)
  await tenant.db.transaction((tx) => jobQueries.enqueue(tx, { ...rest, runAt }))
}
