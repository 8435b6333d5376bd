import { formatAmount, toMajor } from '@silla/money'
import { formatDate } from '@silla/slots'
import type { BookkeepingKind, BookkeepingLine, BookkeepingMethod } from '../model/bookkeeping.ts'
import { formatCsv, type Separator } from '../provisioning/catalog-file/csv.ts'
import { mapInSlices, openSlices } from '../slices.ts'

/** How bookkeeping is written as CSV. */
export interface BookkeepingFormat {
  /** With semicolons, numbers have decimal commas, as spreadsheets in Spain expect. */
  separator: Exclude<Separator, '\t'>
  headings: readonly string[]
  kinds: Readonly<Record<BookkeepingKind, string>>
  methods: Readonly<Record<BookkeepingMethod, string>>
}

/**
 * Bookkeeping as CSV, part by part: with a byte order mark, and an apostrophe before a concept that a
 * spreadsheet would run as a formula.
 */
export async function* bookkeepingTable(
  parts: AsyncIterable<readonly BookkeepingLine[]>,
  format: BookkeepingFormat,
): AsyncGenerator<string> {
  const { separator, headings } = format
  yield formatCsv([headings], separator)
  const slices = openSlices()
  for await (const lines of parts) {
    const rows = await mapInSlices(slices, lines, (line) =>
      // the headings have the byte order mark
      formatCsv([cellsOf(line, format)], separator).slice(1),
    )
    yield rows.join('')
  }
}

function cellsOf(
  line: BookkeepingLine,
  { separator, kinds, methods }: BookkeepingFormat,
): string[] {
  const decimal = (text: string) => (separator === ';' ? text.replace('.', ',') : text)
  const amount = (cents: number) => decimal(formatAmount(cents))
  return [
    formatDate(line.day),
    kinds[line.kind],
    line.concept,
    line.code,
    methods[line.method],
    amount(line.grossCents),
    amount(line.processorFeeCents),
    amount(line.platformFeeCents),
    amount(line.refundCents),
    amount(line.disputeCents),
    amount(line.netCents),
    amount(line.tipCents),
    line.vatBasisPoints === null ? '' : decimal(String(toMajor(line.vatBasisPoints))),
    line.payoutRef ?? '',
    line.currency,
  ]
}
