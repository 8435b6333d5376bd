import {
  type BookkeepingInput,
  type BookkeepingPart,
  type RequestContext,
  readAllBookkeeping,
  readBookkeeping,
  today,
} from '@silla/core'
import {
  BookkeepingPartWire,
  bookkeepingCsv,
  bookkeepingParams,
  localize,
  parseBookkeepingParams,
  serializeBookkeepingPart,
} from '@silla/wire'
import { operation } from './operation.ts'
import { one } from './results.ts'

/** A part, and the month that its file has all of. */
interface MonthPart extends BookkeepingPart {
  month: string
  input: BookkeepingInput
}

/** The money of a month, for the bookkeeping of the business (D56). */
export const bookkeepingOperations = [
  operation({
    name: 'informes.contabilidad',
    tag: 'Reports',
    summary: 'Export the money of a month',
    description:
      'Each movement of money in a month, the earliest first: payments, refunds, disputes and fees on the ' +
      'account at the processor, as it was read last night, and what was taken at the business. What was ' +
      'booked with several rates of VAT has a line for each. `neto` of the lines of a payout adds up to ' +
      'it. Send `siguiente` as `despues_de` for the next part; `formato=csv` has the whole month.',
    rest: { method: 'GET', path: '/informes/contabilidad/' },
    graphql: { field: 'informe_contabilidad' },
    access: 'reports.salon',
    query: {
      params: bookkeepingParams,
      parse: (params, { catalog, clock }) => parseBookkeepingParams(params, today(catalog, clock)),
    },
    result: one(BookkeepingPartWire),
    errors: {
      VALIDATION_ERROR: 'among others: a `despues_de` that is no `siguiente`',
      INVALID_DATE: '`mes` is not a month, such as `2027-01`',
    },
    weight: 'heavy',
    async run(context, { query: { month, from, to, after, limit } }): Promise<MonthPart> {
      const input: BookkeepingInput = {
        ...{ from, to },
        textOf: (name) => localize(name, context.locale),
      }
      return { ...(await readBookkeeping(context, input, { after, limit })), month, input }
    },
    respond: serializeBookkeepingPart,
    csv: (part: MonthPart, context) =>
      bookkeepingCsv(part.month, wholeMonth(part, context), context.locale),
  }),
]

/** The part that was read, and all after it. */
async function* wholeMonth({ lines, next, input }: MonthPart, context: RequestContext) {
  yield lines
  if (next !== null) yield* readAllBookkeeping(context, input, next)
}
