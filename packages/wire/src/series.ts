import type { Repetition, SeriesScope, SeriesVisit } from '@silla/core'
import type { FieldProblem } from '@silla/errors'
import { toMajor } from '@silla/money'
import { formatDate, formatTime } from '@silla/slots'
import { type Static, Type } from 'typebox'
import { clockTime, closed, date, identifier, money, nullable, oneOf, ref, text } from './schema.ts'

export const SeriesVisitWire = closed(
  {
    reserva_id: nullable(identifier('The booking; null: it was not booked')),
    codigo: nullable(text('Its code; null: it was not booked')),
    fecha: date('The day on which it takes place, or was to take place'),
    hora_inicio: clockTime('Its start, or what was to be its start'),
    total: nullable(money('What it costs; null: it was not booked')),
    reembolso: money('What its cancellation refunds'),
    codigo_motivo: nullable(
      text('Why it was left as it is, an error code; null: it was booked, moved or cancelled'),
    ),
  },
  { $id: 'VisitaDeSerie', description: 'What became of one visit of a series' },
)

/** Of a response: what a request did with each visit of a series. */
export const seriesVisits = (when: string) =>
  nullable(
    Type.Array(ref(SeriesVisitWire), {
      description: `All visits of the request, by start, with \`${when}\`; null without it`,
    }),
  )

export const serializeSeriesVisits = (
  visits: readonly SeriesVisit[] | null,
): Static<typeof SeriesVisitWire>[] | null =>
  visits === null
    ? null
    : visits.map((visit) => ({
        reserva_id: visit.bookingId,
        codigo: visit.code,
        fecha: formatDate(visit.day),
        hora_inicio: formatTime(visit.startMinute),
        total: visit.totalCents === null ? null : toMajor(visit.totalCents),
        reembolso: toMajor(visit.refundCents),
        codigo_motivo: visit.refusal,
      }))

const seriesScopes = { esta: 'this', siguientes: 'following' } as const satisfies Record<
  string,
  SeriesScope
>

/** Of the body of a change: which visits of a series it is about. */
export const seriesScope = Type.Optional(
  oneOf(
    Object.keys(seriesScopes) as (keyof typeof seriesScopes)[],
    'Of a booking that belongs to a series: only this visit (`esta`, the default), or also those ' +
      'that are to come after it (`siguientes`), for the business itself',
  ),
)

export const parseSeriesScope = (scope: keyof typeof seriesScopes = 'esta'): SeriesScope =>
  seriesScopes[scope]

const maxWeeks = 12
const maxTimes = 12

/** Of the body of a new booking. */
export const repetitionField = Type.Optional(
  closed(
    {
      cada_semanas: Type.Integer({
        ...{ minimum: 1, maximum: maxWeeks },
        description: 'Weeks from one visit to the next, on the same day of the week',
      }),
      veces: Type.Integer({
        ...{ minimum: 2, maximum: maxTimes },
        description: 'How many visits, the first included',
      }),
    },
    {
      description:
        'Repeats the visit at the same time, with `por_negocio`: what can be booked is booked and ' +
        'joined as a `serie`, the rest is named in `visitas`',
    },
  ),
)

/** `repetir`; what does not go with it is added to the problems. */
export function parseRepetition(
  body: {
    repetir?: Static<typeof repetitionField>
    por_negocio?: boolean | undefined
    hora_inicio: string
    retencion?: unknown
  },
  problems: FieldProblem[],
): Repetition | null {
  if (body.repetir === undefined) return null
  const problem = { keyword: 'not_together', limit: 'repetir' } as const
  if (body.por_negocio !== true) problems.push({ field: 'por_negocio', problem: 'required' })
  if (body.hora_inicio === 'ahora') problems.push({ field: 'hora_inicio', problem })
  if (body.retencion !== undefined) problems.push({ field: 'retencion', problem })
  return { everyWeeks: body.repetir.cada_semanas, times: body.repetir.veces }
}
