import { createHold, extendHold, type Hold, releaseHold } from '@silla/core'
import {
  HoldTokenWire,
  HoldWire,
  holdTokenHeader,
  idempotencyHeaders,
  idPathSchema,
  NewHoldWire,
  parseNewHold,
  querySchema,
  ReleasedHoldWire,
  ref,
  serializeHold,
  serializeReleasedHold,
} from '@silla/wire'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Static } from 'typebox'
import { holdClientOf } from './hold-client.ts'
import { idempotent } from './idempotency.ts'
import { provenHold } from './proven-hold.ts'
import { createdResponse, okResponse } from './response-schemas.ts'
import type { RestOptions } from './rest-options.ts'
import { localeOf } from './rest-options.ts'

const tags = ['Holds']

/** Keeping a time free while a customer fills in a form or pays (D36). */
export function holdRoutes(app: FastifyInstance, options: RestOptions): void {
  const { credentials } = options

  app.post<{ Body: Static<typeof NewHoldWire> }>(
    '/retenciones/',
    {
      config: { limit: 'create' },
      schema: {
        tags,
        summary: 'Hold a time',
        description:
          'Keeps a time free for 10 minutes, at the prices of now, for the booking that sends ' +
          'the hold in `retencion`. Errors as for creating a booking, without those about the ' +
          'customer; HOLD_LIMIT_REACHED for a caller who holds too much.',
        querystring: querySchema(),
        headers: idempotencyHeaders,
        body: NewHoldWire,
        response: createdResponse(ref(HoldWire)),
      },
    },
    async (request, reply) => {
      const input = { ...parseNewHold(request.body), client: holdClientOf(request) }
      const hold = await idempotent(request, reply, (context) => createHold(context, input))
      return reply.code(201).send(await serialize(request, hold))
    },
  )

  app.post<{ Params: { id: string }; Body: Static<typeof HoldTokenWire> }>(
    '/retenciones/:id/prolongar/',
    {
      schema: {
        tags,
        summary: 'Extend a hold',
        description:
          'The time stays free for 10 more minutes, once. Errors: HOLD_NOT_FOUND, ' +
          'HOLD_ALREADY_BOOKED, HOLD_EXPIRED, HOLD_NOT_EXTENDABLE.',
        params: idPathSchema('The hold'),
        querystring: querySchema(),
        headers: idempotencyHeaders,
        body: HoldTokenWire,
        response: okResponse(ref(HoldWire)),
      },
    },
    async (request, reply) => {
      const { token } = request.body
      const holdId = provenHold(request.context, credentials, { id: request.params.id, token })
      return serialize(
        request,
        await idempotent(request, reply, (context) => extendHold(context, holdId)),
      )
    },
  )

  app.delete<{ Params: { id: string }; Headers: { 'x-retencion-token'?: string } }>(
    '/retenciones/:id/',
    {
      schema: {
        tags,
        summary: 'Release a hold',
        description:
          'Its time can be booked again at once. Repeating the request, and releasing a hold that ' +
          'has expired, succeeds. Errors: HOLD_NOT_FOUND, HOLD_ALREADY_BOOKED.',
        params: idPathSchema('The hold'),
        querystring: querySchema(),
        headers: holdTokenHeader,
        response: okResponse(ref(ReleasedHoldWire)),
      },
    },
    async (request) => {
      const token = request.headers['x-retencion-token']
      const holdId = provenHold(request.context, credentials, { id: request.params.id, token })
      return serializeReleasedHold(await releaseHold(request.context, holdId))
    },
  )

  async function serialize(request: FastifyRequest, hold: Hold) {
    const { tenant } = request.context
    const token = credentials.holdTokens.tokenOf(tenant.businessId, hold.id)
    return serializeHold(hold, token, localeOf(request, await tenant.catalog(), options))
  }
}
