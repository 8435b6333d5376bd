import { Args, Flags } from '@oclif/core'
import type { CatalogPart } from '@silla/core'
import { ChangeCommand } from '../../change-command.ts'
import { UsageError } from '../../errors/report-error.ts'
import { businessFlag, changeFlags } from '../../flags/common-flags.ts'
import type { Encoding } from '../../flags/read-text-file.ts'

export default class CatalogImport extends ChangeCommand {
  static override summary = 'Import categories, resources, services or products from YAML or CSV'
  static override description =
    'Entries with a known handle are updated in the keys or columns that the file has; new ones ' +
    'are added at the end. Professionals who offer all services also offer the new ones. With ' +
    '--replace the file is the complete list: missing entries are removed, and its order ' +
    'applies. YAML has the keys of the salon file; a text replaces the text in all languages. A ' +
    'CSV file has a column "handle" and others such as name_es, name_en, category, duration and ' +
    'price, separated by commas, semicolons or tabs; an empty cell leaves a value out, and ' +
    'prices may have a decimal comma. Errors name their lines. Shows the plan first and applies ' +
    'it in one transaction.'
  static override examples = [
    '<%= config.bin %> catalog import barberia-centro prices.csv --part services --dry-run',
    '<%= config.bin %> catalog import barberia-centro catalog.yaml --yes --json',
  ]
  static override args = {
    file: Args.string({
      description:
        'The file: YAML (.yaml, .yml), or CSV with --part (.csv, .tsv or another extension).',
      required: true,
    }),
  }
  static override flags = {
    business: businessFlag,
    part: Flags.option({
      options: ['categories', 'resources', 'services', 'products'] as const,
      description: 'What the rows of a CSV file are.',
    })(),
    encoding: Flags.option({
      options: ['utf-8', 'utf-16', 'windows-1252', 'windows-1256'] as const,
      description: 'The encoding of the file; Excel in Spain saves plain CSV as windows-1252.',
      default: 'utf-8',
    })(),
    replace: Flags.boolean({ description: 'Remove entries that are not in the file.' }),
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
    throw new UsageError(`${path} is a workbook. Save its sheet as CSV first.`)
  if (isTable && part === undefined)
    throw new UsageError('Pass what the rows are, for example --part services.')
  if (isYaml && part !== undefined)
    throw new UsageError('--part is for CSV files; a YAML file names its parts itself.')
  const text = await readTextFile(path, encoding)
  return part === undefined ? parseCatalogYaml(text, path) : parseCatalogCsv(text, path, part)
}
