import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Flags } from '@oclif/core'
import type { BookkeepingKind, BookkeepingLine, BookkeepingMethod } from '@silla/core'
import {
  bookkeepingColumns,
  bookkeepingKinds,
  bookkeepingMethods,
} from '@silla/core/model/bookkeeping'
import { UsageError } from '../../errors/report-error.ts'
import { businessFlag, outputFlag } from '../../flags/common-flags.ts'
import { SillaCommand } from '../../silla-command.ts'

export default class PaymentsExport extends SillaCommand {
  static override summary = "Export a month's money as CSV"
  static override description =
    'For bookkeeping: each payment, refund, dispute and fee on the account at the processor, as it was ' +
    'read last night, and what was taken at the desk, with tips. What has several rates of VAT has a ' +
    'line for each. The net amounts of the lines of a payout add up to it. It is written while it is ' +
    'read, and has an apostrophe before text that a spreadsheet would run as a formula. Amounts are in ' +
    'the currency of the line: the processor may keep a balance in another one than the salon. ' +
    'docs/payments.md describes the columns.'
  static override examples = [
    '<%= config.bin %> payments export barberia-centro --month 2027-01',
    '<%= config.bin %> payments export barberia-centro --month 2027-01 --separator semicolon --output january.csv',
    '<%= config.bin %> payments export barberia-centro --month 2027-01 --output january.csv --json',
  ]
  static override flags = {
    business: businessFlag,
    month: Flags.string({
      description: "The month, in the salon's time zone.",
      helpValue: 'MONTH',
      required: true,
    }),
    separator: Flags.option({
      options: ['comma', 'semicolon'] as const,
      description:
        'The CSV separator. With semicolon, numbers have decimal commas, as spreadsheets in Spain ' +
        'expect.',
      default: 'comma',
    })(),
    output: outputFlag,
  }

  async run(): Promise<{ month: string; file: string | null; lineCount: number }> {
    const { flags } = await this.parse(PaymentsExport)
    const { month, output } = flags
    if (this.jsonEnabled() && output === undefined) throw new UsageError('--json needs --output.')
    const [{ readAllBookkeeping }, { bookkeepingTable }, { textIn }, { daysOfMonth }] =
      await Promise.all([
        import('@silla/core/reports/read-bookkeeping'),
        import('@silla/core/reports/bookkeeping-table'),
        import('../../text/values.ts'),
        import('@silla/core/reports/periods'),
      ])
    const days = daysOfMonth(month)
    if (days === null)
      throw new UsageError(`Invalid value for --month: expected 2027-01, got "${month}".`)
    const context = await this.operatorContext(flags.business)
    const { mainLanguage } = (await context.tenant.catalog()).settings
    const counted = { lines: 0 }
    const parts = countLines(
      readAllBookkeeping(context, { ...days, textOf: (name) => textIn(name, mainLanguage) }),
      counted,
    )
    const text = bookkeepingTable(parts, {
      separator: flags.separator === 'semicolon' ? ';' : ',',
      headings: bookkeepingColumns,
      kinds: ownWords<BookkeepingKind>(bookkeepingKinds),
      methods: ownWords<BookkeepingMethod>(bookkeepingMethods),
    })
    if (output === undefined) await pipeline(Readable.from(text), process.stdout, { end: false })
    else {
      const { writeTextFile } = await import('../../format/write-text-file.ts')
      await writeTextFile(output, text)
      this.log(`Wrote ${output}.`)
    }
    return { month, file: output ?? null, lineCount: counted.lines }
  }
}

async function* countLines(
  parts: AsyncIterable<BookkeepingLine[]>,
  counted: { lines: number },
): AsyncGenerator<BookkeepingLine[]> {
  for await (const lines of parts) {
    counted.lines += lines.length
    yield lines
  }
}

const ownWords = <Word extends string>(words: readonly Word[]) =>
  Object.fromEntries(words.map((word) => [word, word])) as unknown as Record<Word, string>
