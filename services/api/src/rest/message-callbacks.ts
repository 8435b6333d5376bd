import {
  type CallbackDependencies,
  type MessageSender,
  MessageSenderError,
  receiveCallback,
} from '@silla/core'
import { fail } from '@silla/errors'
import type { FastifyInstance } from 'fastify'
import { forwardCallback, forwardedAddress } from './forward-callback.ts'

const bodyAtMostBytes = 256 * 1024

/**
 * Where the providers of messages report what became of them, and the replies of customers (D77). A
 * request has no API key but a signature of its raw bytes and its address, so the body is not parsed
 * before that is verified. What is of no salon here is accepted without effect, because the provider would
 * send it again for days; what is of a salon that has moved is forwarded to where it is served.
 */
export async function messageCallbackRoutes(
  app: FastifyInstance,
  {
    senders,
    publicUrl,
    ...parts
  }: CallbackDependencies & { senders: readonly MessageSender[]; publicUrl: string | null },
): Promise<void> {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, bytes, done) => done(null, bytes))
  const senderOf = (provider: string) =>
    senders.find((sender) => sender.provider === provider) ?? fail('NOT_FOUND')
  // the address that the provider was given, whatever a proxy has made of it
  const addressOf = (url: string) => (publicUrl ?? '') + url

  app.get<{ Params: { provider: string } }>(
    '/mensajes/:provider/',
    { schema: { hide: true }, config: { action: null } },
    (request, reply) => {
      const sender = senderOf(request.params.provider)
      const challenge = sender.verifyCallbackUrl(addressOf(request.url))
      if (challenge === null) fail('INVALID_SIGNATURE')
      return reply.type('text/plain').send(challenge)
    },
  )

  app.post<{ Params: { provider: string }; Body: Buffer | undefined }>(
    '/mensajes/:provider/',
    { bodyLimit: bodyAtMostBytes, schema: { hide: true }, config: { action: null } },
    async (request, reply) => {
      const sender = senderOf(request.params.provider)
      try {
        const { headers, body = Buffer.alloc(0) } = request
        const forwarded = forwardedAddress(request)
        const url = forwarded ?? addressOf(request.url)
        const movedTo = await receiveCallback(parts, sender, { url, headers, body })
        // one that was forwarded is not forwarded again: two deployments could name each other
        if (forwarded === null)
          for (const origin of movedTo)
            await forwardCallback(origin, { path: request.url, url, headers, body })
      } catch (error) {
        // signed, so the provider has sent what this release cannot read: another attempt would fail, too
        if (!(error instanceof MessageSenderError)) throw error
        request.log.warn({ err: error }, 'a callback about messages could not be read')
      }
      return reply.code(204).send()
    },
  )
}
