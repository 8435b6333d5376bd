import { type EventDependencies, receiveEvent } from '@silla/core'
import { FailureWire, ReceivedWire, ref } from '@silla/wire'
import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { addEnvelope } from '../http/envelope.ts'
import { okResponse } from './response-schemas.ts'

const bodyAtMostBytes = 256 * 1024

/**
 * The webhook of the card processor (D23). It has no API key but a signature of the raw bytes, so
 * the body is not parsed before the signature is verified.
 */
export async function webhookRoutes(app: FastifyInstance, parts: EventDependencies): Promise<void> {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, bytes, done) => done(null, bytes))
  addEnvelope(app)

  app.post<{ Headers: { 'stripe-signature'?: string }; Body: Buffer | undefined }>(
    '/webhooks/processor/',
    {
      bodyLimit: bodyAtMostBytes,
      schema: {
        tags: ['Payments'],
        summary: 'Receive an event of the processor',
        description:
          'Called by the processor only, with up to 256 KiB. An event delivered several times ' +
          'takes effect once; an event of an unknown account, and a signed body that is no readable ' +
          'event, are stored without effect. Errors: ' +
          'INVALID_SIGNATURE.',
        security: [],
        headers: Type.Object({
          'stripe-signature': Type.Optional(
            Type.String({ description: 'Signature made with the secret of the webhook endpoint' }),
          ),
        }),
        response: {
          ...okResponse(ReceivedWire),
          413: { ...ref(FailureWire), description: 'The body is too large' },
          415: { ...ref(FailureWire), description: 'The `Content-Type` is not a media type' },
        },
      },
    },
    async (request) => {
      const body = request.body ?? Buffer.alloc(0)
      await receiveEvent(parts, { body, signature: request.headers['stripe-signature'] ?? '' })
      return { recibido: true }
    },
  )
}
