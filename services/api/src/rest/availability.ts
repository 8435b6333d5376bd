import {
  type DayAvailabilityQuery,
  dayAvailability,
  type OpenDaysQuery,
  openDays,
  queryToMove,
  type VisitQuery,
} from '@silla/core'
import {
  bookingCodeHeader,
  DayAvailabilityWire,
  dayAvailabilityText,
  dayPathSchema,
  listQuerySchema,
  movedBookingParams,
  OpenDaysWire,
  openDaysParams,
  openDaysText,
  type Page,
  type Params,
  parseDayParams,
  parseMovedBooking,
  parseOpenDaysParams,
  parseOptionalBookingCode,
  parsePage,
  querySchema,
  rangeParams,
  ref,
  visitLengthParams,
} from '@silla/wire'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { DirectRoute } from '../direct-routes/direct-route.ts'
import { openDaysWork } from '../limits/open-days-work.ts'
import { requestWeights } from '../limits/request-slots.ts'
import { okResponse } from './response-schemas.ts'
import { tokenOrCode } from './security-schemes.ts'

const tags = ['Availability']

/** With lines it may be the work of several days. */
const slotsOfDay: DirectRoute<DayAvailabilityQuery> = {
  path: '/disponibilidad/:peluquero_id/:fecha/',
  parse(params) {
    const query = parseDayParams(params)
    return query.lines === null && (params.reserva_id ?? null) === null ? query : null
  },
  respond: async (context, query, language) =>
    dayAvailabilityText(await dayAvailability(context, query), language),
}

/** With any professional the rate limit counts more than one request. */
const daysWithFreeSlots: DirectRoute<OpenDaysRead> = {
  path: '/disponibilidad/dias/',
  parse(params) {
    const read = parseOpenDays(params)
    const isDirect = read.query.professionalId !== null && (params.reserva_id ?? null) === null
    return isDirect ? read : null
  },
  respond: async (context, { page, query }) => openDaysText(await openDays(context, query), page),
}

/** The ones that are handled without the router where possible. */
export const directAvailabilityRoutes = [slotsOfDay, daysWithFreeSlots]

/**
 * With lines it is the work of several days. A range with anyone is read in a call that requests share,
 * and computed in slices.
 */
const openDaysWeight = ({ query }: FastifyRequest) =>
  (query as Params).lineas === undefined ? requestWeights.single : requestWeights.heavy

const dayWeight = ({ query }: FastifyRequest) =>
  (query as Params).lineas === undefined ? requestWeights.single : requestWeights.list

/** Free slots and days. */
export function availabilityRoutes(app: FastifyInstance): void {
  app.get<{ Params: { peluquero_id: string; fecha: string }; Querystring: Params }>(
    slotsOfDay.path,
    {
      config: { weight: dayWeight },
      schema: {
        tags,
        summary: 'Slots of a day',
        description:
          'Every possible start time on one day, free or not: with one professional, with anyone ' +
          '(`peluquero_id` 0), or with several people (`peluquero_id` 0 and `lineas`). When ' +
          'nobody works that day there are no slots and `aviso` gives the reason. Errors: ' +
          'INVALID_DATE, DATE_IN_PAST, DATE_TOO_FAR, SERVICE_NOT_FOUND, ' +
          'PROFESSIONAL_NOT_FOUND, SERVICE_NOT_OFFERED; with `reserva_id` also ' +
          'AUTHENTICATION_REQUIRED and BOOKING_NOT_FOUND.',
        params: dayPathSchema,
        querystring: querySchema({ ...visitLengthParams, ...movedBookingParams }),
        security: tokenOrCode,
        headers: bookingCodeHeader,
        response: okResponse(ref(DayAvailabilityWire)),
      },
    },
    async (request, reply) => {
      const parsed = parseDayParams({ ...request.query, ...request.params })
      const query = await withMovedBooking(request, parsed)
      const { context, languages } = request
      if (query.lines !== null) {
        const catalog = await context.tenant.catalog()
        const range = { ...query, from: query.day, to: query.day }
        await reply.limitWork(openDaysWork(catalog, context.clock, range))
      }
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
          'The days of a range, and which of them have a free slot, with one professional, with ' +
          '`lineas`, or without both with any who offers the services. Days in the past or too far ahead are ' +
          'listed, not rejected. Errors: INVALID_DATE, SERVICE_NOT_FOUND, ' +
          'PROFESSIONAL_NOT_FOUND, SERVICE_NOT_OFFERED, with `reserva_id` AUTHENTICATION_REQUIRED ' +
          'and BOOKING_NOT_FOUND, and INVALID_RANGE when the range is ' +
          'longer than 92 days.',
        querystring: listQuerySchema({
          ...openDaysParams,
          ...movedBookingParams,
          ...rangeParams({ from: 'today', to: '30 days later' }),
        }),
        security: tokenOrCode,
        headers: bookingCodeHeader,
        response: okResponse(OpenDaysWire),
      },
    },
    async (request, reply) => {
      const parsed = parseOpenDays(request.query)
      const read = { ...parsed, query: await withMovedBooking(request, parsed.query) }
      const { tenant, clock } = request.context
      if (read.query.professionalId === null)
        await reply.limitWork(openDaysWork(await tenant.catalog(), clock, read.query))
      const { context, languages } = request
      return sendText(reply, await daysWithFreeSlots.respond(context, read, languages.message))
    },
  )
}

/** With `reserva_id`, for the booking whose own time counts as free (D37). */
function withMovedBooking<Query extends VisitQuery>(
  { query, headers, context }: FastifyRequest,
  visit: Query,
): Promise<Query> {
  const code = parseOptionalBookingCode(headers['x-reserva-codigo'] as string | undefined)
  return queryToMove(context, visit, parseMovedBooking(query as Params, code))
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
