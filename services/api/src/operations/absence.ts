import { previewAbsence, today } from '@silla/core'
import { AbsenceWire, absenceParams, parseAbsenceParams, serializeAbsence } from '@silla/wire'
import { allAgendasErrors } from './access.ts'
import { operation } from './operation.ts'
import { one } from './results.ts'

/** What to do with the visits of a professional who is ill (D71). */
export const absenceOperations = [
  operation({
    name: 'peluqueros.ausencia',
    tag: 'Bookings',
    summary: 'Preview the absence of a professional',
    description:
      'The visits of a day that a professional is still to do, each with who could do it at its time, or ' +
      'when others can. Nothing changes: `POST /reservas/{id}/reprogramar/` moves them, one by one.',
    rest: { method: 'GET', path: '/peluqueros/:id/ausencia/' },
    graphql: { field: 'ausencia' },
    access: 'bookings.manage',
    ids: { id: { description: 'The professional', notFound: 'PROFESSIONAL_NOT_FOUND' } },
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
]
