import {
  type BookkeepingKind,
  type BookkeepingLine,
  type BookkeepingMethod,
  type BookkeepingPart,
  bookkeepingTable,
  daysOfMonth,
  mappedLater,
} from '@silla/core'
import { fail } from '@silla/errors'
import { toMajor } from '@silla/money'
import { type EpochDay, formatDate } from '@silla/slots'
import { type Static, Type } from 'typebox'
import type { Locale } from './localize.ts'
import { type Params, parseInteger, parseText } from './params.ts'
import { parsePlace, serializePlace } from './places.ts'
import { closed, date, decimal, money, nullable, oneOf, ref, text } from './schema.ts'
import { tillMethodWords } from './till.ts'
import type { ToWrite } from './to-write.ts'

// The money of a month, for the salon's bookkeeping (D56).

const kindWords = {
  payment: 'pago',
  deposit: 'senal',
  fee: 'cargo',
  own_payment: 'pago_propio',
  refund: 'reembolso',
  refund_failure: 'reembolso_fallido',
  dispute: 'disputa',
  dispute_reversal: 'disputa_ganada',
  processor_fee: 'comision',
  payout_failure: 'liquidacion_fallida',
  adjustment: 'ajuste',
  taking: 'cobro',
  taking_reversal: 'cobro_anulado',
} as const satisfies Record<BookkeepingKind, string>

const methodWords = {
  online: 'online',
  ...tillMethodWords,
} as const satisfies Record<BookkeepingMethod, string>

const BookkeepingLineWire = closed(
  {
    fecha: date('Day at the business'),
    tipo: oneOf(
      Object.values(kindWords),
      'What the money was moved for; `pago_propio` is a payment that the business has taken at the ' +
        'processor itself',
    ),
    concepto: text('What was booked, ordered or bought; else a note of the processor'),
    codigo: text('Code of the booking or the order; empty without'),
    metodo: oneOf(Object.values(methodWords), 'How it was paid; `online` is the processor'),
    bruto: money('What was paid; negative for a reversal at the desk'),
    comision_procesador: money('What the processor has taken of it'),
    comision_plataforma: money('What the platform has taken of it'),
    reembolso: money('What went back, negative'),
    disputa: money('What a dispute has withdrawn, negative'),
    neto: money(
      '`bruto`, `reembolso` and `disputa` without both fees; of `liquidacion_fallida` and `ajuste` the amount',
    ),
    propina: money('The tip; no part of `neto`'),
    iva: nullable(
      decimal('VAT that the amounts contain, in percent; null: not given, or there is none'),
    ),
    liquidacion: nullable(text('The payout, by its id at the processor; null: none so far')),
    moneda: text(
      'Currency code; of what is `online` that in which the processor keeps the balance',
    ),
  },
  { $id: 'ApunteContable', description: 'Money that was moved, or its part with one rate of VAT' },
)

export const BookkeepingPartWire = closed(
  {
    items: Type.Array(ref(BookkeepingLineWire), { description: 'The earliest first' }),
    siguiente: nullable(text('The `despues_de` of the next request; null after the last')),
  },
  { $id: 'ParteContabilidad', description: 'Part of the money of a month' },
)

export const bookkeepingComponents = [BookkeepingLineWire, BookkeepingPartWire]

export const defaultBookkeepingLimit = 200
export const maxBookkeepingLimit = 1000

/**
 * The month and the part of it. INVALID_DATE for a month that is none; VALIDATION_ERROR.
 *
 * @param today the default is its month
 */
export function parseBookkeepingParams(params: Params, today: EpochDay) {
  const month = parseText(params, 'mes') ?? formatDate(today).slice(0, 7)
  return {
    ...(daysOfMonth(month) ?? fail('INVALID_DATE')),
    month,
    after: parsePlace(params, 'despues_de'),
    limit:
      parseInteger(params, 'limite', { min: 1, max: maxBookkeepingLimit }) ??
      defaultBookkeepingLimit,
  }
}

export const serializeBookkeepingPart = ({
  lines,
  next,
}: BookkeepingPart): ToWrite<Static<typeof BookkeepingPartWire>> => ({
  items: mappedLater(lines, (line) => ({
    fecha: formatDate(line.day),
    tipo: kindWords[line.kind],
    concepto: line.concept,
    codigo: line.code,
    metodo: methodWords[line.method],
    bruto: toMajor(line.grossCents),
    comision_procesador: toMajor(line.processorFeeCents),
    comision_plataforma: toMajor(line.platformFeeCents),
    reembolso: toMajor(line.refundCents),
    disputa: toMajor(line.disputeCents),
    neto: toMajor(line.netCents),
    propina: toMajor(line.tipCents),
    iva: line.vatBasisPoints === null ? null : toMajor(line.vatBasisPoints),
    liquidacion: line.payoutRef,
    moneda: line.currency,
  })),
  siguiente: serializePlace(next),
})

/** The same as a CSV file, part by part; spreadsheets in Spanish expect semicolons and decimal commas. */
export const bookkeepingCsv = (
  month: string,
  parts: AsyncIterable<readonly BookkeepingLine[]>,
  locale: Locale,
) => ({
  name: `contabilidad-${month}.csv`,
  text: bookkeepingTable(parts, {
    separator: locale.message === 'es' ? ';' : ',',
    headings,
    kinds: kindWords,
    methods: methodWords,
  }),
})

/** In the order of the columns. */
const headings = [
  ...['fecha', 'tipo', 'concepto', 'reserva', 'metodo', 'bruto', 'comision_procesador'],
  ...[
    'comision_plataforma',
    'reembolso',
    'disputa',
    'neto',
    'propina',
    'iva',
    'liquidacion',
    'moneda',
  ],
]
