import { Flags } from '@oclif/core'
import { UsageError } from '../../errors/report-error.ts'
import { optionalBusinessFlag, outputFlag } from '../../flags/common-flags.ts'
import { SillaCommand } from '../../silla-command.ts'

export default class BusinessesExport extends SillaCommand {
  static override summary = 'Export salons as salon files'
  static override description =
    'Writes the whole salon as YAML. Applying it again changes nothing; applying it under ' +
    'another slug creates a copy of the salon. Keys, bookings, customers and removed catalog ' +
    'entries are not included. Without --output or --folder the text goes to standard output. ' +
    'For completion in editors, see businesses schema.'
  static override examples = [
    '<%= config.bin %> businesses export barberia-centro',
    '<%= config.bin %> businesses export barberia-centro --output barberia-centro.yaml',
    '<%= config.bin %> businesses export --all --folder salons --json',
  ]
  static override flags = {
    business: optionalBusinessFlag('The slug of the business; not with --all.'),
    all: Flags.boolean({
      description: 'Every business, each into SLUG.yaml in the folder.',
      dependsOn: ['folder'],
    }),
    folder: Flags.string({
      description: 'The folder for the files; created if it does not exist.',
      helpValue: 'FOLDER',
      exclusive: ['output'],
    }),
    output: outputFlag,
  }

  async run() {
    const { flags } = await this.parse(BusinessesExport)
    if ((flags.all === true) === (flags.business !== undefined))
      throw new UsageError('Pass the slug of one business, or --all. See --help.')
    const [{ exportSalon }, { listBusinesses }, { writeTextFile }] = await Promise.all([
      import('@silla/core/provisioning/export-salon'),
      import('@silla/core/provisioning/list-businesses'),
      import('../../format/write-text-file.ts'),
    ])
    const admin = await this.admin()
    const slugs =
      flags.business === undefined
        ? (await listBusinesses(admin)).businesses.map(({ slug }) => slug)
        : [flags.business]
    const salons: ExportedSalon[] = []
    for (const slug of slugs) {
      const text = await exportSalon(admin, slug)
      const file =
        flags.output ?? (flags.folder === undefined ? null : `${flags.folder}/${slug}.yaml`)
      if (file === null) this.log(text.trimEnd())
      else {
        await writeTextFile(file, text)
        this.log(`Wrote ${file}.`)
      }
      salons.push({ slug, file, text })
    }
    if (salons.length === 0) this.log('There are no businesses.')
    return { salons }
  }
}

interface ExportedSalon {
  slug: string
  /** The file that was written; null: standard output. */
  file: string | null
  /** The salon as YAML. */
  text: string
}
