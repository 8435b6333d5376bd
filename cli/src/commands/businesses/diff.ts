import { Args } from '@oclif/core'
import { CliError } from '../../errors/report-error.ts'
import { businessFlag } from '../../flags/common-flags.ts'
import { SillaCommand } from '../../silla-command.ts'

export default class BusinessesDiff extends SillaCommand {
  static override summary = 'Compare a salon with a salon file'
  static override description =
    'Shows what applying the file would change in the salon, and (*) what staff, keys or commands have ' +
    'changed since the last file and the file would change again, with who did it and when. Nothing is ' +
    'written.'
  static override examples = [
    '<%= config.bin %> businesses diff barberia-norte salon.yaml',
    '<%= config.bin %> businesses diff barberia-norte salon.yaml --json',
  ]
  static override args = {
    file: Args.string({
      description: 'A salon file in YAML; - reads standard input.',
      required: true,
    }),
  }
  static override flags = { business: businessFlag }

  async run() {
    const { args, flags } = await this.parse(BusinessesDiff)
    const [{ planSalon }, { parseSalonFile }, { readTextFile }, { planText }] = await Promise.all([
      import('@silla/core/provisioning/apply-salon'),
      import('@silla/core/provisioning/salon-file/parse-salon-file'),
      import('../../flags/read-text-file.ts'),
      import('../../format/plan-text.ts'),
    ])
    const file = parseSalonFile(await readTextFile(args.file), args.file)
    if (file.slug !== flags.business)
      throw new CliError(`The file describes ${file.slug}, not ${flags.business}.`)
    const plan = await planSalon(await this.admin(), file, { staffChanges: 'overwrite' })
    this.log(planText(plan))
    return { plan }
  }
}
