import type { AgendaMonth, AgendaMonthInput } from '@silla/core'
import { fail } from '@silla/errors'
import { type EpochDay, formatDate, parseDate } from '@silla/slots'
import { type Static, Type } from 'typebox'
import { assertNear, dayKinds } from './agenda.ts'
import { type Params, parseId, parseText } from './params.ts'
import { closed, date, identifier, oneOf, position, ref, text, whole } from './schema.ts'

const AgendaMonthDayWire = closed(
  {
    fecha: date('The day'),
    tipo: oneOf(Object.values(dayKinds), 'As that of the days of `GET /agenda/`'),
    reservas: whole('Bookings that begin on it, without cancelled ones'),
    pendientes: whole('How many of these are pending'),
    minutos_ocupados: whole(
      'Minutes that these take of those who do them, `margen` included and without `espera`',
    ),
    minutos_trabajo: whole('Minutes that they work, as the business has it now'),
  },
  { $id: 'AgendaMesDia', description: 'How full a day is' },
)

export const AgendaMonthWire = closed(
  {
    posicion: position('As that of `GET /agenda/`'),
    mes: text('The month: `2030-03`'),
    timezone: text('Name of the time zone of the days'),
    dias: Type.Array(ref(AgendaMonthDayWire), { description: 'Every day of the month, in order' }),
  },
  { $id: 'AgendaMes', description: 'How full the days of a month are' },
)

export const agendaMonthComponents = [AgendaMonthDayWire, AgendaMonthWire]

export const agendaMonthParams = {
  mes: text('The month, such as `2030-03`, at most 20 years away; default the present one'),
  peluquero_id: identifier('Only of this professional'),
}

/** `mes` and `peluquero_id`; INVALID_DATE, INVALID_RANGE, VALIDATION_ERROR (D69). */
export function parseAgendaMonthParams(params: Params, today: EpochDay): AgendaMonthInput {
  const professionalId = parseId(params, 'peluquero_id')
  const month = parseText(params, 'mes') ?? formatMonth(today)
  const from = parseDate(`${month}-01`) ?? fail('INVALID_DATE')
  assertNear(from, today)
  return { from, professionalId }
}

/** A month (D69). */
export const serializeAgendaMonth = ({
  from,
  position,
  timezone,
  days,
}: AgendaMonth): Static<typeof AgendaMonthWire> => ({
  posicion: position,
  mes: formatMonth(from),
  timezone,
  dias: days.map(({ day, kind, visits, pending, bookedMinutes, workingMinutes }) => ({
    fecha: formatDate(day),
    tipo: dayKinds[kind],
    reservas: visits,
    pendientes: pending,
    minutos_ocupados: bookedMinutes,
    minutos_trabajo: workingMinutes,
  })),
})

const formatMonth = (day: EpochDay): string => formatDate(day).slice(0, 7)
