import type {
  BookingDetail,
  MovedVisits,
  RescheduleInput,
  SeriesScope,
  WantedProfessionals,
} from '@silla/core'
import { fail } from '@silla/errors'
import { type Static, Type } from 'typebox'
import { maxServices } from './availability-params.ts'
import { BookingDetailWire, serializeBookingDetail } from './booking.ts'
import { requireDate, requireTime } from './dates.ts'
import type { Locale } from './localize.ts'
import { parseBoolean, parseOptionalBookingCode } from './params.ts'
import { closed, flag, idOrAnyone, optionalFlag, optionalText } from './schema.ts'
import { parseSeriesScope, serializeSeriesVisits, seriesScope, seriesVisits } from './series.ts'

/** Of the body of a change: whether the customer hears of it. */
export const notifiesCustomer = optionalFlag(
  'Whether the customer gets an email about it; default yes. Only the business itself may say no',
)

export const NewTimeWire = closed(
  {
    fecha: Type.String({ description: 'New day of the visit, YYYY-MM-DD' }),
    hora_inicio: Type.String({
      description:
        "New start of the visit, HH:MM in the business's time zone; with `por_negocio` any minute",
    }),
    peluquero_id: Type.Optional(
      idOrAnyone('Who does all services; 0: anyone who is free. Absent: the same people'),
    ),
    peluqueros: Type.Optional(
      Type.Array(idOrAnyone('A professional; 0: anyone who is free'), {
        minItems: 1,
        maxItems: maxServices,
        description: 'One professional for each service, in order; not with `peluquero_id`',
      }),
    ),
    codigo: optionalText("The booking's code: proof for a caller without a secret key"),
    version: Type.Optional(
      Type.Integer({
        minimum: 1,
        description:
          'The `version` of the booking that the caller has seen; when it has changed since, ' +
          'nothing is done',
      }),
    ),
    por_negocio: optionalFlag(
      'Moved by the business itself, without deadline, limit, notice, horizon and grid; needs a ' +
        'secret key',
    ),
    serie: seriesScope,
    avisar: notifiesCustomer,
  },
  {
    description: 'The new time of a booking. In an optional field null means that it is absent',
    examples: [{ fecha: '2030-03-06', hora_inicio: '11:30', codigo: '7K2MP9QRST', version: 1 }],
  },
)

/** The body of a reschedule. Checks its form in the order of D37. */
export function parseNewTime(
  body: Static<typeof NewTimeWire>,
): Omit<RescheduleInput, 'bookingId' | 'simulated'> & { scope: SeriesScope } {
  const { peluquero_id: one, peluqueros: each } = body
  if (one !== undefined && each !== undefined) {
    const problem = { keyword: 'not_together', limit: 'peluquero_id' } as const
    fail('VALIDATION_ERROR', { problems: [{ field: 'peluqueros', problem }] })
  }
  return {
    day: requireDate(body.fecha),
    startMinute: requireTime(body.hora_inicio),
    professionals: wantedProfessionals(one, each),
    code: parseOptionalBookingCode(body.codigo),
    version: body.version ?? null,
    byBusiness: body.por_negocio ?? false,
    notifiesCustomer: body.avisar ?? true,
    scope: parseSeriesScope(body.serie),
  }
}

function wantedProfessionals(
  one: number | undefined,
  each: readonly number[] | undefined,
): WantedProfessionals {
  const orAnyone = (id: number) => (id === 0 ? null : id)
  if (one !== undefined) return { kind: 'one', professionalId: orAnyone(one) }
  return each
    ? { kind: 'each', professionalIds: each.map(orAnyone), field: 'peluqueros' }
    : { kind: 'same' }
}

const simulationHeader = 'X-Simular'

export const simulationHeaders = {
  'x-simular': Type.Optional(
    Type.Boolean({
      description:
        'true: every rule is checked, and nothing changes. Nothing is stored or sent, and an ' +
        'Idempotency-Key is ignored',
    }),
  ),
}

/** Whether the request is to be tried only (D44). */
export const parseSimulation = (header: unknown): boolean =>
  parseBoolean({ [simulationHeader]: header as string | undefined }, simulationHeader) ?? false

/** Of a response: whether the request was only tried. */
export const simulatedFlag = flag(
  'Whether it was only tried, with `X-Simular`; nothing has changed then',
)

export const changedFields = { ...BookingDetailWire.properties, simulado: simulatedFlag }

export const MovedBookingWire = closed(
  { ...changedFields, visitas: Type.Optional(seriesVisits('serie: siguientes')) },
  { $id: 'ReservaReprogramada', description: 'A booking at its new time' },
)

/** A booking that was changed, or only tried to. */
export const serializeChangedBooking = (
  booking: BookingDetail,
  { simulated }: { simulated: boolean },
  locale: Locale,
) => ({ ...serializeBookingDetail(booking, locale), simulado: simulated })

export const serializeMovedBooking = (
  booking: MovedVisits,
  trial: { simulated: boolean },
  locale: Locale,
) => ({
  ...serializeChangedBooking(booking, trial, locale),
  ...(booking.visits && { visitas: serializeSeriesVisits(booking.visits) }),
})
