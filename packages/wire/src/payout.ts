import type {
  BalanceEntryKind,
  findPayout,
  listPayouts,
  Payout,
  PayoutListFilter,
  PayoutState,
} from '@silla/core'
import { fail } from '@silla/errors'
import { toMajor } from '@silla/money'
import { type Static, Type } from 'typebox'
import { parseDay } from './dates.ts'
import { type Params, parseInteger } from './params.ts'
import { parsePlace, serializePlace } from './places.ts'
import {
  closed,
  count,
  date,
  identifier,
  money,
  nullable,
  oneOf,
  ref,
  text,
  timestamp,
} from './schema.ts'

// What the processor pays out to the bank account of a salon (D56).

const stateWords = {
  pending: 'pendiente',
  in_transit: 'en_camino',
  paid: 'pagada',
  failed: 'fallida',
  cancelled: 'cancelada',
} as const satisfies Record<PayoutState, string>

const kindWords = {
  charge: 'pago',
  refund: 'reembolso',
  refund_failure: 'reembolso_fallido',
  dispute: 'disputa',
  dispute_reversal: 'disputa_ganada',
  fee: 'comision',
  payout: 'liquidacion',
  payout_failure: 'liquidacion_fallida',
  other: 'otro',
} as const satisfies Record<BalanceEntryKind, string>

const payoutFields = {
  id: identifier('The payout'),
  referencia: text('Its id at the processor'),
  estado: oneOf(
    Object.values(stateWords),
    'Its state; the money of one that is `fallida` is part of a later one',
  ),
  monto: money('Amount'),
  moneda: text('Currency code'),
  llegada: date('Day on which the money is to arrive at the bank'),
  motivo_fallo: text('Why it failed, as the processor says; empty otherwise'),
  creado_en: timestamp('When the processor made it'),
}

export const PayoutWire = closed(payoutFields, {
  $id: 'Liquidacion',
  description: 'What the processor pays out to the bank account of the business',
})

const next = nullable(text('The `antes_de` of the next request; null after the last'))

export const PayoutPartWire = closed(
  { items: Type.Array(ref(PayoutWire), { description: 'Latest first' }), siguiente: next },
  { $id: 'ParteLiquidaciones', description: 'Part of the payouts' },
)

const PayoutEntryWire = closed(
  {
    id: identifier('The line'),
    tipo: oneOf(Object.values(kindWords), 'What has moved the money'),
    descripcion: text('A note of the processor; empty without one'),
    pago_id: nullable(identifier('The payment; null when it is about none')),
    reserva_id: nullable(identifier('The booking; null when it is about none')),
    pedido_id: nullable(identifier('The order; null when it is about none')),
    codigo: text('Code of the booking or the order; empty without'),
    bruto: money('Amount before fees; negative: it leaves the balance'),
    comision_procesador: money('What the processor has taken of it'),
    comision_plataforma: money('What the platform has taken of it; negative: it was returned'),
    neto: money('`bruto` without both'),
    moneda: text('Currency code'),
    creado_en: timestamp('When the money was moved'),
  },
  { $id: 'LiquidacionLinea', description: 'A line of a payout' },
)

export const PayoutDetailWire = closed(
  {
    ...payoutFields,
    desglose: closed(
      {
        lineas: count('How many lines it has; 0 until they were read, the night after'),
        bruto: money('Payments'),
        reembolsado: money('Refunds, negative'),
        disputado: money('Disputes, negative; those that were won are returned'),
        otros: money(
          'What belongs to no payment: fees of the processor, adjustments, payouts that failed',
        ),
        comision_procesador: money(
          'What the processor has taken of payments, refunds and disputes',
        ),
        comision_plataforma: money('What the platform has taken'),
        neto: money('What all lines add up to: `monto`, once they were read'),
      },
      { description: 'Sums of its lines' },
    ),
    items: Type.Array(ref(PayoutEntryWire), { description: 'Its lines, the earliest first' }),
    siguiente: nullable(text('The `despues_de` of the next request; null after the last')),
  },
  { $id: 'LiquidacionDetalle', description: 'A payout with its lines' },
)

export const payoutComponents = [PayoutWire, PayoutPartWire, PayoutEntryWire, PayoutDetailWire]

export const defaultPayoutLimit = 50
export const maxPayoutLimit = 200

/** The filters of the list. INVALID_DATE, INVALID_RANGE, VALIDATION_ERROR. */
export function parsePayoutFilter(params: Params): PayoutListFilter {
  const from = parseDay(params, 'desde')
  const to = parseDay(params, 'hasta')
  if (from !== null && to !== null && from > to) fail('INVALID_RANGE')
  return { from, to, after: parsePlace(params, 'antes_de'), limit: limitOf(params) }
}

/** Which lines of a payout; VALIDATION_ERROR. */
export const parsePayoutEntryPart = (params: Params) => ({
  after: parsePlace(params, 'despues_de'),
  limit: limitOf(params),
})

const limitOf = (params: Params): number =>
  parseInteger(params, 'limite', { min: 1, max: maxPayoutLimit }) ?? defaultPayoutLimit

/** A payout, also of an event. */
export const serializePayout = (payout: Payout): Static<typeof PayoutWire> => ({
  id: payout.id,
  referencia: payout.payoutRef,
  estado: stateWords[payout.state],
  monto: toMajor(payout.amountCents),
  moneda: payout.currency,
  llegada: payout.arrivesOn,
  motivo_fallo: payout.failureMessage,
  creado_en: payout.createdAt.toISOString(),
})

export const serializePayoutPart = ({
  payouts,
  next: after,
}: Awaited<ReturnType<typeof listPayouts>>): Static<typeof PayoutPartWire> => ({
  items: payouts.map(serializePayout),
  siguiente: serializePlace(after),
})

export const serializePayoutDetail = ({
  payout,
  sums,
  entries,
  next: after,
}: Awaited<ReturnType<typeof findPayout>>): Static<typeof PayoutDetailWire> => ({
  ...serializePayout(payout),
  desglose: {
    lineas: sums.entryCount,
    bruto: toMajor(sums.grossCents),
    reembolsado: toMajor(sums.refundedCents),
    disputado: toMajor(sums.disputedCents),
    otros: toMajor(sums.otherCents),
    comision_procesador: toMajor(sums.processorFeeCents),
    comision_plataforma: toMajor(sums.platformFeeCents),
    neto: toMajor(sums.netCents),
  },
  items: entries.map((entry) => ({
    id: entry.id,
    tipo: kindWords[entry.kind],
    descripcion: entry.description,
    pago_id: entry.paymentId,
    reserva_id: entry.bookingId,
    pedido_id: entry.orderId,
    codigo: entry.code ?? '',
    bruto: toMajor(entry.amountCents),
    comision_procesador: toMajor(entry.processorFeeCents),
    comision_plataforma: toMajor(entry.platformFeeCents),
    neto: toMajor(entry.netCents),
    moneda: entry.currency,
    creado_en: entry.createdAt.toISOString(),
  })),
  siguiente: serializePlace(after),
})
