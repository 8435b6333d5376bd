import { type JobTry, mailQueries } from '@silla/db'
import type { Catalog } from '../catalog/catalog.ts'
import type { Email, Mailer, MailRequest } from '../ports/mailer.ts'
import type { TenantContext } from '../request-context.ts'

/**
 * Puts a letter into words and sends it, or keeps it where there is no way out (D30). One that is
 * done with stays as it is. Nothing of the database is held while it is sent: should we end between
 * sending and noting it, the reader gets it twice, under one name.
 *
 * @throws what kept the letter from leaving; the last time it is noted as failed
 */
export async function sendMail(
  { tenant, clock }: TenantContext,
  mailer: Mailer,
  mailId: number,
  tried: Pick<JobTry, 'isLast'>,
): Promise<void> {
  const [[mail]] = await tenant.db.batch((tx) => [mailQueries.findMailById(tx, mailId)])
  if (!mail || mail.state === 'sent' || mail.state === 'kept') return
  const salon = await tenant.catalog()
  const { id } = mail
  try {
    const email = mailer.render(mail as MailRequest, salon)
    if (mailer.send === null) await keep(email)
    else {
      await mailer.send(email, envelopeOf(mail, salon))
      await tenant.db.transaction((tx) =>
        mailQueries.updateMailSent(tx, { id, subject: email.subject, at: clock.now() }),
      )
    }
  } catch (error) {
    const observation = error instanceof Error ? error.message : String(error)
    await tenant.db.transaction((tx) =>
      mailQueries.updateMailFailure(tx, { id, error: observation, isLast: tried.isLast }),
    )
    throw error
  }

  async function keep({ subject, text, html, calendar }: Email) {
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
  to: mail.toEmail,
  salonName: business.name,
  replyTo: business.email,
  messageKey: `${mail.id}.${business.id}`,
})
