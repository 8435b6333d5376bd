import { bookingWindow, findProfessional, professionalsAvailableToday, today } from '@silla/core'
import { fail } from '@silla/errors'
import {
  idPathSchema,
  listQuerySchema,
  type Params,
  ProfessionalDetailWire,
  ProfessionalsWire,
  parsePage,
  parseProfessionalFilter,
  parseRecordId,
  professionalFilterParams,
  querySchema,
  ref,
  ScheduleWire,
  serializeProfessionalDetail,
  serializeProfessionals,
  serializeSchedule,
} from '@silla/wire'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { requestWeights } from '../limits/request-slots.ts'
import type { OperationOptions } from '../operations/operation-options.ts'
import { localeOf } from '../operations/operation-options.ts'
import { cacheableResponse } from './response-schemas.ts'

const tags = ['Catalogue']

/** A list of those who are free today is computed; the others are cached. */
const availableTodayWeight = ({ query }: FastifyRequest) =>
  (query as Params).disponible_hoy === undefined ? requestWeights.none : requestWeights.list

/** Professionals and their schedules. */
export function professionalRoutes(app: FastifyInstance, options: OperationOptions): void {
  app.get<{ Querystring: Params }>(
    '/peluqueros/',
    {
      config: { weight: availableTodayWeight },
      schema: {
        tags,
        summary: 'List professionals',
        description:
          'Active professionals. Filters narrow the list; an unknown service gives an empty list.',
        querystring: listQuerySchema(professionalFilterParams),
        response: cacheableResponse(ProfessionalsWire),
      },
    },
    async (request, reply) => {
      const { serviceId, availableToday } = parseProfessionalFilter(request.query)
      const page = parsePage(request.query)
      if (!availableToday) {
        return reply.sendCached(['peluqueros', serviceId, page], (catalog) =>
          serializeProfessionals(
            catalog,
            serviceId,
            null,
            page,
            localeOf(request, catalog, options),
          ),
        )
      }
      const available = await professionalsAvailableToday(request.context, serviceId)
      const catalog = await request.context.tenant.catalog()
      return serializeProfessionals(
        catalog,
        serviceId,
        available,
        page,
        localeOf(request, catalog, options),
      )
    },
  )

  app.get<{ Params: { id: string } }>(
    '/peluqueros/:id/',
    {
      config: { weight: requestWeights.none },
      schema: {
        tags,
        summary: 'Get a professional',
        description:
          'An active professional with images, services, weekly working hours and the latest ' +
          'reviews. Errors: PROFESSIONAL_NOT_FOUND.',
        params: idPathSchema('The professional'),
        querystring: querySchema(),
        response: cacheableResponse(ref(ProfessionalDetailWire)),
      },
    },
    (request, reply) => {
      const id = parseRecordId(request.params.id) ?? fail('PROFESSIONAL_NOT_FOUND')
      return reply.sendCached(['peluquero', id], (catalog) =>
        serializeProfessionalDetail(
          findProfessional(catalog, id),
          catalog,
          localeOf(request, catalog, options),
        ),
      )
    },
  )

  app.get<{ Params: { id: string } }>(
    '/peluqueros/:id/horario/',
    {
      config: { weight: requestWeights.none },
      schema: {
        tags,
        summary: "Get a professional's schedule",
        description:
          'The shifts of the week, and the exceptions up to the last day that can be booked. ' +
          'Errors: PROFESSIONAL_NOT_FOUND.',
        params: idPathSchema('The professional'),
        querystring: querySchema(),
        response: cacheableResponse(ref(ScheduleWire)),
      },
    },
    async (request, reply) => {
      const id = parseRecordId(request.params.id) ?? fail('PROFESSIONAL_NOT_FOUND')
      const from = today(await request.context.tenant.catalog(), request.context.clock)
      return reply.sendCached(['horario', id, from], (catalog) => {
        const range = { from, to: bookingWindow(catalog, request.context.clock).lastDay }
        return serializeSchedule(
          findProfessional(catalog, id),
          range,
          localeOf(request, catalog, options),
        )
      })
    },
  )
}
