import type { EditOptions, OfferTerms, ScheduleSetting, Shift, Translated } from '@silla/core'
import { type FieldProblem, fail, type Problem } from '@silla/errors'
import { toMajor } from '@silla/money'
import { type EpochDay, formatDate, formatTime, type LocalSpan, parseTime } from '@silla/slots'
import { type Static, Type } from 'typebox'
import { requireDate } from './dates.ts'
import { weekdays } from './localize.ts'
import type { Params } from './params.ts'
import { PhaseWire, serializePhases } from './phases.ts'
import { closed, date, flag, identifier, nullable, ref, text } from './schema.ts'
import { changedWire, controlFields, parseOptions, versionText } from './settings-parts.ts'
import {
  PhaseInput,
  parseCents,
  parsePhases,
  parseTexts,
  problemsOf,
  TextsWire,
  textsInput,
} from './settings-values.ts'

// The hours of the salon and of its team, as settings (D67).

const maxReasonLength = 200
const maxRangeDays = 366

const timePattern = '^(?:(?:[01]\\d|2[0-3]):[0-5]\\d|24:00)$'
const time = (description: string) =>
  Type.String({ pattern: timePattern, description: `${description}, HH:MM` })
const weekday = Type.Integer({ minimum: 1, maximum: 7, description: '1 Monday to 7 Sunday' })
const day = (description: string) => text(`${description}, YYYY-MM-DD`)
const lastDay = Type.Optional(day('The last of several days; absent: one day'))
const reason = Type.Optional(textsInput(maxReasonLength, 'Reason'))
const spanFields = { desde: time('Start'), hasta: time('End') }
const shift = closed(spanFields, { description: 'A shift' })
const weeklyShift = closed({ dia: weekday, ...spanFields }, { description: 'A shift of the week' })
const spans = (description: string) => Type.Array(shift, { description, maxItems: 10 })

/** The path of a day. */
export const dayPath = { fecha: date('The day') }
export const parseDayPath = ({ fecha }: Params): EpochDay => requireDate(String(fecha))

const openingFields = {
  dia: weekday,
  apertura: Type.Optional(nullable(time('Opening time; absent or null when closed'))),
  cierre: Type.Optional(nullable(time('Closing time; absent or null when closed'))),
  descanso_inicio: Type.Optional(nullable(time('Start of the break; absent or null without one'))),
  descanso_fin: Type.Optional(nullable(time('End of the break; absent or null without one'))),
}
const OpeningHoursSettingWire = closed(
  {
    horarios: Type.Array(
      closed(
        {
          dia: weekday,
          apertura: nullable(time('Opening time; null when closed')),
          cierre: nullable(time('Closing time; null when closed')),
          descanso_inicio: nullable(time('Start of the break; null without one')),
          descanso_fin: nullable(time('End of the break; null without one')),
        },
        { description: 'A weekday' },
      ),
      { description: 'The weekdays, Monday first' },
    ),
    version: versionText,
  },
  { $id: 'AjusteHorarios', description: 'The weekly opening hours' },
)
const OpeningHoursChangeWire = closed(
  {
    horarios: Type.Array(closed(openingFields, { description: 'A weekday' }), {
      minItems: 1,
      maxItems: 7,
      description: 'The weekdays that change; others stay',
    }),
    ...controlFields,
  },
  {
    description: 'New opening hours',
    examples: [
      {
        horarios: [
          {
            dia: 2,
            apertura: '10:00',
            cierre: '20:00',
            descanso_inicio: '14:00',
            descanso_fin: '16:00',
          },
        ],
      },
    ],
  },
)

