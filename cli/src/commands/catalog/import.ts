import { Args, Flags } from '@oclif/core'
import type { CatalogPart } from '@silla/core'
import { ChangeCommand } from '../../change-command.ts'
import { UsageError } from '../../errors/report-error.ts'
import { businessFlag } from '../../flags/business-flag.ts'
import { changeFlags } from '../../flags/change-flags.ts'
import type { Encoding } from '../../flags/read-text-file.ts'

export default class CatalogImport extends ChangeCommand {
  static override summary = 'Bring in categories, services or products from a YAML or CSV file'
  static override description =
    'Entries whose handle the salon knows are changed in the words or columns that the file has, new ones are added at the end; whoever offers all services offers new ones too. With --replace the file is the whole list: what is not in it is taken out, and its order counts. YAML is written in the words of the salon file, and a text there replaces the whole text. A table has a column "handle" and others such as name_es, name_en, category, duration, price; an empty cell leaves the value out; it may be separated by commas, semicolons or tabs, and prices may have a decimal comma. Mistakes are told with their lines. It shows what would change first and makes it so in one transaction.'
  static override examples = [
    '<%= config.bin %> catalog import prices.csv --business barberia-centro --part services --dry-run',
    '<%= config.bin %> catalog import catalog.yaml -b barberia-centro --yes --json',
  ]
  static override args = {
    file: Args.string({
      description: 'The file: .csv or .tsv is a table, and with --part any but .yaml.',
      required: true,
    }),
  }
  static override flags = {
    business: businessFlag,
    part: Flags.option({
      options: ['categories', 'services', 'products'] as const,
      description: 'What the lines of a table are.',
    })(),
    encoding: Flags.option({
      options: ['utf-8', 'utf-16', 'windows-1252', 'windows-1256'] as const,
      description:
        'How the file writes its letters; Excel in Spain saves plain CSV as windows-1252.',
      default: 'utf-8',
    })(),
    replace: Flags.boolean({ description: 'Take out what is not in the file.' }),
    ...changeFlags,
  }

  async run() {
    const { args, flags } = await this.parse(CatalogImport)
    const { importCatalog, planImport } = await import(
      '@silla/core/provisioning/catalog-file/import-catalog'
    )
    const file = await readCatalogFile(args.file, flags)
    const [admin, { replace }] = [await this.admin(), flags]
    const plan = await planImport(admin, flags.business, file, { replace })
    const allowOrphaned = flags['allow-orphaned']
    return this.carryOut(plan, flags, (onProgress) =>
      importCatalog(admin, flags.business, file, {
        replace,
        allowOrphaned,
        ...(onProgress && { onProgress }),
      }),
    )
  }
}

async function readCatalogFile(
  path: string,
  { part, encoding }: { part: CatalogPart | undefined; encoding: Encoding },
) {
  const [{ parseCatalogCsv }, { parseCatalogYaml }, { readTextFile }] = await Promise.all([
    import('@silla/core/provisioning/catalog-file/parse-catalog-csv'),
    import('@silla/core/provisioning/catalog-file/parse-catalog-yaml'),
    import('../../flags/read-text-file.ts'),
  ])
  const isTable = /\.(csv|tsv)$/i.test(path)
  const isYaml = /\.ya?ml$/i.test(path)
  if (/\.(xlsx?|ods|numbers)$/i.test(path))
    throw new UsageError(`${path} is a workbook: save its sheet as CSV first.`)
  if (isTable && part === undefined)
    throw new UsageError('Say what the lines are: --part services, for one.')
  if (isYaml && part !== undefined)
    throw new UsageError('--part is for tables; YAML says it itself.')
  const text = await readTextFile(path, encoding)
  return part === undefined ? parseCatalogYaml(text, path) : parseCatalogCsv(text, path, part)
}
