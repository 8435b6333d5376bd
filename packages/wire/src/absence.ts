import type {
  AbsenceInput,
  AbsentVisit,
  Booking,
  SettledAbsence,
  VisitOfAbsence,
} from '@silla/core'
import { type FieldProblem, fail } from '@silla/errors'
import { toMajor } from '@silla/money'
import { type EpochDay, formatDate, formatTime } from '@silla/slots'
import { type Static, Type } from 'typebox'
import { maxServices } from './availability-params.ts'
import { parseBodyText } from './body-text.ts'
import {
  BookingDetailWire,
  localTime,
  serializeAlternative,
  serializeBookingDetail,
  serializeProfessional,
  stateWords,
} from './booking.ts'
import { parseDay, requireDate, requireTime } from './dates.ts'
import type { Locale } from './localize.ts'
import type { Params } from './params.ts'
import { notifiesCustomer, simulatedFlag } from './reschedule.ts'
import {
  clockTime,
  closed,
  date,
  flag,
  identifier,
  money,
  nullable,
  oneOf,
  optionalFlag,
  optionalText,
  ref,
  text,
} from './schema.ts'
import { parseTexts, textsInput } from './settings-values.ts'

const professional = closed(
  { id: identifier('The professional'), nombre: text('Full name') },
  { description: 'A professional' },
)

const freeTimes = (description: string) =>
  Type.Array(
    closed(
      {
        fecha: date('Day'),
        hora_inicio: clockTime('Start'),
        peluquero_id: identifier('The professional'),
      },
      { description: 'A free time' },
    ),
    { description },
  )

const AbsentVisitWire = closed(
  {
    reserva: { ...ref(BookingDetailWire), description: 'The visit' },
    posible: flag('Whether others can do it at its time'),
    profesionales: Type.Array(professional, {
      description:
        'Who would do each service then, in order, as `peluqueros` of a move; empty when nobody can',
    }),
    codigo_motivo: nullable(
      text('Why nobody can, the error code that a move would get; null when somebody can'),
    ),
    alternativas: freeTimes(
      'The nearest times at which others can, up to three; where nobody else does it, those at which the ' +
        'professional can from the next day on. Empty when somebody can',
    ),
  },
  { $id: 'VisitaDeAusente', description: 'A visit of a professional who is absent' },
)

export const AbsenceWire = closed(
  { visitas: Type.Array(ref(AbsentVisitWire), { description: 'The visits to come, by start' }) },
  { $id: 'Ausencia', description: 'What others could do of the visits of a professional' },
)

const actionWords = ['mover', 'cancelar'] as const

const SettledVisitWire = closed(
  {
    reserva_id: identifier('The booking'),
    accion: oneOf(actionWords, 'What was to become of it'),
    codigo: nullable(
      text('Its code; null, as all of the visit: none to come of the professional on that day'),
    ),
    estado: Type.Unsafe<(typeof stateWords)[Booking['state']] | null>({
      type: ['string', 'null'],
      enum: [...Object.values(stateWords), null],
      description: 'Its state now',
    }),
    fecha: nullable(date('Its day now')),
    hora_inicio: nullable(clockTime('Its start now')),
    profesionales: Type.Array(professional, { description: 'Who does each service now, in order' }),
    total: nullable(money('What it costs now')),
    version: nullable(Type.Integer({ description: 'Its version now' })),
    reembolso: money('What its cancellation refunds'),
    codigo_motivo: nullable(
      text('Why it was left as it is, an error code; null: it was moved or cancelled'),
    ),
    alternativas: freeTimes('The nearest free times, up to three, when the chosen one is not'),
  },
  { $id: 'VisitaResuelta', description: 'What became of a visit of a professional who is absent' },
)

export const SettledAbsenceWire = closed(
  {
    visitas: Type.Array(ref(SettledVisitWire), { description: 'In the order of the request' }),
    dia_libre: nullable(
      closed(
        {
          guardado: flag('Whether the exception was added'),
          codigo_motivo: nullable(text('Why it was not, an error code; null: it was added')),
        },
        { description: 'The day off; null: it was not requested' },
      ),
    ),
    simulado: simulatedFlag,
  },
  { $id: 'AusenciaResuelta', description: 'What became of the visits of an absent professional' },
)

export const absenceComponents = [
  ...[AbsentVisitWire, AbsenceWire],
  ...[SettledVisitWire, SettledAbsenceWire],
]

const maxVisits = 100
const maxReasonLength = 500
const maxDayOffReasonLength = 200

