import { listBusinesses, listMails, type MailSummary, readMail, type StoredMail } from '@silla/core'
import type { Sql } from '@silla/db'
import type { FastifyInstance, FastifyReply } from 'fastify'

/**
 * Shows stored emails in a browser: a list at `/dev/mail`, each email at `/dev/mail/<slug>/<id>`.
 * For development only: it requires no API key, so only `npm start` adds it.
 */
export function addDevMail(app: FastifyInstance, admin: Sql): void {
  const hidden = { schema: { hide: true } as object }
  app.get('/dev/mail', hidden, async (_request, reply) =>
    sendPage(reply, listPage(await listEmails(admin))),
  )
  app.get<{ Params: { slug: string; id: string } }>(
    '/dev/mail/:slug/:id',
    hidden,
    async (request, reply) => {
      const email = await findEmail(request.params)
      return email ? sendPage(reply, emailPage(request.params.slug, email)) : reply.callNotFound()
    },
  )
  app.get<{ Params: { slug: string; id: string } }>(
    '/dev/mail/:slug/:id/html',
    hidden,
    async (request, reply) => {
      const email = await findEmail(request.params)
      return email ? sendPage(reply, email.html) : reply.callNotFound()
    },
  )

  async function findEmail({ slug, id }: { slug: string; id: string }): Promise<StoredMail | null> {
    const { businesses } = await listBusinesses(admin)
    const exists = businesses.some((business) => business.slug === slug)
    return exists && /^\d{1,15}$/.test(id) ? readMail(admin, slug, Number(id)) : null
  }
}

const emailsPerSalon = 50

async function listEmails(admin: Sql): Promise<ListedEmail[]> {
  const emails: ListedEmail[] = []
  for (const { slug } of (await listBusinesses(admin)).businesses) {
    const { mails } = await listMails(admin, slug, { offset: 0, limit: emailsPerSalon })
    for (const email of mails) emails.push({ ...email, slug })
  }
  return emails.sort((one, other) => other.createdAt.getTime() - one.createdAt.getTime())
}

type ListedEmail = MailSummary & { slug: string }

/**
 * The policy allows styles and no scripts. Pages of other origins cannot read an email, because it
 * may contain a sign-in code.
 */
const sendPage = (reply: FastifyReply, html: string) =>
  reply
    .removeHeader('access-control-allow-origin')
    .header(
      'content-security-policy',
      "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'; sandbox allow-same-origin",
    )
    .header('x-frame-options', 'SAMEORIGIN')
    .type('text/html; charset=utf-8')
    .send(html)

function listPage(emails: ListedEmail[]): string {
  const rows = emails.map(
    ({ slug, id, createdAt, to, subject, state, kind }) =>
      `<tr><td>${createdAt.toISOString().slice(0, 16).replace('T', ' ')}</td><td>${slug}</td><td>${escaped(to)}</td><td><a href="/dev/mail/${slug}/${id}"><bdi>${escaped(subject || kind)}</bdi></a></td><td>${state}</td></tr>`,
  )
  const table = `<table><tr><th>UTC</th><th>Salon</th><th>To</th><th>Subject</th><th>State</th></tr>${rows.join('')}</table>`
  return renderPage(
    'Emails',
    rows.length > 0 ? table : '<p>No emails yet. Create a booking, or register.</p>',
  )
}

const emailPage = (slug: string, { id, subject, to, state, text, calendar }: StoredMail): string =>
  renderPage(
    subject,
    `<p><a href="/dev/mail">All emails</a></p><h1 dir="auto">${escaped(subject)}</h1><p>${slug} → ${escaped(to)}, ${state}</p>
<iframe src="/dev/mail/${slug}/${id}/html" title="HTML" style="width:100%;height:32rem;border:1px solid #ccc"></iframe>
<h2>Text</h2><pre dir="auto">${escaped(text)}</pre>
${calendar === '' ? '' : `<h2>Calendar</h2><pre>${escaped(calendar)}</pre>`}`,
  )

const renderPage = (title: string, body: string) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${escaped(title)}</title>
<style>body{font-family:system-ui,sans-serif;margin:2rem}td,th{text-align:start;padding:.3rem 1rem .3rem 0}pre{white-space:pre-wrap}</style>
</head><body>
${body}
</body></html>
`

const escaped = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
