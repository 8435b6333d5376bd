import { Args, Flags } from '@oclif/core'
import { UsageError } from '../../errors/report-error.ts'
import { outputFlag } from '../../flags/output-flag.ts'
import { SillaCommand } from '../../silla-command.ts'

export default class BusinessesExport extends SillaCommand {
  static override summary = 'Write a salon, or all of them, as files that apply reads'
  static override description =
    'The whole salon as YAML: applied again it changes nothing, applied under another slug it makes the same salon anew. Keys, bookings and customers are no part of it, nor is what was taken out of the catalogue. Without --output or --folder the text goes to standard output. Editors complete the file when the schema lies beside it: see businesses schema.'
  static override examples = [
    '<%= config.bin %> businesses export barberia-centro',
    '<%= config.bin %> businesses export barberia-centro --output barberia-centro.yaml',
    '<%= config.bin %> businesses export --all --folder salons --json',
  ]
  static override args = {
    slug: Args.string({ description: 'The slug of the business; not with --all.' }),
  }
  static override flags = {
    all: Flags.boolean({
      description: 'Every business, each into SLUG.yaml in the folder.',
      dependsOn: ['folder'],
    }),
    folder: Flags.string({
      description: 'Where the files go; made when it is not there.',
      helpValue: 'FOLDER',
      exclusive: ['output'],
    }),
    output: outputFlag,
  }

  async run() {
    const { args, flags } = await this.parse(BusinessesExport)
    if ((flags.all === true) === (args.slug !== undefined))
      throw new UsageError('Name one business, or say --all. See --help.')
    const [{ exportSalon }, { listBusinesses }, { writeTextFile }] = await Promise.all([
      import('@silla/core/provisioning/export-salon'),
      import('@silla/core/provisioning/list-businesses'),
      import('../../format/write-text-file.ts'),
    ])
    const admin = await this.admin()
    const slugs =
      args.slug === undefined
        ? (await listBusinesses(admin)).businesses.map(({ slug }) => slug)
        : [args.slug]
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
  /** Where it was written; null: nowhere. */
  file: string | null
  /** The salon as YAML. */
  text: string
}
