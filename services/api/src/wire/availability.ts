import type { DayAvailability, OpenDay, OpenDays } from '@silla/core'
import { type Language, sentence } from '@silla/errors'
import { formatDate, formatTime, type Slot } from '@silla/slots'
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

const SlotWire = closed(
  {
    hora_inicio: clockTime('Start'),
    hora_fin: clockTime('End'),
    disponible: flag('Whether it can be booked'),
    motivo: Type.Optional(
      oneOf(
        ['ocupado', 'pasado'],
        'Only when it cannot be booked: `ocupado` is taken, `pasado` is in the past or too soon',
      ),
    ),
  },
  { $id: 'Franja', description: 'A possible start time for a visit of the requested length' },
)

export const DayAvailabilityWire = closed(
  {
    fecha: date('The day'),
    profesional: closed(
      { id: identifier('The professional'), nombre: text('Full name') },
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
  { $id: 'DisponibilidadDia', description: 'The slots of one professional on one day' },
)

const dayReasons = {
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

export const availabilityComponents = [SlotWire, DayAvailabilityWire, OpenDayWire]

/** The slots of one day; the notice is in the caller's language. */
export function serializeDayAvailability(
  found: DayAvailability,
  language: Language,
): Static<typeof DayAvailabilityWire> {
  const free = found.slots.filter(({ state }) => state === 'free')
  const first = free[0]
  const last = free.at(-1)
  return {
    fecha: formatDate(found.day),
    profesional: { id: found.professional.id, nombre: found.professional.name },
    duracion_solicitada: found.durationMinutes,
    slots: found.slots.map(serializeSlot),
    slots_disponibles_count: free.length,
    proximo_disponible: first ? formatTime(first.startMinute) : null,
    ultimo_disponible: last ? formatTime(last.startMinute) : null,
    ...(found.notice && {
      aviso: { code: found.notice, message: sentence(found.notice, language) },
    }),
  }
}

function serializeSlot(slot: Slot): Static<typeof SlotWire> {
  const shared = { hora_inicio: formatTime(slot.startMinute), hora_fin: formatTime(slot.endMinute) }
  if (slot.state === 'free') return { ...shared, disponible: true }
  return { ...shared, disponible: false, motivo: slot.state === 'busy' ? 'ocupado' : 'pasado' }
}

/** The days of a range. */
export function serializeOpenDays(found: OpenDays, page: Page | null) {
  const { items, pagination } = takePage(found.days, page)
  return {
    desde: formatDate(found.from),
    hasta: formatDate(found.to),
    dias: items.map(serializeOpenDay),
    dias_disponibles_count: found.days.filter(({ available }) => available).length,
    ...pagination,
  } satisfies Static<typeof OpenDaysWire>
}

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
