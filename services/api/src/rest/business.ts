import { browserPayment, today } from '@silla/core'
import type { Params } from '@silla/wire'
import {
  BusinessWire,
  ClosingDaysWire,
  defaultClosingMonths,
  listQuerySchema,
  maxClosingRangeDays,
  OpeningHoursWire,
  parseClosingRange,
  parsePage,
  querySchema,
  rangeParams,
  ref,
  serializeBusiness,
  serializeClosingDays,
  serializeOpeningHours,
} from '@silla/wire'
import type { FastifyInstance } from 'fastify'
import { requestWeights } from '../limits/request-slots.ts'
import type { OperationOptions } from '../operations/operation-options.ts'
import { localeOf } from '../operations/operation-options.ts'
import { cacheableResponse } from './response-schemas.ts'

const tags = ['Business']

/** The business: profile, opening hours and closing days. */
export function businessRoutes(app: FastifyInstance, options: OperationOptions): void {
  app.get(
    '/negocio/',
    {
      config: { weight: requestWeights.none },
      schema: {
        tags,
        summary: 'Get the business',
        description:
          'Profile, booking rules and totals of the business that the API key belongs to.',
        querystring: querySchema(),
        response: cacheableResponse(ref(BusinessWire)),
      },
    },
    (request, reply) =>
      reply.sendCached(['negocio'], (catalog) =>
        serializeBusiness(
          catalog,
          localeOf(request, catalog, options),
          browserPayment(catalog, options.processors),
        ),
      ),
  )

  app.get<{ Querystring: Params }>(
    '/negocio/horarios/',
    {
      config: { weight: requestWeights.none },
      schema: {
        tags,
        summary: 'Opening hours',
        description:
          'The weekly opening hours, Monday first. Day names are in the language of messages.',
        querystring: listQuerySchema(),
        response: cacheableResponse(OpeningHoursWire),
      },
    },
    (request, reply) => {
      const page = parsePage(request.query)
      return reply.sendCached(['horarios', page], (catalog) =>
        serializeOpeningHours(catalog, page, localeOf(request, catalog, options)),
      )
    },
  )

  app.get<{ Querystring: Params }>(
    '/negocio/festivos/',
    {
      config: { weight: requestWeights.none },
      schema: {
        tags,
        summary: 'Closing days',
        description:
          'Days and parts of days on which the business is closed. Errors: INVALID_DATE, and ' +
          `INVALID_RANGE when the range is longer than ${maxClosingRangeDays} days.`,
        querystring: listQuerySchema(
          rangeParams({ from: 'today', to: `${defaultClosingMonths} months after today` }),
        ),
        response: cacheableResponse(ClosingDaysWire),
      },
    },
    async (request, reply) => {
      const page = parsePage(request.query)
      const from = today(await request.context.tenant.catalog(), request.context.clock)
      const range = parseClosingRange(request.query, from)
      return reply.sendCached(['festivos', range, page], (catalog) =>
        serializeClosingDays(catalog, range, page, localeOf(request, catalog, options)),
      )
    },
  )
}
