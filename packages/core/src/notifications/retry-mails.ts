import { jobQueries, mailQueries, type Tx } from '@silla/db'
import type { MailKind } from '../ports/mailer.ts'
import { ProvisioningError } from '../provisioning/provisioning-error.ts'
import { businessOnly, type RequestContext } from '../request-context.ts'

/** A letter that failed and waits again. */
export interface RetriedMail {
  id: number
  kind: MailKind
  to: string
}

/**
 * Lets a letter that failed be sent after all, as often tried as a new one; or all of the salon's
 * that failed (D30). Only platform staff may look into the worker's jobs.
 *
 * @param mailId null: all that failed
 * @throws INSUFFICIENT_SCOPE for everybody but the salon itself; ProvisioningError MAIL_NOT_FOUND,
 *   NOT_VALID when there is nothing to send again
 */
export async function retryMails(
  context: RequestContext,
  mailId: number | null,
): Promise<RetriedMail[]> {
  businessOnly(context)
  return context.tenant.db.transaction(async (tx) => {
    const rows = await mailQueries.updateMailPending(tx, mailId)
    if (rows.length === 0) await throwNothingToRetry(tx, context.tenant.slug, mailId)
    const ids = rows.map(({ id }) => id)
    const retried = new Set((await jobQueries.retrySending(tx, ids)).map((job) => job.mailId))
    await jobQueries.enqueueSending(
      tx,
      ids.filter((id) => !retried.has(id)),
    )
    return rows.map(({ id, kind, toEmail: to }) => ({ id, kind: kind as MailKind, to }))
  })
}

async function throwNothingToRetry(tx: Tx, slug: string, mailId: number | null): Promise<never> {
  if (mailId === null) throw new ProvisioningError('NOT_VALID', `No letter of ${slug} has failed.`)
  const [mail] = await mailQueries.findMailById(tx, mailId)
  if (!mail) throw new ProvisioningError('MAIL_NOT_FOUND', `${slug} has no letter ${mailId}.`)
  throw new ProvisioningError(
    'NOT_VALID',
    `Letter ${mailId} is ${mail.state}: only one that failed is sent again.`,
  )
}
