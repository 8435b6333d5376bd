import { findProfessional, professionalsAvailableToday, today } from '@silla/core'
import { fail } from '@silla/errors'
import type { FastifyInstance } from 'fastify'
import { parsePage } from '../wire/pagination.ts'
import { idPath, listQueryOf, professionalFilterNames, queryOf } from '../wire/parameters.ts'
import { ProfessionalDetailWire, serializeProfessionalDetail } from '../wire/professional.ts'
import {
  ProfessionalsWire,
  parseProfessionalFilter,
  serializeProfessionals,
} from '../wire/professional-list.ts'
import { parsePathId, type Query } from '../wire/query.ts'
import { ScheduleWire, serializeSchedule } from '../wire/schedule.ts'
import { ref } from '../wire/schema.ts'
import { cacheKey } from './cache-key.ts'
import { localizerOf } from './localizer.ts'
import { respondsCached } from './response-schemas.ts'
import type { RestOptions } from './rest-options.ts'

const tags = ['Catalogue']

/** Who works in the salon. */
export function professionalRoutes(app: FastifyInstance, options: RestOptions): void {
  app.get<{ Querystring: Query }>(
    '/peluqueros/',
    {
      schema: {
        tags,
        summary: 'Professionals',
        description:
          'Active professionals. Filters narrow the list; an unknown service gives an empty one.',
        querystring: listQueryOf(professionalFilterNames),
        response: respondsCached(ProfessionalsWire),
      },
    },
    async (request, reply) => {
      const { serviceId, freeToday } = parseProfessionalFilter(request.query)
      const page = parsePage(request.query)
      if (!freeToday) {
        return reply.cached(cacheKey(request, 'peluqueros', serviceId, page), (catalog) =>
          serializeProfessionals(
            catalog,
            serviceId,
            null,
            page,
            localizerOf(request, catalog, options),
          ),
        )
      }
      const free = await professionalsAvailableToday(request.caller)
      const catalog = await request.caller.tenant.catalog()
      return serializeProfessionals(
        catalog,
        serviceId,
        free,
        page,
        localizerOf(request, catalog, options),
      )
    },
  )

  app.get<{ Params: { id: string } }>(
    '/peluqueros/:id/',
    {
      schema: {
        tags,
        summary: 'One professional',
        description:
          'An active professional with images, services, the usual week and the latest reviews. Refused with PROFESSIONAL_NOT_FOUND.',
        params: idPath('The professional'),
        querystring: queryOf(),
        response: respondsCached(ref(ProfessionalDetailWire)),
      },
    },
    (request, reply) => {
      const id = parsePathId(request.params.id) ?? fail('PROFESSIONAL_NOT_FOUND')
      return reply.cached(cacheKey(request, 'peluquero', id), (catalog) =>
        serializeProfessionalDetail(
          findProfessional(catalog, id),
          catalog,
          localizerOf(request, catalog, options),
        ),
      )
    },
  )

  app.get<{ Params: { id: string } }>(
    '/peluqueros/:id/horario/',
    {
      schema: {
        tags,
        summary: 'Work schedule',
        description:
          'The shifts of the usual week and the dates that differ, as far ahead as can be booked. Refused with PROFESSIONAL_NOT_FOUND.',
        params: idPath('The professional'),
        querystring: queryOf(),
        response: respondsCached(ref(ScheduleWire)),
      },
    },
    async (request, reply) => {
      const id = parsePathId(request.params.id) ?? fail('PROFESSIONAL_NOT_FOUND')
      const from = today(await request.caller.tenant.catalog(), request.caller.clock)
      return reply.cached(cacheKey(request, 'horario', id, from), (catalog) => {
        const between = { from, to: from + catalog.settings.horizonDays }
        return serializeSchedule(
          findProfessional(catalog, id),
          between,
          localizerOf(request, catalog, options),
        )
      })
    },
  )
}
