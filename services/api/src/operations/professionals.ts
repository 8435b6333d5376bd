import { bookingWindow, findProfessional, professionalsAvailableToday } from '@silla/core'
import {
  ProfessionalDetailWire,
  ProfessionalsWire,
  parseProfessionalFilter,
  professionalFilterParams,
  ScheduleWire,
  serializeProfessionalDetail,
  serializeProfessionals,
  serializeSchedule,
} from '@silla/wire'
import { operation } from './operation.ts'
import { list, one } from './results.ts'

const tag = 'Catalogue'
const professionalId = {
  description: 'The professional',
  notFound: 'PROFESSIONAL_NOT_FOUND',
} as const

/** Professionals and their schedules. */
export const professionalOperations = [
  operation({
    name: 'peluqueros.listar',
    tag,
    summary: 'List professionals',
    description:
      'Active professionals. Filters narrow the list; an unknown service gives an empty list.',
    rest: { method: 'GET', path: '/peluqueros/' },
    graphql: { field: 'peluqueros' },
    access: 'anyone',
    query: { params: professionalFilterParams, parse: parseProfessionalFilter },
    result: list(ProfessionalsWire, { items: 'profesionales', type: 'PaginaProfesionales' }),
    errors: {},
    weight: ({ disponible_hoy }) => (disponible_hoy === undefined ? 'none' : 'list'),
    cached: { when: ({ availableToday }) => !availableToday, exceptWith: ['disponible_hoy'] },
    tool: {
      guidance:
        'Who works there: names, what they do (`servicios_ids`) and their ids. Needed only when the ' +
        'customer wants somebody in particular; otherwise `peluquero_id` is 0 in all tools, which means ' +
        'anyone who is free.',
    },
    run: (context, { query }) => professionalsAvailableToday(context, query.serviceId),
    respond: (available: ReadonlySet<number> | undefined, { catalog, locale }, { query, page }) =>
      serializeProfessionals(catalog, query.serviceId, available ?? null, page, locale),
  }),

  operation({
    name: 'peluqueros.ver',
    tag,
    summary: 'Get a professional',
    description:
      'An active professional with images, services, weekly working hours and the latest reviews.',
    rest: { method: 'GET', path: '/peluqueros/:id/' },
    graphql: { field: 'peluquero' },
    access: 'anyone',
    ids: { id: professionalId },
    result: one(ProfessionalDetailWire),
    errors: { PROFESSIONAL_NOT_FOUND: 'unknown or inactive' },
    cached: {},
    respond: (_, { catalog, locale }, { ids }) =>
      serializeProfessionalDetail(findProfessional(catalog, ids.id), catalog, locale),
  }),

  operation({
    name: 'peluqueros.horario',
    tag,
    summary: "Get a professional's schedule",
    description:
      'The shifts of the week, and the exceptions up to the last day that can be booked.',
    rest: { method: 'GET', path: '/peluqueros/:id/horario/' },
    // `horario_laboral` of a professional
    graphql: null,
    access: 'anyone',
    ids: { id: professionalId },
    result: one(ScheduleWire),
    errors: { PROFESSIONAL_NOT_FOUND: 'unknown or inactive' },
    cached: { perDay: true },
    respond: (_, { catalog, clock, locale }, { ids }) => {
      const { firstDay: from, lastDay: to } = bookingWindow(catalog, clock)
      return serializeSchedule(findProfessional(catalog, ids.id), { from, to }, locale)
    },
  }),
]
