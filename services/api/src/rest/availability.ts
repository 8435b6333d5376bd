import { dayAvailability, openDays } from '@silla/core'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { openDaysWork } from '../limits/open-days-work.ts'
import { requestWeights } from '../plugins/request-slots.ts'
import { DayAvailabilityWire, OpenDaysWire } from '../wire/availability.ts'
import { parseDayParams, parseOpenDaysParams } from '../wire/availability-params.ts'
import { dayAvailabilityText, openDaysText } from '../wire/availability-text.ts'
import { parsePage } from '../wire/pagination.ts'
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

/** A range of days with any professional. With one it is about the work of a day. */
const openDaysWeight = ({ query }: FastifyRequest) =>
  (query as Params).peluquero_id === undefined ? requestWeights.heavy : requestWeights.single

/** Free slots and days. */
export function availabilityRoutes(app: FastifyInstance): void {
  app.get<{ Params: { peluquero_id: string; fecha: string }; Querystring: Params }>(
    '/disponibilidad/:peluquero_id/:fecha/',
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
      const found = await dayAvailability(
        request.context,
        parseDayParams({ ...request.query, ...request.params }),
      )
      return sendText(reply, dayAvailabilityText(found, request.languages.message))
    },
  )

  app.get<{ Querystring: Params }>(
    '/disponibilidad/dias/',
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
      const page = parsePage(request.query)
      const query = parseOpenDaysParams(request.query)
      const { tenant, clock } = request.context
      if (query.professionalId === null)
        await reply.limitWork(openDaysWork(await tenant.catalog(), clock, query))
      return sendText(reply, openDaysText(await openDays(request.context, query), page))
    },
  )
}

/** Sends a response that is written already; the serializer of the route's schema is passed by. */
const sendText = (reply: FastifyReply, text: string): FastifyReply =>
  reply.header('content-type', 'application/json; charset=utf-8').send(text)
