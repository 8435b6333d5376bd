import { Args, Flags } from '@oclif/core'
import type { SalonFile, SalonPlan } from '@silla/core'
import { Problem } from '../../problem.ts'
import { SillaCommand } from '../../silla-command.ts'
import { isTerminal } from '../../terminal.ts'

export default class BusinessesApply extends SillaCommand {
  static override summary = 'Make a salon what its file says'
  static override description =
    'Reads a whole salon from one YAML file (catalogue, hours, closings, professionals, shifts), shows what would be added (+), changed (~) and removed (-), and makes it so in one transaction. Applying the same file again changes nothing. Mistakes in the file are told with their lines. On a terminal it asks first; elsewhere a plan that removes something needs --yes. Coming bookings that would lose their professional, service or time are named, and refused without --allow-stranded.'
  static override examples = [
    '<%= config.bin %> businesses apply salon.yaml',
    '<%= config.bin %> businesses apply salon.yaml --dry-run',
    '<%= config.bin %> businesses apply salon.yaml --yes --json',
  ]
  static override args = {
    file: Args.string({ description: 'The YAML file of the salon.', required: true }),
  }
  static override flags = {
    'dry-run': Flags.boolean({ description: 'Only show what would change.' }),
    yes: Flags.boolean({ char: 'y', description: 'Do it without asking.' }),
    'allow-stranded': Flags.boolean({ description: 'Go on although coming bookings would be stranded.' }),
  }

  async run() {
    const { args, flags } = await this.parse(BusinessesApply)
    const [{ applySalon, planSalon, readSalonFile }, { readTextFile }] = await Promise.all([
      import('@silla/core'),
      import('../../read-text-file.ts'),
    ])
    const file = readSalonFile(await readTextFile(args.file), args.file)
    const admin = await this.admin()
    const plan = await planSalon(admin, file)
    await this.showPlan(plan)
    if (flags['dry-run'] || plan.changes.length === 0) return { applied: false, plan }
    const allowStranded = flags['allow-stranded']
    if (!allowStranded) refuseStranding(plan)
    await this.confirmPlan(plan, flags.yes)
    const applied = await this.withProgress(file, (onProgress) =>
      applySalon(admin, file, { allowStranded, onProgress }),
    )
    this.log(`Applied ${counted(applied.changes.length, 'change')} to ${applied.slug}.`)
    return { applied: true, plan: applied }
  }

  private async showPlan(plan: SalonPlan): Promise<void> {
    const { planText } = await import('../../plan-text.ts')
    this.log(planText(plan))
  }

  private async confirmPlan(plan: SalonPlan, yes: boolean): Promise<void> {
    const removes = plan.changes.some(({ kind }) => kind === 'removed') || plan.stranded.length > 0
    if (!removes && (this.jsonEnabled() || !isTerminal())) return
    await this.confirm(`Apply ${counted(plan.changes.length, 'change')} to ${plan.slug}?`, yes)
  }

  private async withProgress<T>(file: SalonFile, work: (onProgress?: OnProgress) => Promise<T>): Promise<T> {
    if (this.jsonEnabled() || !isTerminal()) return work()
    const { withProgressBar } = await import('../../progress-bar.ts')
    return withProgressBar(`Applying ${file.slug}`, work)
  }
}

type OnProgress = (done: number, total: number, what: string) => void

function refuseStranding({ slug, stranded }: SalonPlan): void {
  if (stranded.length === 0) return
  const count = counted(stranded.length, 'coming booking')
  throw new Problem(`${count} of ${slug} would be stranded: move them first, or say --allow-stranded.`, { stranded })
}

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`
