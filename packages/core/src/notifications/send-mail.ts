import { type JobAttempt, mailQueries, type Sql } from '@silla/db'
import type { Catalog } from '../catalog/catalog.ts'
import type { Email, Mailer } from '../ports/mailer.ts'
import type { TenantContext } from '../request-context.ts'
import { countMail } from './count-mail.ts'

/**
 * Renders an email and sends it, or stores it where no mail server is configured (D30). An email
 * that was sent or stored is not sent again. No database connection is held while it is sent: if
 * the process ends between sending and recording it, the recipient gets it twice, with the same
 * message id. An email that a stranger causes is withheld once its recipient has got too many.
 *
 * @param parts.registry counts emails of all salons together; null: they are not counted
 * @throws the error of sending; after the last attempt the email is recorded as failed
 */
export async function sendMail(
  context: TenantContext,
  { mailer, registry }: { mailer: Mailer; registry: Sql | null },
  mailId: number,
  attempt: Pick<JobAttempt, 'isLast'>,
): Promise<void> {
  const { tenant, clock } = context
  const [[mail]] = await tenant.db.batch((tx) => [mailQueries.findMailById(tx, mailId)])
  if (!mail || mail.state === 'sent' || mail.state === 'kept') return
  if (registry && mail.attempts === 0 && !(await countMail(context, registry, mail))) {
    await tenant.db.transaction((tx) =>
      mailQueries.updateMailWithheld(tx, { id: mailId, at: clock.now() }),
    )
    return
  }
  const salon = await tenant.catalog()
  const { id } = mail
  try {
    const email = mailer.render(mail, salon, tenant.slug)
    if (mailer.send === null) await store(email)
    else {
      await mailer.send(email, envelopeOf(mail, salon))
      await tenant.db.transaction((tx) =>
        mailQueries.updateMailSent(tx, { id, subject: email.subject, at: clock.now() }),
      )
    }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    await tenant.db.transaction((tx) =>
      mailQueries.updateMailFailure(tx, { id, error: message, isLast: attempt.isLast }),
    )
    throw error
  }

  async function store({ subject, text, html, calendar }: Email) {
    await tenant.db.transaction((tx) =>
      mailQueries.storeUnsentMail(tx, {
        id,
        subject,
        text,
        html,
        calendar: calendar?.text ?? '',
        at: clock.now(),
      }),
    )
  }
}

const envelopeOf = (mail: mailQueries.MailRow, { business }: Catalog) => ({
  to: mail.to,
  salonName: business.name,
  replyTo: business.email,
  messageKey: `${mail.id}.${business.id}`,
})
