import { jobQueries, type MailSummary, mailQueries, type Tx } from '@silla/db'
import { allow } from '../access/allow.ts'
import { ProvisioningError } from '../business/provisioning-error.ts'
import type { RequestContext } from '../request-context.ts'

/** A failed email that is sent again. */
export type RetriedMail = Pick<MailSummary, 'id' | 'kind' | 'to'>

/**
 * Sends a failed email again, with as many attempts as a new one, or all failed emails of the salon
 * (D30). Only platform staff has access to the worker's jobs.
 *
 * @param mailId null: all that failed
 * @throws INSUFFICIENT_SCOPE for every identity but the business; ProvisioningError MAIL_NOT_FOUND,
 *   NOT_VALID when there is nothing to retry
 */
export async function retryMails(
  context: RequestContext,
  mailId: number | null,
): Promise<RetriedMail[]> {
  allow(context, 'settings.business')
  return context.tenant.db.transaction(async (tx) => {
    const mails = await mailQueries.updateMailPending(tx, mailId)
    if (mails.length === 0) await throwNothingToRetry(tx, context.tenant.slug, mailId)
    const ids = mails.map(({ id }) => id)
    const retried = new Set((await jobQueries.retrySending(tx, ids)).map((job) => job.mailId))
    await jobQueries.enqueueSending(
      tx,
      ids.filter((id) => !retried.has(id)),
    )
    return [...mails]
  })
}

async function throwNothingToRetry(tx: Tx, slug: string, mailId: number | null): Promise<never> {
  if (mailId === null) throw new ProvisioningError('NOT_VALID', `No email of ${slug} has failed.`)
  const [mail] = await mailQueries.findMailById(tx, mailId)
  if (!mail) throw new ProvisioningError('MAIL_NOT_FOUND', `${slug} has no email ${mailId}.`)
  throw new ProvisioningError(
    'NOT_VALID',
    `Email ${mailId} is ${mail.state}: only a failed email can be retried.`,
  )
}
