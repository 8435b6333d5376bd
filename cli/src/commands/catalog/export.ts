import { Args, Flags } from '@oclif/core'
import type { CatalogPart } from '@silla/core'
import { UsageError } from '../../errors/report-error.ts'
import { businessFlag, outputFlag } from '../../flags/common-flags.ts'
import { SillaCommand } from '../../silla-command.ts'

export default class CatalogExport extends SillaCommand {
  static override summary = 'Export the catalog of a salon as YAML or CSV'
  static override description =
    'Writes the format that catalog import reads: YAML with the keys of the salon file, or CSV ' +
    'for spreadsheets, with a row for each entry and a column for each language. A CSV file ' +
    'holds one part of the catalog. A text that a spreadsheet would run as a formula gets an ' +
    'apostrophe in front, which import removes. Importing the export again changes nothing.'
  static override examples = [
    '<%= config.bin %> catalog export barberia-centro',
    '<%= config.bin %> catalog export barberia-centro services --format csv --separator semicolon --output services.csv',
    '<%= config.bin %> catalog export barberia-centro products --format csv --json',
  ]
  static override args = {
    part: Args.string({
      description: 'categories, resources, services or products; default: all of them.',
      options: ['categories', 'resources', 'services', 'products'],
    }),
  }
  static override flags = {
    business: businessFlag,
    format: Flags.option({
      options: ['yaml', 'csv'] as const,
      description: 'The output format.',
      default: 'yaml',
    })(),
    separator: Flags.option({
      options: ['comma', 'semicolon'] as const,
      description:
        'The CSV separator. With semicolon, prices have decimal commas, as spreadsheets in Spain ' +
        'expect.',
    })(),
    output: outputFlag,
  }

  async run(): Promise<ExportedCatalog> {
    const { args, flags } = await this.parse(CatalogExport)
    const part = (args.part ?? null) as CatalogPart | null
    const { format, output } = flags
    if (format === 'csv' && part === null)
      throw new UsageError(
        'A CSV file holds one part: pass categories, resources, services or products.',
      )
    if (format !== 'csv' && flags.separator !== undefined)
      throw new UsageError('--separator needs --format csv.')
    const [{ exportCatalog }, { writeTextFile }] = await Promise.all([
      import('@silla/core/provisioning/catalog-file/export-catalog'),
      import('../../format/write-text-file.ts'),
    ])
    const separator = flags.separator === 'semicolon' ? ';' : ','
    const selection =
      format === 'csv' && part !== null
        ? ({ part, format, separator } as const)
        : ({ part, format: 'yaml' } as const)
    const text = await exportCatalog(await this.admin(), flags.business, selection)
    if (output === undefined) this.log(text.trimEnd())
    else {
      await writeTextFile(output, text)
      this.log(`Wrote ${output}.`)
    }
    return { part, format, file: output ?? null, text }
  }
}

interface ExportedCatalog {
  /** Null: the whole catalog. */
  part: CatalogPart | null
  format: 'yaml' | 'csv'
  /** The file that was written; null: standard output. */
  file: string | null
  text: string
}
