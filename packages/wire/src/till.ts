import type {
  RecordedTillEntry,
  TillEntry,
  TillInput,
  TillListFilter,
  TillMethod,
  TillReference,
} from '@silla/core'
import { type FieldProblem, fail } from '@silla/errors'
import { toCents, toMajor } from '@silla/money'
import { type Static, Type } from 'typebox'
import { parseBodyText } from './body-text.ts'
import { parseDay } from './dates.ts'
import { type Params, parseEnum, parseId } from './params.ts'
import { closed, identifier, money, nullable, oneOf, text, timestamp } from './schema.ts'

export const tillMethodWords = {
  cash: 'efectivo',
  card: 'tarjeta',
  other: 'otro',
} as const satisfies Record<TillMethod, string>

const maxReasonLength = 500
const maxTipCents = 1_000_000

export const NewTillEntryWire = closed(
  {
    reserva_id: Type.Optional(identifier('The booking; either this or `pedido_id`')),
    pedido_id: Type.Optional(identifier('The order')),
    metodo: oneOf(Object.values(tillMethodWords), 'How it was taken: `tarjeta` is a terminal'),
    monto: money('What was taken of the price; 0 for a tip alone'),
    propina: Type.Optional(
      money('The tip, which is no part of the price, of points or of refunds; default 0'),
    ),
  },
  {
    description: 'Money that the business has taken',
    examples: [{ reserva_id: 41, metodo: 'efectivo', monto: 18, propina: 2 }],
  },
)

export const TillVoidWire = closed(
  {
    motivo: text(`Reason, for the business. Up to ${maxReasonLength} characters; not empty`),
  },
  {
    description: 'Why an entry is reversed',
    examples: [{ motivo: 'Pagó con tarjeta' }],
  },
)

const authorWords = {
  staff: 'persona',
  key: 'clave',
  support: 'soporte',
  operator: 'plataforma',
} as const satisfies Record<TillEntry['author']['kind'], string>

const entryFields = {
  id: identifier('The entry'),
  reserva_id: nullable(identifier('The booking; null for an order')),
  pedido_id: nullable(identifier('The order; null for a booking')),
  codigo: text('Code of the booking or the order'),
  cliente_id: identifier('The customer'),
  metodo: oneOf(Object.values(tillMethodWords), 'How it was taken'),
  monto: money('What was taken of the price; negative for a reversal'),
  propina: money('The tip; negative for a reversal'),
  moneda: text('Currency code'),
  anula_id: nullable(identifier('The entry that this one reverses; null: it is no reversal')),
  anulado_por_id: nullable(identifier('The reversal of this entry; null: it stands')),
  motivo: text('Why it reverses another; empty for any other'),
  quien: closed(
    {
      tipo: oneOf(
        Object.values(authorWords),
        'A member of staff, a secret key, support with access, or the platform',
      ),
      id: nullable(identifier('The member of staff; null for anybody else')),
      nombre: text('The name that they had then; `Silla` for the platform'),
    },
    { description: 'Who recorded it' },
  ),
  created_at: timestamp('When it was recorded'),
}

export const TillEntryWire = closed(entryFields, {
  $id: 'Cobro',
  description: 'Money that the business has taken itself, or a reversal of that',
})

export const RecordedTillEntryWire = closed(
  {
    ...entryFields,
    por_cobrar: money('What can still be taken for the booking or the order'),
    simulado: Type.Optional(
      Type.Boolean({ description: 'Whether it was only tried, with `X-Simular`' }),
    ),
  },
  { $id: 'CobroRegistrado', description: 'An entry of the till that was just recorded' },
)

/** What a booking or an order shows of the till. */
export const TillSummaryWire = closed(
  {
    cobrado: money('Taken at the business, without what was reversed'),
    propinas: money('Tips with it, which are no part of the price'),
    por_cobrar: money(
      'What can still be taken, also for a visit that has taken place; 0 before it is confirmed',
    ),
    por_devolver: money('What was taken beyond the price, or for a visit that was cancelled'),
  },
  { description: 'What was taken at the business' },
)

export const tillComponents = [TillEntryWire, RecordedTillEntryWire]

