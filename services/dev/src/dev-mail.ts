import { listBusinesses, listMails, type MailSummary, readMail, type StoredMail } from '@silla/core'
import type { Sql } from '@silla/db'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { html } from 'ghtml'

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
 * The policy allows styles, the logo, and links that open a tab of their own, but no scripts. Pages of
 * other origins cannot read an email, because it may contain a sign-in code.
 */
const sendPage = (reply: FastifyReply, page: string) =>
  reply
    .removeHeader('access-control-allow-origin')
    .header(
      'content-security-policy',
      "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' https: data:; " +
        "frame-src 'self'; sandbox allow-same-origin allow-popups allow-popups-to-escape-sandbox",
    )
    .header('x-frame-options', 'SAMEORIGIN')
    .type('text/html; charset=utf-8')
    .send(page)

function listPage(emails: ListedEmail[]): string {
  if (emails.length === 0)
    return renderPage(
      'Emails',
      html`<h1>Emails</h1><p>No emails yet. Create a booking, or register.</p>`,
    )
  const rows = emails.map(
    ({ slug, id, createdAt, to, subject, state, kind }) =>
      html`<tr><td>${createdAt.toISOString().slice(0, 16).replace('T', ' ')}</td><td>${slug}</td><td>${to}</td><td><a href="/dev/mail/${slug}/${id}"><bdi>${subject || kind}</bdi></a></td><td><code>${kind}</code></td><td>${state}</td></tr>`,
  )
  return renderPage(
    'Emails',
    html`<h1>Emails</h1>
<div class="wide"><table><tr><th>UTC</th><th>Salon</th><th>To</th><th>Subject</th><th>Kind</th><th>State</th></tr>!${rows}</table></div>`,
  )
}

/** The HTML as wide and as narrow as readers see it, then everything else that was sent. */
function emailPage(slug: string, email: StoredMail): string {
  const { id, subject, to, kind, state, text, calendar } = email
  const frame = (width: number, title: string) =>
    html`<figure><figcaption>${title}</figcaption><iframe src="/dev/mail/${slug}/${id}/html" title="${title}" width="${width}" height="900"></iframe></figure>`
  const parts: [title: string, content: string][] = [
    ['Plain text', text],
    ['Calendar entry', calendar],
    ['Structured data', structuredDataOf(email.html)],
  ]
  return renderPage(
    subject,
    html`<p><a href="/dev/mail">All emails</a></p>
<h1 dir="auto">${subject}</h1>
<p>${slug} → ${to}, <code>${kind}</code>, ${state}. Dark mode follows that of your system.</p>
<div class="frames">!${frame(660, 'On a computer')}!${frame(340, 'On a phone')}</div>
!${parts.map(([title, content]) =>
      content === '' ? '' : html`<h2>${title}</h2><pre dir="auto">${content}</pre>`,
    )}`,
  )
}

/** What Gmail and Apple Mail read in the email, indented; empty without it. */
function structuredDataOf(page: string): string {
  const json = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(page)?.[1]
  return json === undefined ? '' : JSON.stringify(JSON.parse(json), null, 2)
}

const renderPage = (title: string, body: string) => html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><title>${title}</title>
<style>!${styles}</style>
</head><body>
!${body}
</body></html>
`

const styles = `
:root{color-scheme:light dark}
body{font:16px/1.5 system-ui,sans-serif;margin:2rem}
h1{font-size:1.4rem}
.wide{overflow-x:auto}
table{border-collapse:collapse}
td,th{vertical-align:top;text-align:start;padding:.4rem 1rem .4rem 0;border-bottom:1px solid color-mix(in srgb,currentColor 20%,transparent)}
.frames{display:flex;flex-wrap:wrap;gap:1.5rem}
figure{margin:0}
figcaption{padding-bottom:.3rem}
iframe{border:1px solid color-mix(in srgb,currentColor 25%,transparent);border-radius:8px;max-width:100%;resize:vertical}
pre{white-space:pre-wrap;overflow-wrap:anywhere;max-width:60rem}
`
