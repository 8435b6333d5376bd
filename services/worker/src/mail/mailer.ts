import { createRequire } from 'node:module'
import { type Email, type Envelope, type Mailer, pageUrls } from '@silla/core'
import type { Transporter } from 'nodemailer'
import type { MailSettings } from '../config.ts'
import { headerText } from './header-text.ts'
import { renderEmail } from './render-email.ts'

/**
 * Renders emails and sends them through the configured SMTP server; without one `send` is null.
 *
 * @param urls where customers reach the salons' pages, and where staff sign in; null: emails have no links
 *   to them
 */
export function openMailer(
  { smtpUrl, from }: MailSettings,
  { publicUrl, staffUrl = null }: MailUrls,
): Mailer & { close(): void } {
  const render: Mailer['render'] = (request, salon, slug) =>
    renderEmail(request, salon, {
      organizer: from || placeholderAddress,
      staffUrl,
      logoUrl: absoluteUrl(salon.business.logoUrl, publicUrl),
      pages: pageUrls(publicUrl, slug, salon.settings),
    })
  if (smtpUrl === null) return { render, send: null, close() {} }
  // a worker that sends nothing does not load it
  const { createTransport }: typeof import('nodemailer') = createRequire(import.meta.url)(
    'nodemailer',
  )
  const transport = createTransport({
    url: smtpUrl,
    pool: true,
    maxConnections: 2,
    connectionTimeout: timeoutMilliseconds,
    greetingTimeout: timeoutMilliseconds,
    socketTimeout: timeoutMilliseconds,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    render,
    send: (email, envelope) => send(transport, from, email, envelope),
    close: () => transport.close(),
  }
}

/** Addresses that emails link to. */
export interface MailUrls {
  publicUrl: string | null
  staffUrl?: string | null
}

/** Images of demo salons have no host: they are served by the API itself. */
function absoluteUrl(stored: string, publicUrl: string | null): string | null {
  if (stored === '') return null
  if (!stored.startsWith('/')) return stored
  return publicUrl === null ? null : publicUrl + stored
}

const timeoutMilliseconds = 20_000

/** A calendar entry requires the address of an organizer, even where no email is sent. */
const placeholderAddress = 'nobody@silla.invalid'

async function send(
  transport: Transporter,
  from: string,
  { subject, text, html, calendar }: Email,
  envelope: Envelope,
): Promise<void> {
  const name = headerText(envelope.salonName)
  await transport.sendMail({
    from: { name, address: from },
    to: { name: '', address: envelope.to },
    ...(envelope.replyTo && { replyTo: { name, address: envelope.replyTo } }),
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
