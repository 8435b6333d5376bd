import { businessOnly, listEvents } from '@silla/core'
import {
  EventPageWire,
  eventFilterParams,
  type Params,
  parseEventFilter,
  querySchema,
  ref,
  serializeEvents,
} from '@silla/wire'
import type { FastifyInstance } from 'fastify'
import { requestWeights } from '../limits/request-slots.ts'
import { localeOf, type OperationOptions } from '../operations/operation-options.ts'
import { okResponse } from './response-schemas.ts'

/** What has happened at the business, in its order (D42). */
export function eventRoutes(app: FastifyInstance, options: OperationOptions): void {
  app.get<{ Querystring: Params }>(
    '/eventos/',
    {
      config: { weight: requestWeights.list },
      schema: {
        tags: ['Events'],
        summary: 'List events',
        description:
          'The events after a position, in their order and without gaps: send `siguiente` as ' +
          '`desde` the next time. Events are kept for 30 days. Needs the secret key. Errors: ' +
          'INSUFFICIENT_SCOPE, EVENTS_EXPIRED with `error.primera` when events after `desde` ' +
          'were deleted.',
        querystring: querySchema(eventFilterParams),
        response: okResponse(ref(EventPageWire)),
      },
    },
    async (request) => {
      const { context } = request
      businessOnly(context)
      const page = await listEvents(context, parseEventFilter(request.query))
      const catalog = await context.tenant.catalog()
      const locale = localeOf(request, catalog, options)
      const { businessId } = context.tenant
      return serializeEvents(page, { businessId, catalog, locale })
    },
  )
}
