import { today } from '@silla/core'
import type { FastifyInstance } from 'fastify'
import { BusinessWire, serializeBusiness } from '../wire/business.ts'
import {
  ClosingDaysWire,
  defaultClosingMonths,
  maxClosingRangeDays,
  parseClosingRange,
  serializeClosingDays,
} from '../wire/closing-days.ts'
import { OpeningHoursWire, serializeOpeningHours } from '../wire/opening-hours.ts'
import { parsePage } from '../wire/pagination.ts'
import { listQueryOf, queryOf, rangeNames } from '../wire/parameters.ts'
import type { Query } from '../wire/query.ts'
import { ref } from '../wire/schema.ts'
import { cacheKey } from './cache-key.ts'
import { localizerOf } from './localizer.ts'
import { respondsCached } from './response-schemas.ts'
import type { RestOptions } from './rest-options.ts'

const tags = ['Business']

/** Who the salon is and when it is open. */
export function businessRoutes(app: FastifyInstance, options: RestOptions): void {
  app.get(
    '/negocio/',
    {
      schema: {
        tags,
        summary: 'The business',
        description: 'Profile, rules and figures of the business that the API key belongs to.',
        querystring: queryOf(),
        response: respondsCached(ref(BusinessWire)),
      },
    },
    (request, reply) =>
      reply.cached(cacheKey(request, 'negocio'), (catalog) =>
        serializeBusiness(catalog, localizerOf(request, catalog, options)),
      ),
  )

  app.get<{ Querystring: Query }>(
    '/negocio/horarios/',
    {
      schema: {
        tags,
        summary: 'Opening hours',
        description: 'The usual week, Monday first. Day names come in the language of the answer.',
        querystring: listQueryOf(),
        response: respondsCached(OpeningHoursWire),
      },
    },
    (request, reply) => {
      const page = parsePage(request.query)
      return reply.cached(cacheKey(request, 'horarios', page), (catalog) =>
        serializeOpeningHours(catalog, page, localizerOf(request, catalog, options)),
      )
    },
  )

  app.get<{ Querystring: Query }>(
    '/negocio/festivos/',
    {
      schema: {
        tags,
        summary: 'Closing days',
        description: `Days and parts of days on which the business is closed. A range may be ${maxClosingRangeDays} days long, else INVALID_RANGE.`,
        querystring: listQueryOf(
          rangeNames({ from: 'today', to: `today and ${defaultClosingMonths} months` }),
        ),
        response: respondsCached(ClosingDaysWire),
      },
    },
    async (request, reply) => {
      const page = parsePage(request.query)
      const now = today(await request.caller.tenant.catalog(), request.caller.clock)
      const range = parseClosingRange(request.query, now)
      return reply.cached(cacheKey(request, 'festivos', range, page), (catalog) =>
        serializeClosingDays(catalog, range, page, localizerOf(request, catalog, options)),
      )
    },
  )
}
