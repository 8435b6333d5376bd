import {
  type DayAvailabilityQuery,
  dayAvailability,
  type OpenDaysQuery,
  openDays,
} from '@silla/core'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { DirectRoute } from '../direct-routes/direct-route.ts'
import { openDaysWork } from '../limits/open-days-work.ts'
import { requestWeights } from '../plugins/request-slots.ts'
import { DayAvailabilityWire, OpenDaysWire } from '../wire/availability.ts'
import { parseDayParams, parseOpenDaysParams } from '../wire/availability-params.ts'
import { dayAvailabilityText, openDaysText } from '../wire/availability-text.ts'
import { type Page, parsePage } from '../wire/pagination.ts'
import {
  dayPathSchema,
  listQuerySchema,
  openDaysParams,
  querySchema,
  rangeParams,
  visitLengthParams,
} from '../wire/param-schemas.ts'
import type { Params } from '../wire/params.ts'
import { ref } from '../wire/schema.ts'
import { okResponse } from './response-schemas.ts'

const tags = ['Availability']

const slotsOfDay: DirectRoute<DayAvailabilityQuery> = {
  path: '/disponibilidad/:peluquero_id/:fecha/',
  parse: parseDayParams,
  respond: async (context, query, language) =>
    dayAvailabilityText(await dayAvailability(context, query), language),
}

/** With any professional it is the work of several days. */
const daysWithFreeSlots: DirectRoute<OpenDaysRead> = {
  path: '/disponibilidad/dias/',
  parse(params) {
    const read = parseOpenDays(params)
    return read.query.professionalId === null ? null : read
  },
  respond: async (context, { page, query }) => openDaysText(await openDays(context, query), page),
}

/** The ones that are handled without the router where possible. */
export const directAvailabilityRoutes = [slotsOfDay, daysWithFreeSlots]

/** A range of days with any professional. With one it is about the work of a day. */
const openDaysWeight = ({ query }: FastifyRequest) =>
  (query as Params).peluquero_id === undefined ? requestWeights.heavy : requestWeights.single

/** Free slots and days. */
export function availabilityRoutes(app: FastifyInstance): void {
  app.get<{ Params: { peluquero_id: string; fecha: string }; Querystring: Params }>(
    slotsOfDay.path,
    {
      schema: {
        tags,
        summary: 'Slots of a day',
        description:
          'Every possible start time on one day with one professional, free or not. When ' +
          'nobody works that day there are no slots and `aviso` gives the reason. Errors: ' +
          'INVALID_DATE, DATE_IN_PAST, DATE_TOO_FAR, SERVICE_NOT_FOUND, ' +
          'PROFESSIONAL_NOT_FOUND, SERVICE_NOT_OFFERED.',
        params: dayPathSchema,
        querystring: querySchema(visitLengthParams),
        response: okResponse(ref(DayAvailabilityWire)),
      },
    },
    async (request, reply) => {
      const query = parseDayParams({ ...request.query, ...request.params })
      const { context, languages } = request
      return sendText(reply, await slotsOfDay.respond(context, query, languages.message))
    },
  )

  app.get<{ Querystring: Params }>(
    daysWithFreeSlots.path,
    {
      config: { weight: openDaysWeight },
      schema: {
        tags,
        summary: 'Days with free slots',
        description:
          'The days of a range, and which of them have a free slot, with one professional or, ' +
          'without one, with any who offers the service. Days in the past or too far ahead are ' +
          'listed, not rejected. Errors: INVALID_DATE, SERVICE_NOT_FOUND, ' +
          'PROFESSIONAL_NOT_FOUND, SERVICE_NOT_OFFERED, and INVALID_RANGE when the range is ' +
          'longer than 92 days.',
        querystring: listQuerySchema({
          ...openDaysParams,
          ...rangeParams({ from: 'today', to: '30 days later' }),
        }),
        response: okResponse(OpenDaysWire),
      },
    },
    async (request, reply) => {
      const read = parseOpenDays(request.query)
      const { tenant, clock } = request.context
      if (read.query.professionalId === null)
        await reply.limitWork(openDaysWork(await tenant.catalog(), clock, read.query))
      const { context, languages } = request
      return sendText(reply, await daysWithFreeSlots.respond(context, read, languages.message))
    },
  )
}

export interface OpenDaysRead {
  page: Page | null
  query: OpenDaysQuery
}

const parseOpenDays = (params: Params): OpenDaysRead => ({
  page: parsePage(params),
  query: parseOpenDaysParams(params),
})

/** Sends a response that is written already; the serializer of the route's schema is passed by. */
const sendText = (reply: FastifyReply, text: string): FastifyReply =>
  reply.header('content-type', 'application/json; charset=utf-8').send(text)
