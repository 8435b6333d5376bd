import type { FastifyInstance, FastifyReply } from 'fastify'
import { readForm } from '../form.ts'
import type { FakeMessaging } from '../test-controls.ts'
import { phonePage, phonesPage } from './phone-pages.ts'

/**
 * A plugin that shows the phones of customers with their messages, and takes what they write: a list at
 * the prefix, each phone at `{prefix}/{number}`. For development only, because it needs no key.
 *
 * @param prefix such as `/dev/messages`; empty: the pages are at `/`
 */
export const messagePages =
  (fake: Pick<FakeMessaging, 'messages' | 'reply'>, prefix: string) =>
  async (app: FastifyInstance): Promise<void> => {
    app.removeAllContentTypeParsers()
    app.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      (_request, text, done) => done(null, readForm(String(text))),
    )
    const hidden = { schema: { hide: true } as object }

    app.get(prefix || '/', hidden, (_request, reply) =>
      sendPage(reply, phonesPage(fake.messages(), prefix)),
    )
    app.get<{ Params: { phone: string } }>(`${prefix}/:phone`, hidden, (request, reply) => {
      const messages = fake.messages({ phone: request.params.phone })
      return messages.length === 0
        ? reply.callNotFound()
        : sendPage(reply, phonePage(messages, prefix))
    })
    app.post<{ Params: { phone: string }; Body: Record<string, string | string[]> | undefined }>(
      `${prefix}/:phone`,
      hidden,
      async (request, reply) => {
        const { phone } = request.params
        const { to = '', word, text = word } = withoutEmpty(request.body ?? {})
        const written = fake
          .messages({ phone })
          .find(({ provider, sender }) => `${provider} ${sender}` === to)
        // a page of another site writes nothing in a customer's name
        const isOwn = ['same-origin', 'none', undefined].includes(
          request.headers['sec-fetch-site'] as string | undefined,
        )
        if (!isOwn || written === undefined || typeof text !== 'string') return reply.callNotFound()
        const { provider, sender } = written
        await fake.reply({ provider, sender, phone, text: text.slice(0, 1600) })
        return reply.redirect(`${prefix}/${encodeURIComponent(phone)}`, 303)
      },
    )
  }

/** A browser sends the empty text beside the word of a button. */
const withoutEmpty = (body: Record<string, string | string[]>) =>
  Object.fromEntries(Object.entries(body).filter(([, value]) => value !== ''))

/** Pages of other origins cannot read a message, because it may contain a code. */
const sendPage = (reply: FastifyReply, page: string) =>
  reply
    .removeHeader('access-control-allow-origin')
    .header(
      'content-security-policy',
      "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
    )
    .header('referrer-policy', 'same-origin')
    .type('text/html; charset=utf-8')
    .send(page)
