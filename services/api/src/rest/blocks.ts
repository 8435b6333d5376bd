import { businessOnly, createBlock, deleteBlock, listBlocks } from '@silla/core'
import { fail } from '@silla/errors'
import {
  BlockWire,
  blockFilterParams,
  DeletedBlockWire,
  idempotencyHeaders,
  idPathSchema,
  listQuerySchema,
  NewBlockWire,
  offsetAndLimit,
  type Params,
  pageSchema,
  parseBlockFilter,
  parseNewBlock,
  parsePageOrFirst,
  parseRecordId,
  querySchema,
  ref,
  serializeBlock,
  serializeDeletedBlock,
  serializePagination,
} from '@silla/wire'
import type { FastifyInstance } from 'fastify'
import type { Static } from 'typebox'
import { requestWeights } from '../plugins/request-slots.ts'
import { idempotent } from './idempotency.ts'
import { createdResponse, okResponse } from './response-schemas.ts'
import type { RestOptions } from './rest-options.ts'
import { localeOf } from './rest-options.ts'

const tags = ['Blocks']

/** Time that the business takes out of the diary (D41). */
export function blockRoutes(app: FastifyInstance, options: RestOptions): void {
  app.post<{ Body: Static<typeof NewBlockWire> }>(
    '/bloqueos/',
    {
      schema: {
        tags,
        summary: 'Block time of a professional or a resource',
        description:
          'Takes time of a professional, or of one or all units of a resource, out of the diary: ' +
          'all of it or nothing. Needs the secret key. Errors: INSUFFICIENT_SCOPE, INVALID_DATE, ' +
          'INVALID_TIME, INVALID_RANGE, DATE_IN_PAST, PROFESSIONAL_NOT_FOUND, ' +
          'RESOURCE_NOT_FOUND, SLOT_NOT_AVAILABLE with what is in the way: `error.reserva`, ' +
          '`error.bloqueo`, or `error.libre_desde`.',
        querystring: querySchema(),
        headers: idempotencyHeaders,
        body: NewBlockWire,
        response: createdResponse(ref(BlockWire)),
      },
    },
    async (request, reply) => {
      businessOnly(request.context)
      const input = parseNewBlock(request.body)
      const block = await idempotent(request, reply, (context) => createBlock(context, input))
      const catalog = await request.context.tenant.catalog()
      const locale = localeOf(request, catalog, options)
      return reply.code(201).send(serializeBlock(block, catalog.settings.timezone, locale))
    },
  )

  app.get<{ Querystring: Params }>(
    '/bloqueos/',
    {
      config: { weight: requestWeights.list },
      schema: {
        tags,
        summary: 'List blocks',
        description:
          'The blocks that overlap the days, by start, in pages; by default those from today on. ' +
          'Needs the secret key. Errors: INSUFFICIENT_SCOPE, INVALID_DATE, INVALID_RANGE.',
        querystring: listQuerySchema(blockFilterParams),
        response: okResponse(pageSchema(ref(BlockWire), 'By start')),
      },
    },
    async (request) => {
      businessOnly(request.context)
      const page = parsePageOrFirst(request.query)
      const filter = { ...parseBlockFilter(request.query), ...offsetAndLimit(page) }
      const { blocks, total } = await listBlocks(request.context, filter)
      const catalog = await request.context.tenant.catalog()
      const locale = localeOf(request, catalog, options)
      return {
        items: blocks.map((block) => serializeBlock(block, catalog.settings.timezone, locale)),
        pagination: serializePagination(total, page),
      }
    },
  )

  app.delete<{ Params: { id: string } }>(
    '/bloqueos/:id/',
    {
      schema: {
        tags,
        summary: 'Delete a block',
        description:
          'Its time can be booked again at once. Needs the secret key. Errors: ' +
          'INSUFFICIENT_SCOPE, BLOCK_NOT_FOUND.',
        params: idPathSchema('The block'),
        querystring: querySchema(),
        headers: idempotencyHeaders,
        response: okResponse(ref(DeletedBlockWire)),
      },
    },
    async (request, reply) => {
      businessOnly(request.context)
      const id = parseRecordId(request.params.id) ?? fail('BLOCK_NOT_FOUND')
      return serializeDeletedBlock(
        await idempotent(request, reply, (context) => deleteBlock(context, id)),
      )
    },
  )
}