const ClosuresSettingWire = closed(
  {
    festivos: Type.Array(
      closed(
        {
          fecha: date('The day'),
          desde_hora: nullable(time('Start of the closure; null: the whole day')),
          hasta_hora: nullable(time('End of the closure; null: the whole day')),
          motivo: { ...ref(TextsWire), description: 'Reason' },
        },
        { description: 'A closure' },
      ),
      { description: 'By day and time' },
    ),
    version: versionText,
  },
  { $id: 'AjusteFestivos', description: 'The days on which the salon is closed' },
)
const NewClosureWire = closed(
  {
    fecha: day('The day'),
    hasta: lastDay,
    desde_hora: Type.Optional(
      nullable(time('Start of the closure; absent or null: the whole day')),
    ),
    hasta_hora: Type.Optional(nullable(time('End of the closure; absent or null: the whole day'))),
    motivo: reason,
    ...controlFields,
  },
  {
    description: 'A closure of one day or several',
    examples: [{ fecha: '2030-12-24', hasta: '2030-12-26', motivo: { es: 'Navidad' } }],
  },
)

const ShiftsSettingWire = closed(
  {
    profesional_id: identifier('The professional'),
    turnos: Type.Array(weeklyShift, {
      description: 'By weekday and time; a day without any is a day off',
    }),
    version: versionText,
  },
  { $id: 'AjusteTurnos', description: 'The weekly shifts of a professional' },
)
const ShiftsChangeWire = closed(
  {
    turnos: Type.Array(weeklyShift, {
      maxItems: 70,
      description: 'The whole week; a day without any is a day off',
    }),
    ...controlFields,
  },
  {
    description: 'The new week of a professional',
    examples: [
      {
        turnos: [
          { dia: 1, desde: '09:00', hasta: '14:00' },
          { dia: 1, desde: '16:00', hasta: '20:00' },
        ],
      },
    ],
  },
)

const OverridesSettingWire = closed(
  {
    profesional_id: identifier('The professional'),
    excepciones: Type.Array(
      closed(
        {
          fecha: date('The day'),
          trabaja: flag('Whether they work that day'),
          turnos: Type.Array(shift, { description: 'The shifts of that day' }),
          motivo: { ...ref(TextsWire), description: 'Reason' },
        },
        { description: 'An exception' },
      ),
      { description: 'By day' },
    ),
    version: versionText,
  },
  { $id: 'AjusteExcepciones', description: 'Days on which a professional has other shifts' },
)
const NewOverrideWire = closed(
  {
    fecha: day('The day'),
    hasta: lastDay,
    turnos: Type.Optional(spans('The shifts of these days; none: days off')),
    motivo: reason,
    ...controlFields,
  },
  {
    description: 'Other shifts of a professional on one day or several, or days off',
    examples: [{ fecha: '2030-08-05', hasta: '2030-08-16', motivo: { es: 'Vacaciones' } }],
  },
)

const duration = Type.Integer({
  minimum: 5,
  maximum: 720,
  description: 'Length in minutes with this professional; absent: as the service',
})
const phases = (description: string) =>
  Type.Array(PhaseInput, { minItems: 1, maxItems: 9, description })
const OffersSettingWire = closed(
  {
    profesional_id: identifier('The professional'),
    servicios: Type.Array(
      closed(
        {
          servicio_id: identifier('The service'),
          duracion_minutos: nullable(duration),
          fases: nullable(Type.Array(ref(PhaseWire), { description: 'null: as the service' })),
          precio: nullable(Type.Number({ description: 'null: as the service' })),
        },
        { description: 'A service that they offer' },
      ),
      { description: 'In the order of the services' },
    ),
    version: versionText,
  },
  { $id: 'AjusteOferta', description: 'What a professional offers' },
)
const OffersChangeWire = closed(
  {
    servicios: Type.Array(
      closed(
        {
          servicio_id: identifier('The service'),
          duracion_minutos: Type.Optional(nullable(duration)),
          fases: Type.Optional(nullable(phases('How that length passes; absent: as the service'))),
          precio: Type.Optional(
            nullable(
              Type.Number({
                minimum: 0,
                maximum: 1_000_000,
                description: 'absent: as the service',
              }),
            ),
          ),
        },
        { description: 'A service that they offer' },
      ),
      { maxItems: 2000, description: 'All that they offer' },
    ),
    ...controlFields,
  },
  {
    description: 'What a professional offers, and what differs for them',
    examples: [{ servicios: [{ servicio_id: 1 }, { servicio_id: 2, precio: 35 }] }],
  },
)