export const NewAbsenceWire = closed(
  {
    fecha: Type.Optional(
      Type.String({ description: 'The day of the absence; default today, YYYY-MM-DD' }),
    ),
    visitas: Type.Array(
      closed(
        {
          reserva_id: identifier('The booking; each once'),
          version: Type.Integer({
            minimum: 1,
            description:
              'The `version` of the booking that the caller has seen; when it has changed since, it stays ' +
              'as it is',
          }),
          accion: oneOf(actionWords, 'What is to become of it'),
          fecha: Type.Optional(
            Type.String({
              description: 'With `mover`: its new day; absent: the day on which it is, YYYY-MM-DD',
            }),
          ),
          hora_inicio: Type.Optional(
            Type.String({
              description:
                "With `mover`: its new start, HH:MM in the business's time zone, any minute; absent: the time " +
                'at which it is',
            }),
          ),
          peluqueros: Type.Optional(
            Type.Array(identifier('A professional'), {
              minItems: 1,
              maxItems: maxServices,
              description:
                'With `mover`: one professional for each service, in order. Absent: anybody else who is ' +
                'free takes over what the absent professional does',
            }),
          ),
          motivo: optionalText(
            `With \`cancelar\`: the reason, which the customer reads. Up to ${maxReasonLength} characters`,
          ),
        },
        { description: 'A visit, and what is to become of it' },
      ),
      {
        maxItems: maxVisits,
        description: 'The visits that change; others stay',
      },
    ),
    dia_libre: Type.Optional(
      closed(
        {
          motivo: Type.Optional(textsInput(maxDayOffReasonLength, 'Reason')),
          permitir_huerfanas: optionalFlag('Add it even if visits of that day remain'),
        },
        {
          description:
            'Makes it a day off too, an exception of the professional, after the visits have changed',
        },
      ),
    ),
    avisar: notifiesCustomer,
  },
  {
    description:
      'What is to become of the visits of a professional on a day. In an optional field null means ' +
      'that it is absent',
    examples: [
      {
        fecha: '2030-03-04',
        visitas: [
          { reserva_id: 311, version: 1, accion: 'mover', peluqueros: [4] },
          {
            reserva_id: 312,
            version: 2,
            accion: 'mover',
            fecha: '2030-03-05',
            hora_inicio: '10:00',
          },
          { reserva_id: 313, version: 1, accion: 'cancelar', motivo: 'Ana está enferma' },
        ],
        dia_libre: { motivo: { es: 'Enfermedad' } },
      },
    ],
  },
)

/** The body of an absence. @throws INVALID_DATE, INVALID_TIME, VALIDATION_ERROR */
export function parseNewAbsence(
  body: Static<typeof NewAbsenceWire>,
  today: EpochDay,
): Omit<AbsenceInput, 'professionalId' | 'simulated'> {
  const problems: FieldProblem[] = []
  const ids = body.visitas.map(({ reserva_id }) => reserva_id)
  const visits = body.visitas.map((visit, index): VisitOfAbsence => {
    const field = `visitas[${index}]`
    const { reserva_id: bookingId, version, fecha, hora_inicio, peluqueros } = visit
    if (ids.indexOf(bookingId) < index)
      problems.push({ field: `${field}.reserva_id`, problem: 'duplicate' })
    const rule = { maxLength: maxReasonLength }
    const reason = parseBodyText(`${field}.motivo`, visit.motivo, rule, problems)
    const forOther = visit.accion === 'mover' ? ['motivo'] : ['fecha', 'hora_inicio', 'peluqueros']
    for (const name of forOther)
      if (visit[name as keyof typeof visit] !== undefined)
        problems.push({
          field: `${field}.${name}`,
          problem: { keyword: 'not_together', limit: 'accion' },
        })
    if (visit.accion === 'cancelar')
      return { bookingId, version, action: 'cancel', reason: reason || null }
    return {
      ...{ bookingId, version, action: 'move' },
      day: fecha === undefined ? null : requireDate(fecha),
      startMinute: hora_inicio === undefined ? null : requireTime(hora_inicio),
      ...{ professionalIds: peluqueros ?? null, field: `${field}.peluqueros` },
    }
  })
  const { dia_libre: dayOff } = body
  const absence = {
    day: body.fecha === undefined ? today : requireDate(body.fecha),
    visits,
    dayOff: dayOff
      ? {
          reason: parseTexts(dayOff.motivo ?? {}, (problem) =>
            problems.push({ field: 'dia_libre.motivo', problem }),
          ),
          allowOrphaned: dayOff.permitir_huerfanas ?? false,
        }
      : null,
    notifiesCustomer: body.avisar ?? true,
  }
  if (problems.length > 0) fail('VALIDATION_ERROR', { problems })
  return absence
}

/** What became of the visits of a professional (D71). */
export const serializeSettledAbsence = (
  { visits, dayOff }: SettledAbsence,
  { simulated }: { simulated: boolean },
): Static<typeof SettledAbsenceWire> => ({
  visitas: visits.map((visit) => ({
    reserva_id: visit.bookingId,
    accion: visit.action === 'move' ? 'mover' : 'cancelar',
    ...serializeState(visit.booking),
    reembolso: toMajor(visit.refundCents),
    codigo_motivo: visit.refusal,
    alternativas: visit.alternatives.map(serializeAlternative),
  })),
  dia_libre: dayOff && { guardado: dayOff.refusal === null, codigo_motivo: dayOff.refusal },
  simulado: simulated,
})

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

function serializeState(booking: Booking | null) {
  if (booking === null) {
    const unknown = { codigo: null, estado: null, fecha: null, hora_inicio: null }
    return { ...unknown, profesionales: [], total: null, version: null }
  }
  const { day, minute } = localTime(booking, booking.startsAt)
  return {
    codigo: booking.code,
    estado: stateWords[booking.state],
    fecha: formatDate(day),
    hora_inicio: formatTime(minute),
    profesionales: booking.lines.map((line) => serializeProfessional(line.professional)),
    total: toMajor(booking.totalCents),
    version: booking.version,
  }
}
