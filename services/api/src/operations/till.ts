import { chargeAtTill, listTillEntries, voidTillEntry } from '@silla/core'
import {
  NewTillEntryWire,
  offsetAndLimit,
  parseNewTillEntry,
  parseTillFilter,
  parseTillVoid,
  RecordedTillEntryWire,
  serializeRecordedTillEntry,
  serializeTillEntry,
  TillEntryWire,
  TillVoidWire,
  tillFilterParams,
} from '@silla/wire'
import { operation } from './operation.ts'
import { one, pageOf, pages } from './results.ts'

const tag = 'Till'

/** Money that the business takes itself (D54, D55). */
export const tillOperations = [
  operation({
    name: 'cobros.crear',
    tag,
    summary: 'Record money that was taken',
    description:
      'Money that the business has taken itself for a booking that is confirmed or has taken place, or ' +
      'for an order: at most what is left of the price, which was neither paid online nor taken. An ' +
      'order that was not paid is handed over with it. A repeated `Idempotency-Key` records nothing ' +
      'again, also after days. It is no invoice and no receipt.',
    rest: { method: 'POST', path: '/cobros/', status: 201 },
    graphql: { field: 'crear_cobro', input: 'NuevoCobro' },
    access: 'till.charge',
    audit: 'till.charge',
    body: { schema: NewTillEntryWire, parse: parseNewTillEntry },
    result: one(RecordedTillEntryWire),
    errors: {
      VALIDATION_ERROR: 'among others: neither or both of `reserva_id` and `pedido_id`',
      INVALID_AMOUNT:
        '`monto` or `propina` is negative or has more than two decimals, both are 0, or the tip is above 10,000',
      BOOKING_NOT_FOUND: 'no such booking, or one that the member of staff does not take part in',
      ORDER_NOT_FOUND: 'no such order, or a member of staff without `agenda.todas`',
      TILL_ENTRY_NOT_ALLOWED:
        'the booking is neither `confirmada` nor `completada`, or the order is cancelled or refunded',
      AMOUNT_MISMATCH: '`monto` is more than is left; nothing was recorded',
    },
    idempotent: true,
    simulated: true,
    run: (context, { body, simulated }) => chargeAtTill(context, { ...body, simulated }),
    respond: (entry, _context, { simulated }) => serializeRecordedTillEntry(entry, { simulated }),
  }),

  operation({
    name: 'cobros.listar',
    tag,
    summary: 'List money that was taken',
    description:
      'Entries of the till and their reversals, the latest first, in pages; by default those of today.',
    rest: { method: 'GET', path: '/cobros/' },
    graphql: { field: 'cobros' },
    access: 'till.charge',
    query: { params: tillFilterParams, parse: parseTillFilter },
    result: pages(TillEntryWire, { type: 'PaginaCobros', order: 'The latest first' }),
    errors: {
      VALIDATION_ERROR: '`metodo` is not one of the words, or an id is no number',
      INVALID_DATE: '`desde` or `hasta` is not a day',
      INVALID_RANGE: '`hasta` is before `desde`',
    },
    weight: 'list',
    run: (context, { page, query }) =>
      listTillEntries(context, { ...query, ...offsetAndLimit(page) }),
    respond: ({ entries, total }, _context, { page }) =>
      pageOf(entries.map(serializeTillEntry), total, page),
  }),

  operation({
    name: 'cobros.anular',
    tag,
    summary: 'Reverse money that was taken',
    description:
      'Records a second entry with the amounts negated, for money that was given back or never taken. ' +
      'It is possible in every state of the booking or the order, and once for each entry.',
    rest: { method: 'POST', path: '/cobros/:id/anular/', status: 201 },
    graphql: { field: 'anular_cobro' },
    access: 'till.void',
    audit: 'till.void',
    ids: { id: { description: 'The entry', notFound: 'TILL_ENTRY_NOT_FOUND' } },
    body: { schema: TillVoidWire, parse: parseTillVoid },
    result: one(RecordedTillEntryWire),
    errors: {
      VALIDATION_ERROR: '`motivo` is missing, empty or too long',
      TILL_ENTRY_NOT_FOUND:
        'no such entry, or one of a visit that the member of staff does not take part in',
      TILL_ENTRY_NOT_ALLOWED: 'it is reversed already, or is a reversal',
    },
    idempotent: true,
    simulated: true,
    run: (context, { ids, body, simulated }) =>
      voidTillEntry(context, { entryId: ids.id, ...body, simulated }),
    respond: (entry, _context, { simulated }) => serializeRecordedTillEntry(entry, { simulated }),
  }),
]
