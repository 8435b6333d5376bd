import type { Email, Envelope, Mailer } from '@silla/core'
import { createTransport, type Transporter } from 'nodemailer'
import type { MailSettings } from '../config.ts'
import { renderEmail } from './render-email.ts'

/**
 * Writes letters and sends them through the SMTP server of the settings; without one there is no
 * way out.
 */
export function openMailer({ smtpUrl, from }: MailSettings): Mailer & { close(): void } {
  const write: Mailer['render'] = (request, salon) => renderEmail(request, salon, from || nobody)
  if (smtpUrl === null) return { render: write, send: null, close() {} }
  const transport = createTransport({
    url: smtpUrl,
    pool: true,
    maxConnections: 2,
    connectionTimeout: waitMilliseconds,
    greetingTimeout: waitMilliseconds,
    socketTimeout: waitMilliseconds,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    render: write,
    send: (email, envelope) => send(transport, from, email, envelope),
    close: () => transport.close(),
  }
}

const waitMilliseconds = 20_000

/** An organiser must have an address, even where nothing is ever sent. */
const nobody = 'nobody@silla.invalid'

async function send(
  transport: Transporter,
  from: string,
  letter: Email,
  envelope: Envelope,
): Promise<void> {
  const { subject, text, html, calendar } = letter
  await transport.sendMail({
    from: { name: envelope.salonName, address: from },
    to: { name: '', address: envelope.to },
    ...(envelope.replyTo && { replyTo: { name: envelope.salonName, address: envelope.replyTo } }),
    messageId: `<${envelope.messageKey}@${from.split('@')[1]}>`,
    headers: { 'Auto-Submitted': 'auto-generated' },
    subject,
    text,
    html,
    ...(calendar && {
      icalEvent: { method: calendar.method, content: calendar.text, filename: 'visit.ics' },
    }),
  })
}
