import { previewAbsence, settleAbsence, today } from '@silla/core'
import {
  AbsenceWire,
  absenceParams,
  NewAbsenceWire,
  parseAbsenceParams,
  parseNewAbsence,
  SettledAbsenceWire,
  serializeAbsence,
  serializeSettledAbsence,
} from '@silla/wire'
import { allAgendasErrors } from './access.ts'
import { operation } from './operation.ts'
import { one } from './results.ts'

const ids = {
  id: { description: 'The professional', notFound: 'PROFESSIONAL_NOT_FOUND' },
} as const

/** What to do with the visits of a professional who is ill (D71). */
export const absenceOperations = [
  operation({
    name: 'peluqueros.ausencia',
    tag: 'Bookings',
    summary: 'Preview the absence of a professional',
    description:
      'The visits of a day that a professional is still to do, each with who could do it at its time, or ' +
      'when others can. Nothing changes: `POST /peluqueros/{id}/ausencia/` does.',
    rest: { method: 'GET', path: '/peluqueros/:id/ausencia/' },
    graphql: { field: 'ausencia' },
    access: 'bookings.manage',
    ids,
    query: {
      params: absenceParams,
      parse: (params, { catalog, clock }) => parseAbsenceParams(params, today(catalog, clock)),
    },
    result: one(AbsenceWire),
    errors: {
      ...allAgendasErrors('bookings.manage'),
      INVALID_DATE: '`fecha` is not a day',
      PROFESSIONAL_NOT_FOUND: 'unknown or inactive',
    },
    weight: 'list',
    run: (context, { ids, query: day }) => previewAbsence(context, { professionalId: ids.id, day }),
    respond: (visits, { locale }) => serializeAbsence(visits, locale),
  }),
  operation({
    name: 'peluqueros.resolver_ausencia',
    tag: 'Bookings',
    summary: 'Settle the absence of a professional',
    description:
      'Each visit goes to others, to another time, or is cancelled, as by the business itself. What is ' +
      'refused stays as it is and is named; the rest is done in one transaction. With `dia_libre` the ' +
      'day becomes a day off in the end.',
    rest: { method: 'POST', path: '/peluqueros/:id/ausencia/' },
    graphql: { field: 'resolver_ausencia', input: 'NuevaAusencia' },
    access: 'bookings.manage',
    audit: 'bookings.settle-absence',
    ids,
    body: {
      schema: NewAbsenceWire,
      parse: (body, { catalog, clock }) => parseNewAbsence(body, today(catalog, clock)),
    },
    result: one(SettledAbsenceWire),
    errors: {
      PERMISSION_REQUIRED: `${allAgendasErrors('bookings.manage').PERMISSION_REQUIRED}; or without \`ajustes.horario\` and with \`dia_libre\`, or without \`ajustes.negocio\` and with \`permitir_huerfanas\``,
      VALIDATION_ERROR: 'the body is invalid, or a visit is named twice',
      INVALID_DATE: 'not a calendar date',
      INVALID_TIME: 'not a time of day',
      PROFESSIONAL_NOT_FOUND: 'unknown or inactive',
    },
    idempotent: true,
    simulated: true,
    weight: 'list',
    run: (context, { ids, body, simulated }) =>
      settleAbsence(context, { professionalId: ids.id, simulated, ...body }),
    respond: (settled, _context, { simulated }) => serializeSettledAbsence(settled, { simulated }),
  }),
]