interface ForProblems {
  names: Record<string, string>
  options: Omit<EditOptions, 'simulated'>
}

export const scheduleSettings = {
  hours: {
    SettingWire: OpeningHoursSettingWire,
    ChangedWire: changedWire(OpeningHoursSettingWire, 'The weekly opening hours'),
    BodyWire: OpeningHoursChangeWire,
    parse(body: Static<typeof OpeningHoursChangeWire>) {
      const problems: FieldProblem[] = []
      const problemAt = problemsOf(problems)
      const minute = (value: string | null | undefined) =>
        value == null ? null : requireMinute(value)
      const days = body.horarios.map((one, index) => {
        const at = problemAt(`horarios[${index}]`)
        if (!isPair(one.apertura, one.cierre) || !isPair(one.descanso_inicio, one.descanso_fin))
          at('required')
        if (one.apertura == null && one.descanso_inicio != null) at('outside_hours')
        if (body.horarios.findIndex(({ dia }) => dia === one.dia) !== index) at('duplicate')
        return {
          weekday: one.dia,
          opensMinute: minute(one.apertura),
          closesMinute: minute(one.cierre),
          breakStartMinute: minute(one.descanso_inicio),
          breakEndMinute: minute(one.descanso_fin),
        }
      })
      refuse(problems)
      return { days, names: { hours: 'horarios', break: 'horarios' }, options: parseOptions(body) }
    },
  },
  closures: {
    SettingWire: ClosuresSettingWire,
    ChangedWire: changedWire(ClosuresSettingWire, 'The closures'),
    BodyWire: NewClosureWire,
    parse(body: Static<typeof NewClosureWire>) {
      const problems: FieldProblem[] = []
      const problemAt = problemsOf(problems)
      const { desde_hora: from, hasta_hora: to } = body
      if (!isPair(from, to)) problemAt(from == null ? 'desde_hora' : 'hasta_hora')('required')
      const span = from == null || to == null ? null : requireSpan(from, to)
      if (span !== null && span.endMinute <= span.startMinute) problemAt('hasta_hora')('bad_format')
      const closure = {
        days: parseDays(body),
        span,
        reason: parseReason(body.motivo, problemAt('motivo')),
      }
      refuse(problems)
      return { closure, names: { days: 'fecha' }, options: parseOptions(body) }
    },
  },
  shifts: {
    SettingWire: ShiftsSettingWire,
    ChangedWire: changedWire(ShiftsSettingWire, 'The weekly shifts of a professional'),
    BodyWire: ShiftsChangeWire,
    parse: (body: Static<typeof ShiftsChangeWire>): ForProblems & { shifts: Shift[] } => ({
      shifts: body.turnos.map(({ dia, desde, hasta }) => ({
        weekday: dia,
        ...requireSpan(desde, hasta),
      })),
      names: { shifts: 'turnos' },
      options: parseOptions(body),
    }),
  },
  overrides: {
    SettingWire: OverridesSettingWire,
    ChangedWire: changedWire(OverridesSettingWire, 'The exceptions of a professional'),
    BodyWire: NewOverrideWire,
    parse(body: Static<typeof NewOverrideWire>) {
      const problems: FieldProblem[] = []
      const override = {
        days: parseDays(body),
        shifts: (body.turnos ?? []).map(({ desde, hasta }) => requireSpan(desde, hasta)),
        reason: parseReason(body.motivo, problemsOf(problems)('motivo')),
      }
      refuse(problems)
      return {
        override,
        names: { days: 'fecha', shifts: 'turnos' },
        options: parseOptions(body),
      }
    },
  },
  offers: {
    SettingWire: OffersSettingWire,
    ChangedWire: changedWire(OffersSettingWire, 'What a professional offers'),
    BodyWire: OffersChangeWire,
    parse(body: Static<typeof OffersChangeWire>) {
      const problems: FieldProblem[] = []
      const problemAt = problemsOf(problems)
      const offers = body.servicios.map(
        ({ servicio_id, duracion_minutos, fases, precio }, index): OfferTerms => {
          const at = `servicios[${index}]`
          return {
            serviceId: servicio_id,
            durationMinutes: duracion_minutos ?? null,
            phases: fases == null ? null : parsePhases(fases, problemAt(`${at}.fases`)),
            priceCents: precio == null ? null : parseCents(precio, problemAt(`${at}.precio`)),
          }
        },
      )
      refuse(problems)
      return { offers, names: { services: 'servicios' }, options: parseOptions(body) }
    },
  },
}

