import {
  type AgendaMonth,
  agendaFilter,
  agendaMonth,
  agendaMonthFilter,
  agendaMonthUnlessKnown,
  agendaUnlessKnown,
  type SalonAgenda,
  salonAgenda,
  today,
} from '@silla/core'
import {
  AgendaMonthWire,
  AgendaWire,
  agendaMonthParams,
  agendaParams,
  parseAgendaMonthParams,
  parseAgendaParams,
  serializeAgenda,
  serializeAgendaMonth,
} from '@silla/wire'
import { operation } from './operation.ts'
import { one } from './results.ts'

const notReadable =
  'a member of staff without `agenda.propia`, which `permiso` names; or without `agenda.todas` and for anybody but themselves'

/** What the business does on some days, and how full those of a month are (D69). */
export const agendaOperations = [
  operation({
    name: 'agenda.ver',
    tag: 'Bookings',
    summary: 'Read the agenda',
    description:
      'Some days as they are now: when the business is open and who works, bookings with every ' +
      'stretch of their services, blocks, and times that are being held. All of them, without pages.',
    rest: { method: 'GET', path: '/agenda/' },
    graphql: { field: 'agenda' },
    access: 'agenda.own',
    query: {
      params: agendaParams,
      parse: (params, { catalog, clock }) => parseAgendaParams(params, today(catalog, clock)),
    },
    result: one(AgendaWire),
    errors: {
      VALIDATION_ERROR: '`dias` is not from 1 to 7',
      INVALID_DATE: '`fecha` is not a day',
      INVALID_RANGE: '`fecha` is more than 20 years away',
      PERMISSION_REQUIRED: notReadable,
      PROFESSIONAL_NOT_FOUND: 'unknown',
    },
    retained: {
      key: (context, { query }) => [query, agendaFilter(context, query)],
      async read(context, { query }, knownState) {
        const { agenda: result, ...read } = await agendaUnlessKnown(context, query, knownState)
        return { ...read, result }
      },
    },
    run: (context, { query }) => salonAgenda(context, query),
    respond: (agenda: SalonAgenda, { locale }) => serializeAgenda(agenda, locale),
  }),
  operation({
    name: 'agenda.mes',
    tag: 'Bookings',
    summary: 'Read how full a month is',
    description:
      'Each day of a month: whether the business is open, how many bookings begin on it, and of the ' +
      'working time how much they take. Nothing of a booking itself.',
    rest: { method: 'GET', path: '/agenda/mes/' },
    graphql: { field: 'agenda_mes' },
    access: 'agenda.own',
    query: {
      params: agendaMonthParams,
      parse: (params, { catalog, clock }) => parseAgendaMonthParams(params, today(catalog, clock)),
    },
    result: one(AgendaMonthWire),
    errors: {
      VALIDATION_ERROR: '`peluquero_id` is no id',
      INVALID_DATE: '`mes` is not a month',
      INVALID_RANGE: '`mes` is more than 20 years away',
      PERMISSION_REQUIRED: notReadable,
      PROFESSIONAL_NOT_FOUND: 'unknown',
    },
    retained: {
      key: (context, { query }) => [query, agendaMonthFilter(context, query)],
      async read(context, { query }, knownState) {
        const { month: result, ...read } = await agendaMonthUnlessKnown(context, query, knownState)
        return { ...read, result }
      },
    },
    run: (context, { query }) => agendaMonth(context, query),
    respond: (month: AgendaMonth) => serializeAgendaMonth(month),
  }),
]
