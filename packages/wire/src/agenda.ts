import {
  type AgendaBooking,
  type AgendaDay,
  type AgendaHold,
  type AgendaInput,
  type AgendaLine,
  type AgendaStretch,
  mapInSlices,
  openSlices,
  type SalonAgenda,
} from '@silla/core'
import { fail } from '@silla/errors'
import { toMajor } from '@silla/money'
import {
  type EpochDay,
  formatDate,
  formatTime,
  type LocalSpan,
  minutesPerDay,
  type Span,
  type Zone,
  zoneOf,
} from '@silla/slots'
import { type Static, Type } from 'typebox'
import { BlockWire, serializeBlock } from './block.ts'
import { stateWords } from './booking.ts'
import { ClosingDayWire, serializeClosingDay } from './closing-days.ts'
import { parseDay } from './dates.ts'
import { type Locale, localize } from './localize.ts'
import { OpeningDayWire, serializeOpeningDay } from './opening-hours.ts'
import { type Params, parseId, parseInteger } from './params.ts'
import { PaymentSummaryWire, serializePaymentSummary } from './payment-summary.ts'
import { ShiftWire } from './schedule.ts'
import {
  clockTime,
  closed,
  date,
  flag,
  identifier,
  money,
  nullable,
  oneOf,
  position,
  ref,
  text,
  timestamp,
  whole,
} from './schema.ts'

const maxAgendaDays = 7

/** Further away nothing is planned, and nothing is remembered. */
const farthestDays = 20 * 366

export const dayKinds = { open: 'abierto', closed: 'cerrado', holiday: 'festivo' } as const

const stretchKinds = {
  work: 'trabajo',
  wait: 'espera',
  buffer: 'margen',
} as const satisfies Record<AgendaStretch['kind'], string>

const times = {
  fecha: date('Day on which it begins'),
  hora_inicio: clockTime('Start'),
  hora_fin: clockTime('End'),
  inicio: timestamp('Start'),
  fin: timestamp('End'),
}

const AgendaStretchWire = closed(
  {
    tipo: oneOf(
      Object.values(stretchKinds),
      '`trabajo` and `margen`, the minutes after a service: the professional is busy; `espera`: ' +
        'they are free for others, the customer waits',
    ),
    ...times,
  },
  { $id: 'AgendaTramo', description: 'A part of a service' },
)

const AgendaServiceWire = closed(
  {
    id: identifier('The service'),
    nombre: text('Name at the time of booking, in the requested language'),
    profesional_id: identifier('Who does it, one of `profesionales`'),
    tramos: Type.Array(ref(AgendaStretchWire), { description: 'Its time without gaps, in order' }),
    recursos: Type.Array(
      closed(
        {
          identificador: text('Handle in the salon file'),
          nombre: text('Name'),
          unidad: whole('The unit'),
        },
        { description: 'A unit of a resource' },
      ),
      { description: 'The places that it takes, from its start to the end of its `margen`' },
    ),
  },
  { $id: 'AgendaServicio', description: 'A service in the agenda' },
)

const AgendaBookingWire = closed(
  {
    id: identifier('The booking'),
    codigo: text('Code of the booking'),
    estado: oneOf(
      [stateWords.pending, stateWords.confirmed, stateWords.completed, stateWords.no_show],
      'State of the booking',
    ),
    version: whole('Increases with every change'),
    ...times,
    cliente: closed(
      {
        id: identifier('The customer'),
        nombre: text('Name'),
        email: nullable(text('E-mail; null without `clientes.contacto`')),
        telefono: nullable(text('Phone in E.164, may be empty; null without `clientes.contacto`')),
      },
      { description: 'The customer, as given for this booking' },
    ),
    servicios: Type.Array(ref(AgendaServiceWire), { description: 'The services, in order' }),
    total: money('Amount due'),
    pago: nullable(PaymentSummaryWire),
    pago_pendiente: flag('Whether it expires unless it is paid online, and is not paid'),
    a_pagar_ahora: whole('Amount that can be paid online now, in cents'),
    resto: money('What is left to be paid at the business'),
    por_cobrar: money(
      'What can still be taken at the business, also for a visit that has taken place',
    ),
    expira_en: nullable(
      timestamp('When it expires unless confirmed or paid; null when it does not expire'),
    ),
    llegada_en: nullable(
      timestamp('When the customer came in, as the business recorded it; null before that'),
    ),
    primera_visita: flag('Whether the customer has no earlier visit that took place or is to'),
    tiene_notas: flag(
      'Whether the booking has notes, or the card of the customer has, which counts with ' +
        '`clientes.ficha` only; allergies do not count',
    ),
  },
  { $id: 'AgendaReserva', description: 'A booking in the agenda' },
)