/** The body of a new entry. INVALID_AMOUNT for a negative amount, or more than two decimals. */
export function parseNewTillEntry(
  body: Static<typeof NewTillEntryWire>,
): Omit<TillInput, 'simulated'> {
  const amountCents = parseAmount(body.monto)
  const tipCents = parseAmount(body.propina ?? 0)
  if (tipCents > maxTipCents) fail('INVALID_AMOUNT')
  return { reference: parseReference(body), method: methodOf(body.metodo), amountCents, tipCents }
}

const parseAmount = (amount: number): number => {
  const cents = toCents(amount)
  return cents === null || cents < 0 ? fail('INVALID_AMOUNT') : cents
}

function parseReference({ reserva_id, pedido_id }: Static<typeof NewTillEntryWire>): TillReference {
  if (reserva_id !== undefined && pedido_id !== undefined)
    failWith({ field: 'pedido_id', problem: { keyword: 'not_together', limit: 'reserva_id' } })
  if (reserva_id !== undefined) return { kind: 'booking', bookingId: reserva_id }
  if (pedido_id !== undefined) return { kind: 'order', orderId: pedido_id }
  return failWith({ field: 'reserva_id', problem: 'required' })
}

const failWith = (problem: FieldProblem): never => fail('VALIDATION_ERROR', { problems: [problem] })

const methodOf = (word: (typeof tillMethodWords)[TillMethod]): TillMethod =>
  (Object.keys(tillMethodWords) as TillMethod[]).find(
    (method) => tillMethodWords[method] === word,
  ) ?? 'other'

/** Why an entry is reversed. */
export function parseTillVoid({ motivo }: Static<typeof TillVoidWire>): { reason: string } {
  const problems: FieldProblem[] = []
  const rule = { maxLength: maxReasonLength, required: true }
  const reason = parseBodyText('motivo', motivo, rule, problems)
  if (problems.length > 0) fail('VALIDATION_ERROR', { problems })
  return { reason }
}

/** The filters of the list; INVALID_DATE, INVALID_RANGE, VALIDATION_ERROR. */
export function parseTillFilter(params: Params): Omit<TillListFilter, 'offset' | 'limit'> {
  const bookingId = parseId(params, 'reserva_id')
  const orderId = parseId(params, 'pedido_id')
  const word = parseEnum(params, 'metodo', Object.values(tillMethodWords))
  const from = parseDay(params, 'desde')
  const to = parseDay(params, 'hasta')
  if (from !== null && to !== null && from > to) fail('INVALID_RANGE')
  return {
    ...{ bookingId, orderId, from, to },
    method: word === null ? null : methodOf(word),
    staffId: parseId(params, 'persona'),
    takenByProfessionalId: parseId(params, 'peluquero_id'),
  }
}

/** An entry of the till. */
export const serializeTillEntry = (entry: TillEntry): Static<typeof TillEntryWire> => ({
  id: entry.id,
  reserva_id: entry.bookingId,
  pedido_id: entry.orderId,
  codigo: entry.code,
  cliente_id: entry.customerId,
  metodo: tillMethodWords[entry.method],
  monto: toMajor(entry.amountCents),
  propina: toMajor(entry.tipCents),
  moneda: entry.currency,
  anula_id: entry.reversesId,
  anulado_por_id: entry.reversedById,
  motivo: entry.reason,
  quien: {
    tipo: authorWords[entry.author.kind],
    id: entry.author.id,
    nombre: entry.author.name,
  },
  created_at: entry.createdAt.toISOString(),
})

/** An entry that was just recorded, or only tried. */
export const serializeRecordedTillEntry = (
  entry: RecordedTillEntry,
  { simulated }: { simulated: boolean },
): Static<typeof RecordedTillEntryWire> => ({
  ...serializeTillEntry(entry),
  por_cobrar: toMajor(entry.tillCents),
  ...(simulated && { simulado: true }),
})

/** What of a booking or an order was taken, and can be taken. */
export const serializeTillSummary = (sums: {
  takenCents: number
  tipCents: number
  tillCents: number
  excessCents: number
}): Static<typeof TillSummaryWire> => ({
  cobrado: toMajor(sums.takenCents),
  propinas: toMajor(sums.tipCents),
  por_cobrar: toMajor(sums.tillCents),
  por_devolver: toMajor(sums.excessCents),
})
