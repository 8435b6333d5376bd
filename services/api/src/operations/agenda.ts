import { agendaFilter, agendaUnlessKnown, type SalonAgenda, salonAgenda, today } from '@silla/core'
import { AgendaWire, agendaParams, parseAgendaParams, serializeAgenda } from '@silla/wire'
import { operation } from './operation.ts'
import { one } from './results.ts'

/** What the business does on some days (D69). */
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
      PERMISSION_REQUIRED:
        'a member of staff without `agenda.propia`, which `permiso` names; or without `agenda.todas` and for anybody but themselves',
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
]
