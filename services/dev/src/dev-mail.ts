import { listBusinesses, listMails, type MailSummary, readMail, type StoredMail } from '@silla/core'
import type { Sql } from '@silla/db'
import type { FastifyInstance, FastifyReply } from 'fastify'

/**
 * The letters that nobody sent, to be read in a browser: `/dev/mail`, and each at
 * `/dev/mail/<slug>/<id>`. For development alone: it asks for no key, so only `npm start` has it.
 */
export function addDevMail(app: FastifyInstance, admin: Sql): void {
  const hidden = { schema: { hide: true } as object }
  app.get('/dev/mail', hidden, async (_request, reply) =>
    page(reply, listPage(await everyLetter(admin))),
  )
  app.get<{ Params: { slug: string; id: string } }>(
    '/dev/mail/:slug/:id',
    hidden,
    async (request, reply) => {
      const email = await letterAt(request.params)
      return email ? page(reply, letterPage(request.params.slug, email)) : reply.callNotFound()
    },
  )
  app.get<{ Params: { slug: string; id: string } }>(
    '/dev/mail/:slug/:id/html',
    hidden,
    async (request, reply) => {
      const letter = await letterAt(request.params)
      return letter ? page(reply, letter.html) : reply.callNotFound()
    },
  )

  async function letterAt({ slug, id }: { slug: string; id: string }): Promise<StoredMail | null> {
    const known = (await listBusinesses(admin)).businesses.some(
      (business) => business.slug === slug,
    )
    return known && /^\d{1,15}$/.test(id) ? readMail(admin, slug, Number(id)) : null
  }
}

const lettersOfOneSalon = 50

async function everyLetter(admin: Sql): Promise<ListedLetter[]> {
  const emails: ListedLetter[] = []
  for (const { slug } of (await listBusinesses(admin)).businesses) {
    const { mails } = await listMails(admin, slug, { offset: 0, limit: lettersOfOneSalon })
    for (const letter of mails) emails.push({ ...letter, slug })
  }
  return emails.sort((one, other) => other.createdAt.getTime() - one.createdAt.getTime())
}

type ListedLetter = MailSummary & { slug: string }

/**
 * A letter may look like something and may do nothing; and no other page may read it, since it can
 * hold a code.
 */
const page = (reply: FastifyReply, html: string) =>
  reply
    .removeHeader('access-control-allow-origin')
    .header(
      'content-security-policy',
      "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'; sandbox allow-same-origin",
    )
    .header('x-frame-options', 'SAMEORIGIN')
    .type('text/html; charset=utf-8')
    .send(html)

function listPage(letters: ListedLetter[]): string {
  const rows = letters.map(
    ({ slug, id, createdAt, to, subject, state, kind }) =>
      `<tr><td>${createdAt.toISOString().slice(0, 16).replace('T', ' ')}</td><td>${slug}</td><td>${escaped(to)}</td><td><a href="/dev/mail/${slug}/${id}"><bdi>${escaped(subject || kind)}</bdi></a></td><td>${state}</td></tr>`,
  )
  const table = `<table><tr><th>UTC</th><th>Salon</th><th>To</th><th>Subject</th><th>State</th></tr>${rows.join('')}</table>`
  return frame(
    'Letters',
    rows.length > 0 ? table : '<p>No letters yet: book a chair, or register.</p>',
  )
}

const letterPage = (slug: string, { id, subject, to, state, text, calendar }: StoredMail): string =>
  frame(
    subject,
    `<p><a href="/dev/mail">All letters</a></p><h1 dir="auto">${escaped(subject)}</h1><p>${slug} → ${escaped(to)}, ${state}</p>
<iframe src="/dev/mail/${slug}/${id}/html" title="HTML" style="width:100%;height:32rem;border:1px solid #ccc"></iframe>
<h2>Text</h2><pre dir="auto">${escaped(text)}</pre>
${calendar === '' ? '' : `<h2>Calendar</h2><pre>${escaped(calendar)}</pre>`}`,
  )

const frame = (title: string, body: string) => `<!doctype html>
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