const AgendaHoldWire = closed(
  {
    id: identifier('The hold'),
    expira_en: timestamp('When the time is free again'),
    ...times,
    servicios: Type.Array(ref(AgendaServiceWire), {
      description: 'The services, in order, without their places',
    }),
  },
  { $id: 'AgendaRetencion', description: 'A time that is kept free for a customer' },
)

const AgendaDayWire = closed(
  {
    fecha: date('The day'),
    inicio: timestamp('Its midnight'),
    fin: timestamp('The next midnight; not always 24 hours later'),
    tipo: oneOf(
      Object.values(dayKinds),
      '`cerrado`: no opening hours on that weekday; `festivo`: closings cover them',
    ),
    horario: closed(OpeningDayWire.properties, {
      description: 'The opening hours of that weekday',
    }),
    cierres: Type.Array(ref(ClosingDayWire), { description: 'Closings of that day' }),
    abierto: Type.Array(ref(ShiftWire), {
      description: 'When it is open: the opening hours without the break and closings',
    }),
    profesionales: Type.Array(
      closed(
        {
          profesional_id: identifier('One of `profesionales`'),
          turnos: Type.Array(ref(ShiftWire), {
            description: 'When they work: their shifts within the open time; none on a day off',
          }),
        },
        { description: 'When a professional works' },
      ),
      { description: 'Each of `profesionales`' },
    ),
  },
  { $id: 'AgendaDia', description: 'When the business is open and who works on a day' },
)

export const AgendaWire = closed(
  {
    posicion: position(
      'Everything up to this position of the events is in it: where to continue reading them',
    ),
    timezone: text('Name of the time zone of the dates and times'),
    moneda: text('Currency code'),
    dias: Type.Array(ref(AgendaDayWire), { description: 'Every day, in order' }),
    profesionales: Type.Array(
      closed(
        {
          id: identifier('The professional'),
          nombre: text('Full name'),
          activo: flag('Whether they can be booked; false: they have left'),
        },
        { description: 'A professional' },
      ),
      { description: 'Active ones in display order, then those who have left and have visits' },
    ),
    reservas: Type.Array(ref(AgendaBookingWire), {
      description:
        'Bookings that have a part within the days, each once, by start; without cancelled ones',
    }),
    bloqueos: Type.Array(ref(BlockWire), { description: 'Blocks that overlap the days, by start' }),
    retenciones: Type.Array(ref(AgendaHoldWire), {
      description: 'Times that are being held for customers, by start',
    }),
  },
  { $id: 'Agenda', description: 'What a business does on some days' },
)

export const agendaComponents = [
  AgendaStretchWire,
  AgendaServiceWire,
  AgendaBookingWire,
  AgendaHoldWire,
  AgendaDayWire,
  AgendaWire,
]

export const agendaParams = {
  fecha: date('First day, at most 20 years away; default today'),
  dias: Type.Integer({
    minimum: 1,
    maximum: maxAgendaDays,
    default: 1,
    description: 'How many days',
  }),
  peluquero_id: identifier('Only of this professional'),
}

/** `fecha`, `dias` and `peluquero_id`; VALIDATION_ERROR, INVALID_DATE, INVALID_RANGE (D69). */
export function parseAgendaParams(params: Params, today: EpochDay): AgendaInput {
  const days = parseInteger(params, 'dias', { min: 1, max: maxAgendaDays }) ?? 1
  const professionalId = parseId(params, 'peluquero_id')
  const from = parseDay(params, 'fecha') ?? today
  assertNear(from, today)
  return { from, days, professionalId }
}

/** INVALID_RANGE for a day that is too far away. */
export function assertNear(day: EpochDay, today: EpochDay): void {
  if (Math.abs(day - today) > farthestDays) fail('INVALID_RANGE')
}

/** The agenda (D69); its visits in slices. */
export async function serializeAgenda(
  agenda: SalonAgenda,
  locale: Locale,
): Promise<Static<typeof AgendaWire>> {
  const { timezone } = agenda
  const times = timesIn(zoneOf(timezone))
  return {
    posicion: agenda.position,
    timezone,
    moneda: agenda.currency,
    dias: agenda.days.map((day) => serializeDay(day, locale)),
    profesionales: agenda.team.map(({ id, name, active }) => ({
      id,
      nombre: name,
      activo: active,
    })),
    reservas: await mapInSlices(openSlices(), agenda.visits, (visit) =>
      serializeVisit(visit, times, locale),
    ),
    bloqueos: agenda.blocks.map((block) => serializeBlock(block, timezone, locale)),
    retenciones: agenda.holds.map((hold) => serializeAgendaHold(hold, times, locale)),
  }
}

