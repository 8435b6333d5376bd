import type { Hold, ReleasedHold, VisitRequest } from '@silla/core'
import { toMajor } from '@silla/money'
import { formatDate } from '@silla/slots'
import { type Static, Type } from 'typebox'
import {
  BookedServiceWire,
  localTime,
  serializeLine,
  serializeProfessional,
  serializeTimes,
} from './booking.ts'
import type { Locale } from './localize.ts'
import { parseVisit, visitFields } from './new-booking.ts'
import { GuaranteeWire, serializeGuarantee } from './saved-card.ts'
import {
  clockTime,
  closed,
  date,
  flag,
  identifier,
  money,
  nullable,
  oneOf,
  ref,
  text,
  timestamp,
  whole,
} from './schema.ts'

export const NewHoldWire = closed(visitFields, {
  description: 'The time to hold: the body of a booking without the customer',
  examples: [{ servicio_ids: [12], peluquero_id: 3, fecha: '2030-03-04', hora_inicio: '10:00' }],
})

export const HoldTokenWire = closed(
  { token: text('The token of the hold') },
  { description: 'Proof that the hold is of this caller' },
)

export const HoldWire = closed(
  {
    id: identifier('The hold'),
    token: text('Proves that the hold is of this caller: to book, to extend, to release'),
    expira_en: timestamp('When the time is free again'),
    fecha: date('Day of the visit'),
    hora_inicio: clockTime('Start of the visit'),
    hora_fin: clockTime('End of the visit'),
    profesional: closed(
      { id: identifier('The professional'), nombre: text('Full name') },
      { description: 'The professional; of several, the one who does the first service' },
    ),
    servicios: Type.Array(ref(BookedServiceWire), {
      description: 'The services, in order, at the prices that the hold keeps',
    }),
    subtotal: money('Total of the regular prices'),
    descuento: money('Discount by offers'),
    total: money('Amount due for the booking, unless it is paid with points'),
    a_pagar_ahora: whole('Amount that could be paid online now, in cents'),
    resto: money('What would be left to be paid at the business'),
    pago_requerido: flag(
      'Whether the booking would expire unless `a_pagar_ahora` is paid or, with `garantia`, a card is left',
    ),
    senal: nullable(money('The deposit: `a_pagar_ahora` as an amount; null: no deposit')),
    garantia: nullable(GuaranteeWire),
    moneda: text('Currency code'),
  },
  { $id: 'Retencion', description: 'A time that is kept free for a caller who has not booked yet' },
)

export const ReleasedHoldWire = closed(
  { id: identifier('The hold'), estado: oneOf(['liberada'], 'Its time is not held any more') },
  { $id: 'RetencionLiberada', description: 'A hold that was released' },
)

export const holdComponents = [HoldWire, ReleasedHoldWire]

export const parseNewHold = (body: Static<typeof NewHoldWire>): VisitRequest => parseVisit(body, [])

export function serializeHold(hold: Hold, token: string, locale: Locale): Static<typeof HoldWire> {
  const subtotalCents = sum(hold.lines.map((line) => line.priceCents))
  const totalCents = sum(hold.lines.map((line) => line.chargedCents))
  const [first] = hold.lines as [Hold['lines'][0]]
  return {
    id: hold.id,
    token,
    expira_en: hold.expiresAt.toISOString(),
    fecha: formatDate(localTime(hold, hold.startsAt).day),
    ...serializeTimes(hold, hold),
    profesional: serializeProfessional(first.professional),
    servicios: hold.lines.map((line) => serializeLine(line, hold, locale)),
    subtotal: toMajor(subtotalCents),
    descuento: toMajor(subtotalCents - totalCents),
    total: toMajor(totalCents),
    a_pagar_ahora: hold.dueNowCents,
    resto: toMajor(totalCents - hold.dueNowCents),
    pago_requerido: hold.requirement !== 'none',
    senal: hold.requirement === 'deposit' ? toMajor(hold.dueNowCents) : null,
    garantia: hold.guarantee && serializeGuarantee(hold.guarantee),
    moneda: hold.currency,
  }
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)

export const serializeReleasedHold = ({ id }: ReleasedHold): Static<typeof ReleasedHoldWire> => ({
  id,
  estado: 'liberada',
})
