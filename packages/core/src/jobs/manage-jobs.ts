import {
  auditQueries,
  businessQueries,
  inTransaction,
  jobQueries,
  type Sql,
  type Transaction,
} from '@silla/db'
import { findBusiness } from '../business/business-summary.ts'
import { ProvisioningError } from '../business/provisioning-error.ts'
import { type Clock, systemClock } from '../clock.ts'

/** A job as shown to platform staff. */
export interface Job extends Omit<jobQueries.JobRow, 'businessId'> {
  /** the slug; null: it belongs to no business */
  business: string | null
}

/** Counting stops here: a platform has as many jobs as it has coming bookings. */
const maxCounted = 10_000

/** Dead or not, priority, microseconds of the due time, id: as jobs.list_page writes it. */
const jobPlace = /^[01]\.-?\d{1,5}\.\d{1,16}\.\d{1,18}$/

export interface JobPage {
  jobs: Job[]
  /** The number of jobs on all pages. */
  total: number
  /** False: there are more than `total`. */
  totalIsExact: boolean
  /** `after` of the next page; null: there is none. */
  next: string | null
}

/**
 * One page of jobs and their total number: dead jobs first, each part by priority and the time they are due.
 * `after` goes on after the last job of a page, whichever have come or gone before it meanwhile; `offset` counts
 * again.
 *
 * @param input.slug only the jobs of this business
 * @param input.after `next` of the page before
 * @throws ProvisioningError BUSINESS_NOT_FOUND; NOT_VALID for an `after` that is no `next`
 */
export async function listJobs(
  admin: Sql,
  input: {
    slug?: string | undefined
    onlyDead: boolean
    after?: string | undefined
    offset: number
    limit: number
  },
): Promise<JobPage> {
  const { slug, after = null, limit, ...filter } = input
  if (after !== null && !jobPlace.test(after))
    throw new ProvisioningError(
      'NOT_VALID',
      `after: must be the next of the page before, found "${after}"`,
    )
  const business =
    slug === undefined
      ? null
      : await findBusiness(businessQueries.findBusinessBySlug(admin, slug), slug)
  const query = { ...filter, businessId: business?.businessId ?? null }
  const found = await jobQueries.listJobs(admin, { ...query, after, limit: limit + 1 })
  const rows = found.slice(0, limit)
  const next = found.length > limit ? (rows.at(-1)?.place ?? null) : null
  const [counted] = await jobQueries.countJobs(admin, { ...query, atMost: maxCounted + 1 })
  const count = counted?.count ?? 0
  const listed = [...new Set(rows.flatMap(({ businessId }) => businessId ?? []))]
  const slugs = new Map(
    (await businessQueries.listSlugs(admin, listed)).map((each) => [each.businessId, each.slug]),
  )
  const jobs = rows.map(({ businessId, place, ...job }) => ({
    ...job,
    business: businessId === null ? null : (slugs.get(businessId) ?? businessId),
  }))
  return { jobs, total: Math.min(count, maxCounted), totalIsExact: count <= maxCounted, next }
}

/**
 * Runs a failed job again, immediately, and records that in the audit log of its business.
 *
 * @throws ProvisioningError JOB_NOT_FOUND; NOT_VALID for a job that has not failed, or is running
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
        `Job ${jobId} is ${job.state}: only a failed job can be retried.`,
      )
    if (job.businessId !== null) {
      const own = await businessQueries.setTenant(tx, job.businessId)
      const detail = { jobId, task: job.task }
      await auditQueries.insertAuditEntry(own, { action: 'jobs.retry', detail, at: clock.now() })
    }
    return { id: jobId, task: job.task }
  })
}

/** False when a worker started it first. */
async function isRetried(tx: Transaction, jobId: number): Promise<boolean> {
  const [row] = await jobQueries.retryJob(tx, jobId)
  return row?.found ?? false
}
