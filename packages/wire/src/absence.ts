import type { AbsentVisit } from '@silla/core'
import type { EpochDay } from '@silla/slots'
import { type Static, Type } from 'typebox'
import {
  BookingDetailWire,
  serializeAlternative,
  serializeBookingDetail,
  serializeProfessional,
} from './booking.ts'
import { parseDay } from './dates.ts'
import type { Locale } from './localize.ts'
import type { Params } from './params.ts'
import { clockTime, closed, date, flag, identifier, nullable, ref, text } from './schema.ts'

const AbsentVisitWire = closed(
  {
    reserva: { ...ref(BookingDetailWire), description: 'The visit' },
    posible: flag('Whether others can do it at its time'),
    profesionales: Type.Array(
      closed(
        { id: identifier('The professional'), nombre: text('Full name') },
        { description: 'A professional' },
      ),
      {
        description:
          'Who would do each service then, in order, as `peluqueros` of a move; empty when nobody can',
      },
    ),
    codigo_motivo: nullable(
      text('Why nobody can, the error code that a move would get; null when somebody can'),
    ),
    alternativas: Type.Array(
      closed(
        {
          fecha: date('Day'),
          hora_inicio: clockTime('Start'),
          peluquero_id: identifier('The professional'),
        },
        { description: 'A free time' },
      ),
      {
        description: 'The nearest times at which others can, up to three; empty when somebody can',
      },
    ),
  },
  { $id: 'VisitaDeAusente', description: 'A visit of a professional who is absent' },
)

export const AbsenceWire = closed(
  { visitas: Type.Array(ref(AbsentVisitWire), { description: 'The visits to come, by start' }) },
  { $id: 'Ausencia', description: 'What others could do of the visits of a professional' },
)

export const absenceComponents = [AbsentVisitWire, AbsenceWire]

export const absenceParams = { fecha: date('The day; default today') }

/** `fecha`; INVALID_DATE. */
export const parseAbsenceParams = (params: Params, today: EpochDay): EpochDay =>
  parseDay(params, 'fecha') ?? today

/** Who could do the visits of a professional (D71). */
export const serializeAbsence = (
  visits: readonly AbsentVisit[],
  locale: Locale,
): Static<typeof AbsenceWire> => ({
  visitas: visits.map(({ visit, reassignment }) => ({
    reserva: serializeBookingDetail(visit, locale),
    posible: reassignment.outcome !== 'impossible',
    ...(reassignment.outcome === 'impossible'
      ? {
          profesionales: [],
          codigo_motivo: reassignment.code,
          alternativas: reassignment.alternatives.map(serializeAlternative),
        }
      : {
          profesionales: reassignment.booking.booking.lines.map(({ professional }) =>
            serializeProfessional(professional),
          ),
          codigo_motivo: null,
          alternativas: [],
        }),
  })),
})
