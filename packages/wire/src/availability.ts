import type { DayAvailability, OpenDay, OpenDays } from '@silla/core'
import { sentence } from '@silla/errors'
import type { Language } from '@silla/locale'
import { formatDate, formatTime, type SlotState } from '@silla/slots'
import { type Static, Type } from 'typebox'
import { type Page, paginationField, takePage } from './pagination.ts'
import {
  clockTime,
  closed,
  count,
  date,
  flag,
  identifier,
  nullable,
  oneOf,
  ref,
  text,
} from './schema.ts'

/** Why a slot is not free. */
export const slotReasons = { busy: 'ocupado', past: 'pasado' } as const

const SlotLineWire = closed(
  { servicio_id: identifier('The service'), peluquero_id: identifier('Who would do it') },
  {
    $id: 'FranjaLinea',
    description: 'A service of a visit with the professional who is free for it',
  },
)

const SlotWire = closed(
  {
    hora_inicio: clockTime('Start'),
    hora_fin: clockTime('End'),
    disponible: flag('Whether it can be booked'),
    motivo: Type.Optional(
      oneOf(
        Object.values(slotReasons),
        'Only when it cannot be booked: `ocupado` is taken, `pasado` is in the past or too soon',
      ),
    ),
    peluqueros: Type.Optional(
      Type.Array(identifier('A professional'), {
        description:
          'Only with `peluquero_id` 0: who is free then, the one who would be assigned first; ' +
          '`hora_fin` is that of the first. Empty when the slot cannot be booked',
      }),
    ),
    lineas: Type.Optional(
      Type.Array(ref(SlotLineWire), {
        description:
          'Only with `lineas`, or with `reserva_id` of a visit that several people do: who would do ' +
          'each service, in their order. Empty when the slot cannot be booked',
      }),
    ),
  },
  {
    $id: 'Franja',
    description: 'A possible start time for a visit of the requested length',
    examples: [
      {
        hora_inicio: '09:00',
        hora_fin: '10:15',
        disponible: true,
        lineas: [
          { servicio_id: 12, peluquero_id: 3 },
          { servicio_id: 15, peluquero_id: 5 },
        ],
      },
      { hora_inicio: '09:30', hora_fin: '10:00', disponible: true, peluqueros: [3, 5] },
      { hora_inicio: '10:00', hora_fin: '10:30', disponible: false, motivo: 'ocupado' },
    ],
  },
)

export const DayAvailabilityWire = closed(
  {
    fecha: date('The day'),
    profesional: closed(
      {
        id: Type.Integer({
          description: 'The professional; 0 for anyone',
          minimum: 0,
          maximum: Number.MAX_SAFE_INTEGER,
        }),
        nombre: text('Full name; empty for anyone'),
      },
      { description: 'The professional' },
    ),
    duracion_solicitada: count('Visit length that the slots are computed for, in minutes'),
    slots: Type.Array(ref(SlotWire), {
      description: 'Every slot of the day, free or not, earliest first',
    }),
    slots_disponibles_count: count('Number of free slots'),
    proximo_disponible: nullable(clockTime('Start of the first free slot; null when none is free')),
    ultimo_disponible: nullable(clockTime('Start of the last free slot; null when none is free')),
    aviso: Type.Optional(
      closed(
        {
          code: oneOf(['PROFESSIONAL_NOT_WORKING', 'BUSINESS_CLOSED'], 'Reason'),
          message: text('The reason as a sentence'),
        },
        { description: 'Only when nobody works that day; the response is a success without slots' },
      ),
    ),
  },
  { $id: 'DisponibilidadDia', description: 'The slots of a day' },
)

/** Why a day has no free slot. */
export const dayReasons = {
  full: 'completo',
  holiday: 'festivo',
  closed: 'cerrado',
  off: 'no_trabaja',
  past: 'pasado',
  out_of_range: 'fuera_de_plazo',
} as const

