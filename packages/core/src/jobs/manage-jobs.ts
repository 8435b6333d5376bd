import {
  auditQueries,
  businessQueries,
  inTransaction,
  jobQueries,
  type Sql,
  type Transaction,
} from '@silla/db'
import { type Clock, systemClock } from '../clock.ts'
import { findBusiness } from '../provisioning/business-summary.ts'
import { ProvisioningError } from '../provisioning/provisioning-error.ts'

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
 * The jobs there are, those that were given up first, then by when they are due: one page, and how
 * many there are in all.
 *
 * @param input.slug only this business's
 * @throws ProvisioningError BUSINESS_NOT_FOUND
 */
export async function listJobs(
  admin: Sql,
  input: { slug?: string | undefined; onlyDead: boolean; offset: number; limit: number },
): Promise<{ jobs: Job[]; total: number }> {
  const { slug, ...filter } = input
  const only =
    slug === undefined
      ? null
      : await findBusiness(businessQueries.findBusinessBySlug(admin, slug), slug)
  const slugs = new Map(
    (await businessQueries.listAllBusinesses(admin)).map((each) => [each.businessId, each.slug]),
  )
  const wanted = { ...filter, businessId: only?.businessId ?? null }
  const rows = await jobQueries.listJobs(admin, wanted)
  const [counted] = await jobQueries.countJobs(admin, wanted)
  const jobs = rows.map((row) => ({
    id: row.id,
    task: row.task,
    business: row.businessId === null ? null : (slugs.get(row.businessId) ?? row.businessId),
    state: row.state,
    runAt: row.runAt,
    attempts: row.attempts,
    maxAttempts: row.maxAttempts,
    lastError: row.lastError,
    payload: row.payload,
  }))
  return { jobs, total: counted?.count ?? 0 }
}

/**
 * Lets a job that failed begin anew, at once, and notes it in the audit log of the salon whose job
 * it is.
 *
 * @throws ProvisioningError JOB_NOT_FOUND; NOT_VALID for one that has not failed, which would come
 *   before its time, or is running
 */
export function retryJob(
  admin: Sql,
  jobId: number,
  clock: Clock = systemClock,
): Promise<{ id: number; task: string }> {
  return inTransaction(admin, async (tx) => {
    const [job] = await jobQueries.findJobById(tx, jobId)
    if (!job) throw new ProvisioningError('JOB_NOT_FOUND', `There is no job ${jobId}.`)
    const hasFailed = job.state === 'dead' || job.state === 'retrying'
    if (!hasFailed || !(await isRetried(tx, jobId)))
      throw new ProvisioningError(
        'NOT_VALID',
        `Job ${jobId} is ${job.state}: only one that failed begins anew.`,
      )
    if (job.businessId !== null) {
      const own = await businessQueries.setTenant(tx, job.businessId)
      const detail = { jobId, task: job.task }
      await auditQueries.insertAuditEntry(own, { action: 'jobs.retry', detail, at: clock.now() })
    }
    return { id: jobId, task: job.task }
  })
}

/** False when a worker was quicker. */
async function isRetried(tx: Transaction, jobId: number): Promise<boolean> {
  const [row] = await jobQueries.retryJob(tx, jobId)
  return row?.found ?? false
}
