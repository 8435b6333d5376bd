import type { Professional, ScheduleException } from '@silla/core'
import { formatDate, formatTime, type LocalSpan } from '@silla/slots'
import { type Static, Type } from 'typebox'
import { type Locale, localize, weekdayName, weekdays } from './localize.ts'
import { clockTime, closed, date, flag, identifier, ref, text } from './schema.ts'

const ShiftWire = closed(
  { desde: clockTime('Start'), hasta: clockTime('End') },
  { $id: 'Turno', description: 'One uninterrupted stretch of work' },
)

const WorkingDayWire = closed(
  {
    dia: Type.Integer({ minimum: 1, maximum: 7, description: '1 Monday to 7 Sunday' }),
    dia_nombre: text('Name of the day'),
    trabaja: flag('Works on this weekday'),
    turnos: Type.Array(ref(ShiftWire), {
      description: 'The shifts of the day, earliest first; none on a day off',
    }),
  },
  { $id: 'HorarioDia', description: 'The shifts of one weekday' },
)

const ExceptionWire = closed(
  {
    fecha: date('The day'),
    motivo: text('Why, in the language asked for'),
    trabaja: flag('Works that day'),
    turnos: Type.Optional(
      Type.Array(ref(ShiftWire), {
        description: 'The shifts of that day; only when the professional works',
      }),
    ),
  },
  {
    $id: 'HorarioExcepcion',
    description: 'A date whose shifts differ from the usual week and replace it',
  },
)

export const ScheduleWire = closed(
  {
    profesional_id: identifier('The professional'),
    nombre: text('Full name'),
    horario_semanal: Type.Array(ref(WorkingDayWire), {
      description: 'The usual week, Monday first',
    }),
    excepciones: Type.Array(ref(ExceptionWire), {
      description: 'Dates that differ, from today to the last day that can be booked',
    }),
  },
  { $id: 'HorarioProfesional', description: 'When a professional works' },
)

export const scheduleComponents = [ShiftWire, WorkingDayWire, ExceptionWire, ScheduleWire]

/** The usual week and the exceptions between two days, both included (D7b). */
export const serializeSchedule = (
  professional: Professional,
  between: { from: number; to: number },
  locale: Locale,
) =>
  ({
    profesional_id: professional.id,
    nombre: professional.name,
    horario_semanal: weekdays.map((weekday) => serializeWorkingDay(professional, weekday, locale)),
    excepciones: professional.exceptions
      .filter(({ day }) => day >= between.from && day <= between.to)
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