const OpenDayWire = closed(
  {
    fecha: date('The day'),
    disponible: flag('Whether at least one slot is free'),
    slots_libres: count('Number of free slots; without a professional, of distinct start times'),
    primer_slot: Type.Optional(clockTime('Start of the first free slot; only when one is free')),
    ultimo_slot: Type.Optional(clockTime('Start of the last free slot; only when one is free')),
    motivo: Type.Optional(
      oneOf(
        Object.values(dayReasons),
        'Only when no slot is free: `completo` all taken, `festivo` a closing day, `cerrado` ' +
          'the business is closed on that weekday, `no_trabaja` nobody works, `pasado` in the ' +
          'past, `fuera_de_plazo` too far ahead',
      ),
    ),
  },
  { $id: 'DiaDisponible', description: 'A day, and whether it has a free slot' },
)

export const OpenDaysWire = closed({
  desde: date('First day, included'),
  hasta: date('Last day, included'),
  dias: Type.Array(ref(OpenDayWire), { description: 'Every day of the range' }),
  dias_disponibles_count: count('Number of days with a free slot, on all pages'),
  ...paginationField,
})

export const availabilityComponents = [SlotLineWire, SlotWire, DayAvailabilityWire, OpenDayWire]

/** The slots of one day; the notice is in the caller's language. */
export const serializeDayAvailability = (
  found: DayAvailability,
  language: Language,
): Static<typeof DayAvailabilityWire> => ({
  ...serializeDay(found, language),
  slots: found.slots.states.map((_, index) => serializeSlot(found, index)),
})

/** The same without its slots. */
export function serializeDay(
  found: DayAvailability,
  language: Language,
): Static<typeof DayAvailabilityWire> {
  const { startMinutes, states } = found.slots
  const first = states.indexOf('free')
  const last = states.lastIndexOf('free')
  return {
    fecha: formatDate(found.day),
    profesional: { id: found.professional?.id ?? 0, nombre: found.professional?.name ?? '' },
    duracion_solicitada: found.durationMinutes,
    slots: [],
    slots_disponibles_count: states.filter((state) => state === 'free').length,
    proximo_disponible: first === -1 ? null : formatTime(startMinutes[first] as number),
    ultimo_disponible: last === -1 ? null : formatTime(startMinutes[last] as number),
    ...(found.notice && {
      aviso: { code: found.notice, message: sentence(found.notice, language) },
    }),
  }
}

function serializeSlot(found: DayAvailability, index: number): Static<typeof SlotWire> {
  const { slots } = found
  const state = slots.states[index] as SlotState
  const shared = {
    hora_inicio: formatTime(slots.startMinutes[index] as number),
    hora_fin: formatTime(slots.endMinutes[index] as number),
  }
  return {
    ...shared,
    disponible: state === 'free',
    ...(state !== 'free' && { motivo: slotReasons[state] }),
    ...slotPeople(found, index),
  }
}

/** Who is free at a slot, when that was left open. */
export function slotPeople(
  { professional, lines, slots }: DayAvailability,
  index: number,
): Pick<Static<typeof SlotWire>, 'peluqueros' | 'lineas'> {
  if (professional !== null) return {}
  const people = slots.peopleAt(index)
  if (lines === null) return { peluqueros: [...people] }
  return {
    lineas: people.map((id, line) => ({
      servicio_id: lines[line]?.serviceId as number,
      peluquero_id: id,
    })),
  }
}

/** The days of a range. */
export const serializeOpenDays = (found: OpenDays, page: Page | null) => ({
  ...serializeRange(found, page),
  dias: daysOfPage(found, page).map(serializeOpenDay),
})

/** The same without its days. */
export const serializeRange = (found: OpenDays, page: Page | null) =>
  ({
    desde: formatDate(found.from),
    hasta: formatDate(found.to),
    dias: [],
    dias_disponibles_count: found.days.filter(({ available }) => available).length,
    ...takePage(found.days, page).pagination,
  }) satisfies Static<typeof OpenDaysWire>

export const daysOfPage = (found: OpenDays, page: Page | null) => takePage(found.days, page).items

function serializeOpenDay(found: OpenDay): Static<typeof OpenDayWire> {
  const shared = {
    fecha: formatDate(found.day),
    disponible: found.available,
    slots_libres: found.freeSlots,
  }
  if (found.reason) return { ...shared, motivo: dayReasons[found.reason] }
  if (found.firstMinute === null || found.lastMinute === null) return shared
  return {
    ...shared,
    primer_slot: formatTime(found.firstMinute),
    ultimo_slot: formatTime(found.lastMinute),
  }
}
