import { findPayout, listPayouts } from '@silla/core'
import {
  PayoutDetailWire,
  PayoutPartWire,
  parsePayoutEntryPart,
  parsePayoutFilter,
  payoutEntryParams,
  payoutFilterParams,
  serializePayoutDetail,
  serializePayoutPart,
} from '@silla/wire'
import { operation } from './operation.ts'
import { one } from './results.ts'

const tag = 'Payouts'

/** What the processor pays out to the business (D56). */
export const payoutOperations = [
  operation({
    name: 'liquidaciones.listar',
    tag,
    summary: 'List payouts',
    description:
      'What the processor has paid out to the bank account of the business, the latest first, as it was ' +
      'read last night. Send `siguiente` as `antes_de` for the next part.',
    rest: { method: 'GET', path: '/liquidaciones/' },
    graphql: { field: 'liquidaciones' },
    access: 'reports.salon',
    query: { params: payoutFilterParams, parse: parsePayoutFilter },
    result: one(PayoutPartWire),
    errors: {
      VALIDATION_ERROR: 'among others: an `antes_de` that is no `siguiente`',
      INVALID_DATE: '`desde` or `hasta` is not a day',
      INVALID_RANGE: '`hasta` is before `desde`',
    },
    weight: 'list',
    run: (context, { query }) => listPayouts(context, query),
    respond: serializePayoutPart,
  }),

  operation({
    name: 'liquidaciones.ver',
    tag,
    summary: 'Get a payout',
    description:
      'A payout with what its lines add up to, and a part of them: payments, refunds, disputes and fees, ' +
      'the earliest first. Send `siguiente` as `despues_de` for the next part.',
    rest: { method: 'GET', path: '/liquidaciones/:id/' },
    graphql: { field: 'liquidacion' },
    access: 'reports.salon',
    ids: { id: { description: 'The payout', notFound: 'PAYOUT_NOT_FOUND' } },
    query: { params: payoutEntryParams, parse: parsePayoutEntryPart },
    result: one(PayoutDetailWire),
    errors: {
      VALIDATION_ERROR: 'among others: a `despues_de` that is no `siguiente`',
      PAYOUT_NOT_FOUND: 'no such payout',
    },
    weight: 'list',
    run: (context, { ids, query }) => findPayout(context, { payoutId: ids.id, ...query }),
    respond: serializePayoutDetail,
  }),
]
