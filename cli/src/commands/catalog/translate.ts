import { Flags } from '@oclif/core'
import { languages } from '@silla/locale'
import { businessFlag } from '../../flags/common-flags.ts'
import { pluralize } from '../../format/pluralize.ts'
import { SillaCommand } from '../../silla-command.ts'

export default class CatalogTranslate extends SillaCommand {
  static override summary = 'List missing translations'
  static override description =
    'Lists names, descriptions and other texts of a salon that exist in one language but not in ' +
    'another. Without --language it checks the languages in which the salon has any text. Past ' +
    'closures are ignored. With --check the exit code is 1 when a translation is missing, for ' +
    'scripts. Add translations with catalog export --format csv and catalog import, or in the ' +
    'salon file.'
  static override examples = [
    '<%= config.bin %> catalog translate barberia-centro',
    '<%= config.bin %> catalog translate barberia-centro --language es --check',
    '<%= config.bin %> catalog translate barberia-centro --language ar --json',
  ]
  static override flags = {
    business: businessFlag,
    language: Flags.option({
      options: languages,
      description: 'Only this language; repeat it for several.',
      multiple: true,
    })(),
    check: Flags.boolean({ description: 'Exit with code 1 when a translation is missing.' }),
  }

  async run() {
    const { flags } = await this.parse(CatalogTranslate)
    const [{ missingTranslations }, { table }] = await Promise.all([
      import('@silla/core/provisioning/missing-translations'),
      import('../../format/table.ts'),
    ])
    const { languages, missing } = await missingTranslations(
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
      this.log(`All texts of ${flags.business} exist in ${languages.join(', ') || 'no language'}.`)
    else
      this.log(
        `${table(['Area', 'Handle', 'Field', 'Missing', 'Text'], rows)}\n${pluralize(rows.length, 'missing translation')}.`,
      )
    if (flags.check && missing.length > 0) process.exitCode = 1
    return { languages, missing }
  }
}