/** The setting as its operation returns it. */
export function serializeSchedule(setting: ScheduleSetting): Record<string, unknown> {
  const { version } = setting
  switch (setting.kind) {
    case 'hours':
      return {
        horarios: setting.openings.map((opening) => ({
          dia: opening.weekday,
          apertura: timeOrNull(opening.opensMinute),
          cierre: timeOrNull(opening.closesMinute),
          descanso_inicio: timeOrNull(opening.breakStartMinute),
          descanso_fin: timeOrNull(opening.breakEndMinute),
        })),
        version,
      }
    case 'closures':
      return {
        festivos: setting.closures.map((closure) => ({
          fecha: formatDate(closure.day),
          desde_hora: timeOrNull(closure.fromMinute),
          hasta_hora: timeOrNull(closure.toMinute),
          motivo: closure.reason,
        })),
        version,
      }
    case 'shifts':
      return {
        profesional_id: setting.professionalId,
        turnos: weekdays.flatMap((weekday) =>
          setting.shifts
            .filter((shift) => shift.weekday === weekday)
            .map((shift) => ({ dia: weekday, ...serializeSpan(shift) })),
        ),
        version,
      }
    case 'overrides':
      return {
        profesional_id: setting.professionalId,
        excepciones: setting.overrides.map((override) => ({
          fecha: formatDate(override.day),
          trabaja: override.works,
          turnos: override.shifts.map(serializeSpan),
          motivo: override.reason,
        })),
        version,
      }
    case 'offers':
      return {
        profesional_id: setting.professionalId,
        servicios: setting.offers.map((offer) => ({
          servicio_id: offer.serviceId,
          duracion_minutos: offer.durationMinutes,
          fases: offer.phases && serializePhases(offer.phases),
          precio: offer.priceCents === null ? null : toMajor(offer.priceCents),
        })),
        version,
      }
  }
}

const serializeSpan = ({ startMinute, endMinute }: LocalSpan) => ({
  desde: formatTime(startMinute),
  hasta: formatTime(endMinute),
})

const timeOrNull = (minute: number | null) => (minute === null ? null : formatTime(minute))

/** The pattern of the schema has been checked. */
const requireMinute = (value: string): number =>
  value === '24:00' ? 1440 : (parseTime(value) ?? fail('INVALID_TIME'))

const requireSpan = (from: string, to: string): LocalSpan => ({
  startMinute: requireMinute(from),
  endMinute: requireMinute(to),
})

const isPair = (a: unknown, b: unknown): boolean => (a == null) === (b == null)

/** INVALID_DATE, INVALID_RANGE */
function parseDays({ fecha, hasta }: { fecha: string; hasta?: string }) {
  const from = requireDate(fecha)
  const to = hasta === undefined ? from : requireDate(hasta)
  if (to < from || to - from >= maxRangeDays) fail('INVALID_RANGE')
  return { from, to }
}

const parseReason = (
  value: Translated | undefined,
  addProblem: (problem: Problem) => void,
): Translated => (value === undefined ? {} : parseTexts(value, addProblem))

function refuse(problems: FieldProblem[]): void {
  if (problems.length > 0) fail('VALIDATION_ERROR', { problems })
}
