import { type EventDependencies, receiveEvent } from '@silla/core'
import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { addEnvelope } from '../plugins/error-handler.ts'
import { FailureWire } from '../wire/envelope.ts'
import { ReceivedWire } from '../wire/payment.ts'
import { ref } from '../wire/schema.ts'
import { okResponse } from './response-schemas.ts'

const bodyAtMostBytes = 256 * 1024

/**
 * Where the processor tells what happened (D23). It shows no key: its signature is of the bytes, so
 * they stay as they came.
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
        summary: 'Events of the processor',
        description:
          'Called by the processor alone, up to 256 KiB at a time. An event has its effect once, however often it comes; one that is nobody’s is noted. Refused with INVALID_SIGNATURE.',
        security: [],
        headers: Type.Object({
          'stripe-signature': Type.Optional(
            Type.String({ description: 'Made with the secret of the endpoint' }),
          ),
        }),
        response: {
          ...okResponse(ReceivedWire),
          413: { ...ref(FailureWire), description: 'The body is too large' },
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