const serializeDay = (day: AgendaDay, locale: Locale): Static<typeof AgendaDayWire> => ({
  fecha: formatDate(day.day),
  inicio: formatInstant(day.span.start),
  fin: formatInstant(day.span.end),
  tipo: dayKinds[day.kind],
  horario: serializeOpeningDay(day.usual, locale),
  cierres: day.closings.map((closing) => serializeClosingDay(closing, locale)),
  abierto: day.open.map(serializeSpan),
  profesionales: day.works.map(({ professionalId, stretches }) => ({
    profesional_id: professionalId,
    turnos: stretches.map(serializeSpan),
  })),
})

const serializeSpan = ({ startMinute, endMinute }: LocalSpan) => ({
  desde: formatTime(startMinute),
  hasta: formatTime(endMinute),
})

const serializeVisit = (
  visit: AgendaBooking,
  times: TimesOf,
  locale: Locale,
): Static<typeof AgendaBookingWire> => ({
  id: visit.id,
  codigo: visit.code,
  estado: stateWords[visit.state],
  version: visit.version,
  ...times(visit),
  cliente: {
    id: visit.customerId,
    nombre: visit.contact.name,
    email: visit.contact.email,
    telefono: visit.contact.phone,
  },
  servicios: visit.lines.map((line) => serializeAgendaLine(line, times, locale)),
  total: toMajor(visit.totalCents),
  pago: serializePaymentSummary(visit.payment),
  pago_pendiente: visit.awaitsPayment,
  a_pagar_ahora: visit.dueNowCents,
  resto: toMajor(visit.restCents),
  por_cobrar: toMajor(visit.tillCents),
  expira_en: visit.expiresAt?.toISOString() ?? null,
  llegada_en: visit.arrivedAt?.toISOString() ?? null,
  primera_visita: visit.isFirst,
  tiene_notas: visit.hasNotes,
})

const serializeAgendaHold = (
  hold: AgendaHold,
  times: TimesOf,
  locale: Locale,
): Static<typeof AgendaHoldWire> => ({
  id: hold.id,
  expira_en: hold.expiresAt.toISOString(),
  ...times(hold),
  servicios: hold.lines.map((line) => serializeAgendaLine(line, times, locale)),
})

const serializeAgendaLine = (
  line: AgendaLine,
  times: TimesOf,
  locale: Locale,
): Static<typeof AgendaServiceWire> => ({
  id: line.serviceId,
  nombre: localize(line.name, locale),
  profesional_id: line.professionalId,
  tramos: line.stretches.map((stretch) => ({
    tipo: stretchKinds[stretch.kind],
    ...times(stretch),
  })),
  recursos: line.units.map(({ handle, name, number }) => ({
    identificador: handle,
    nombre: localize(name, locale),
    unidad: number,
  })),
})

/** The fields of a span, as the salon's clock shows them. */
type TimesOf = (span: Span) => Record<keyof typeof times, string>

/** Visits and their parts begin and end at the same few times of a day: each is formatted once. */
function timesIn(zone: Zone): TimesOf {
  const moments = new Map<number, Moment>()
  return ({ start, end }) => {
    const from = at(start)
    const to = at(end)
    return {
      fecha: from.date,
      hora_inicio: from.time,
      // 00:00 at the midnight that ends the day, even where a change of the clocks skips that hour
      hora_fin:
        to.day === from.day + 1 && end === zone.toEdge(to.day, 0)
          ? formatTime(minutesPerDay)
          : to.time,
      inicio: from.instant,
      fin: to.instant,
    }
  }

  function at(instant: number): Moment {
    const known = moments.get(instant)
    if (known !== undefined) return known
    const { day, minute } = zone.toLocal(instant)
    const moment = {
      day,
      date: formatDate(day),
      time: formatTime(minute),
      instant: formatInstant(instant),
    }
    moments.set(instant, moment)
    return moment
  }
}

interface Moment {
  day: EpochDay
  date: string
  time: string
  instant: string
}

const formatInstant = (minute: number): string => new Date(minute * 60_000).toISOString()
