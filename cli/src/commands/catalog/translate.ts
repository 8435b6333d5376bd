import { Flags } from '@oclif/core'
import { businessFlag } from '../../flags/business-flag.ts'
import { pluralize } from '../../format/pluralize.ts'
import { SillaCommand } from '../../silla-command.ts'

export default class CatalogTranslate extends SillaCommand {
  static override summary = 'Tell which texts are missing in which language'
  static override description =
    'Names, descriptions and other texts of a salon that are there in one language and not in another. Without --language the languages are those in which the salon has any text; of closings only those to come are told. --check makes the exit code 1 when something is missing, for scripts. Fill them in with catalog export --format csv and catalog import, or in the salon file.'
  static override examples = [
    '<%= config.bin %> catalog translate --business barberia-centro',
    '<%= config.bin %> catalog translate -b barberia-centro --language es --check',
    '<%= config.bin %> catalog translate -b barberia-centro --language ar --json',
  ]
  static override flags = {
    business: businessFlag,
    language: Flags.option({
      options: ['es', 'en', 'ar'] as const,
      description: 'Only this language; repeat for more.',
      multiple: true,
    })(),
    check: Flags.boolean({ description: 'Exit code 1 when something is missing.' }),
  }

  async run() {
    const { flags } = await this.parse(CatalogTranslate)
    const [{ missingTranslations: missingTexts }, { table }] = await Promise.all([
      import('@silla/core/provisioning/missing-translations'),
      import('../../format/table.ts'),
    ])
    const { languages, missing } = await missingTexts(
      await this.admin(),
      flags.business,
      flags.language ?? [],
    )
    const rows = missing.map(({ area, name, field, missing, text }) => [
      area,
      name || '-',
      field,
      missing.join(' '),
      text.replace(/\s+/g, ' '),
    ])
    if (rows.length === 0)
      this.log(
        `Every text of ${flags.business} is there in ${languages.join(', ') || 'no language'}.`,
      )
    else
      this.log(
        `${table(['What', 'Handle', 'Text', 'Missing', 'It says'], rows)}\n${pluralize(rows.length, 'text')} to translate.`,
      )
    if (flags.check && missing.length > 0) process.exitCode = 1
    return { languages, missing }
  }
}
