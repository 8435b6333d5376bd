import { Args, Flags } from '@oclif/core'
import type { CatalogPart } from '@silla/core'
import { UsageError } from '../../errors/report-error.ts'
import { businessFlag } from '../../flags/business-flag.ts'
import { outputFlag } from '../../flags/output-flag.ts'
import { SillaCommand } from '../../silla-command.ts'

export default class CatalogExport extends SillaCommand {
  static override summary = 'Write what a salon offers, as YAML or CSV'
  static override description =
    'What catalog import reads: as YAML in the words of the salon file, or as a table with a line for each service and a column for each language, which a spreadsheet opens. A table holds one part; a text in it that a spreadsheet would take for a formula has an apostrophe before it, which import takes away. Imported again it changes nothing.'
  static override examples = [
    '<%= config.bin %> catalog export --business barberia-centro',
    '<%= config.bin %> catalog export services -b barberia-centro --format csv --separator semicolon --output services.csv',
    '<%= config.bin %> catalog export products -b barberia-centro --format csv --json',
  ]
  static override args = {
    part: Args.string({
      description: 'categories, services or products; all of them when left out.',
      options: ['categories', 'services', 'products'],
    }),
  }
  static override flags = {
    business: businessFlag,
    format: Flags.option({
      options: ['yaml', 'csv'] as const,
      description: 'How it is written.',
      default: 'yaml',
    })(),
    separator: Flags.option({
      options: ['comma', 'semicolon'] as const,
      description:
        'Of a table. Spreadsheets in Spain open semicolons, and read the decimal commas that come with them.',
    })(),
    output: outputFlag,
  }

  async run(): Promise<ExportedCatalog> {
    const { args, flags } = await this.parse(CatalogExport)
    const part = (args.part ?? null) as CatalogPart | null
    const { format, output } = flags
    if (format === 'csv' && part === null)
      throw new UsageError('A table holds one part: name categories, services or products.')
    if (format !== 'csv' && flags.separator !== undefined)
      throw new UsageError('--separator is for --format csv.')
    const [{ exportCatalog }, { writeTextFile }] = await Promise.all([
      import('@silla/core/provisioning/catalog-file/export-catalog'),
      import('../../format/write-text-file.ts'),
    ])
    const separator = flags.separator === 'semicolon' ? ';' : ','
    const what =
      format === 'csv' && part !== null
        ? ({ part, format, separator } as const)
        : ({ part, format: 'yaml' } as const)
    const text = await exportCatalog(await this.admin(), flags.business, what)
    if (output === undefined) this.log(text.trimEnd())
    else {
      await writeTextFile(output, text)
      this.log(`Wrote ${output}.`)
    }
    return { part, format, file: output ?? null, text }
  }
}

interface ExportedCatalog {
  /** Null: all of them. */
  part: CatalogPart | null
  format: 'yaml' | 'csv'
  /** Where it was written; null: nowhere. */
  file: string | null
  text: string
}
