import { businessQueries, jobQueries, type Sql } from '@silla/db'
import { knownBusiness } from '../provisioning/business-summary.ts'

/** A job as platform staff sees it. */
export interface Job {
  id: number
  task: string
  /** the slug; null: nobody's */
  business: string | null
  /** `dead`: tried as often as it may be; somebody has to look */
  state: 'waiting' | 'running' | 'retrying' | 'dead'
  runAt: Date
  attempts: number
  maxAttempts: number
  lastError: string
  payload: Record<string, unknown>
}

/**
 * The jobs there are: those that were given up first, then by when they are due.
 *
 * @param ask.slug only this business's
 * @throws ProvisioningProblem BUSINESS_NOT_FOUND
 */
export async function listJobs(
  admin: Sql,
  ask: { slug?: string | undefined; onlyDead: boolean; atMost: number },
): Promise<Job[]> {
  const { slug, onlyDead, atMost } = ask
  const only = slug === undefined ? null : await knownBusiness(businessQueries.businessBySlug(admin, slug), slug)
  const slugs = new Map((await businessQueries.allBusinesses(admin)).map((each) => [each.businessId, each.slug]))
  const rows = await jobQueries.listJobs(admin, { businessId: only?.businessId ?? null, onlyDead, atMost })
  return rows.map((row) => ({
    id: row.id,
    task: row.task,
    business: row.business_id === null ? null : (slugs.get(row.business_id) ?? row.business_id),
    state: row.state,
    runAt: row.run_at,
    attempts: row.attempts,
    maxAttempts: row.max_attempts,
    lastError: row.last_error,
    payload: row.payload,
  }))
}

/** Lets a job that failed begin anew. False: there is none, or it is running. */
export async function retryJob(admin: Sql, jobId: number): Promise<boolean> {
  const [row] = await jobQueries.retryJob(admin, jobId)
  return row?.found ?? false
}
