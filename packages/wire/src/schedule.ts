import type { Professional, ScheduleException } from '@silla/core'
import { formatDate, formatTime, type LocalSpan } from '@silla/slots'
import { type Static, Type } from 'typebox'
import { type Locale, localize, weekdayName, weekdays } from './localize.ts'
import { clockTime, closed, date, flag, identifier, ref, text } from './schema.ts'

export const ShiftWire = closed(
  { desde: clockTime('Start'), hasta: clockTime('End') },
  { $id: 'Turno', description: 'A shift' },
)

const WorkingDayWire = closed(
  {
    dia: Type.Integer({ minimum: 1, maximum: 7, description: '1 Monday to 7 Sunday' }),
    dia_nombre: text('Name of the day'),
    trabaja: flag('Whether they work on this weekday'),
    turnos: Type.Array(ref(ShiftWire), {
      description: 'The shifts of the day, earliest first; none on a day off',
    }),
  },
  { $id: 'HorarioDia', description: 'The shifts of one weekday' },
)

const ExceptionWire = closed(
  {
    fecha: date('The day'),
    motivo: text('Reason, in the requested language'),
    trabaja: flag('Whether they work that day'),
    turnos: Type.Optional(
      Type.Array(ref(ShiftWire), {
        description: 'The shifts of that day; only when the professional works',
      }),
    ),
  },
  {
    $id: 'HorarioExcepcion',
    description: 'A date whose shifts replace those of the week',
  },
)

export const ScheduleWire = closed(
  {
    profesional_id: identifier('The professional'),
    nombre: text('Full name'),
    horario_semanal: Type.Array(ref(WorkingDayWire), {
      description: 'The weekly schedule, Monday first',
    }),
    excepciones: Type.Array(ref(ExceptionWire), {
      description: 'Exceptions, from today to the last day that can be booked',
    }),
  },
  { $id: 'HorarioProfesional', description: 'The schedule of a professional' },
)

export const scheduleComponents = [ShiftWire, WorkingDayWire, ExceptionWire, ScheduleWire]

/** The weekly schedule, and the exceptions of a range of days, both ends included (D7b). */
export const serializeSchedule = (
  professional: Professional,
  range: { from: number; to: number },
  locale: Locale,
) =>
  ({
    profesional_id: professional.id,
    nombre: professional.name,
    horario_semanal: weekdays.map((weekday) => serializeWorkingDay(professional, weekday, locale)),
    excepciones: professional.exceptions
      .filter(({ day }) => day >= range.from && day <= range.to)
      .map((exception) => serializeException(exception, locale)),
  }) satisfies Static<typeof ScheduleWire>

/** The shifts of a weekday, earliest first. */
export const shiftsOn = (professional: Professional, weekday: number): LocalSpan[] =>
  earliestFirst(professional.shifts.filter((shift) => shift.weekday === weekday))

function serializeWorkingDay(professional: Professional, weekday: number, locale: Locale) {
  const shifts = shiftsOn(professional, weekday)
  return {
    dia: weekday,
    dia_nombre: weekdayName(weekday, locale.message),
    trabaja: shifts.length > 0,
    turnos: shifts.map(serializeShift),
  } satisfies Static<typeof WorkingDayWire>
}

function serializeException(
  exception: ScheduleException,
  locale: Locale,
): Static<typeof ExceptionWire> {
  const shared = {
    fecha: formatDate(exception.day),
    motivo: localize(exception.reason, locale),
    trabaja: exception.works,
  }
  return exception.works
    ? { ...shared, turnos: earliestFirst(exception.shifts).map(serializeShift) }
    : shared
}

const serializeShift = (shift: LocalSpan) =>
  ({ desde: formatTime(shift.startMinute), hasta: formatTime(shift.endMinute) }) satisfies Static<
    typeof ShiftWire
  >

const earliestFirst = (shifts: LocalSpan[]) =>
  shifts.toSorted((a, b) => a.startMinute - b.startMinute)
