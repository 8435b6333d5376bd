import { Args } from '@oclif/core'
import type { SalonFile, SalonPlan } from '@silla/core'
import { assertNoOrphans, ChangeCommand } from '../../change-command.ts'
import { CliError, toErrorReport } from '../../errors/report-error.ts'
import type { SalonOutcome } from '../../errors/results.ts'
import { changeFlags } from '../../flags/change-flags.ts'
import { pluralize } from '../../format/pluralize.ts'
import type { OnProgress } from '../../format/progress-bar.ts'
import { withProgress } from '../../format/with-progress.ts'

export default class BusinessesApply extends ChangeCommand {
  static override summary = 'Make salons what their files say'
  static override description =
    'Reads a whole salon from each YAML file (catalogue, hours, closings, professionals, shifts), shows what would be added (+), changed (~) and removed (-), and makes it so in one transaction for each salon. Applying the same file again changes nothing. Mistakes in a file are told with their lines. On a terminal it asks first; elsewhere a plan that removes something needs --yes. Coming bookings that would lose their professional, service or time are named, and refused without --allow-orphaned. With several files, one that fails does not stop the others: a table tells what became of each, and the exit code is 1.'
  static override examples = [
    '<%= config.bin %> businesses apply salon.yaml',
    '<%= config.bin %> businesses apply salon.yaml --dry-run',
    '<%= config.bin %> businesses apply salons/*.yaml --yes --json',
  ]
  static override args = {
    files: Args.string({
      description: 'The YAML file of the salon, or several; - is standard input.',
      required: true,
      multiple: true,
    }),
  }
  static override flags = changeFlags

  async run() {
    const { args, flags } = await this.parse(BusinessesApply)
    const steps = await this.plan(args.files, flags['allow-orphaned'] || flags['dry-run'])
    const toApply = steps.filter(({ outcome }) => outcome.outcome === 'planned')
    if (!flags['dry-run'] && toApply.length > 0) {
      const failed = steps.filter(({ outcome }) => outcome.outcome === 'failed').length
      const note = failed === 0 ? '' : ` (${pluralize(failed, 'file')} failed)`
      await this.confirmPlans(toApply.map(planOf), flags.yes, note)
      await this.apply(toApply, {
        allowOrphaned: flags['allow-orphaned'],
        alone: steps.length === 1,
      })
    }
    const salons = steps.map(({ outcome }) => outcome)
    if (salons.length > 1) await this.summarise(salons)
    return { dryRun: flags['dry-run'] === true, salons }
  }

  /**
   * Plans every file before anything is written. Of a single file what goes wrong is thrown as it
   * is.
   */
  private async plan(files: string[], allowOrphaned: boolean): Promise<Step[]> {
    const [{ planSalon }, { parseSalonFile: readSalonFile }, { readTextFile }, { planText }] =
      await Promise.all([
        import('@silla/core/provisioning/apply-salon'),
        import('@silla/core/provisioning/salon-file/parse-salon-file'),
        import('../../flags/read-text-file.ts'),
        import('../../format/plan-text.ts'),
      ])
    const steps: Step[] = []
    const alone = files.length === 1
    for (const path of files) {
      const outcome: SalonOutcome = {
        file: path,
        slug: null,
        outcome: 'planned',
        plan: null,
        error: null,
      }
      const step: Step = { file: null, outcome }
      steps.push(step)
      await this.trying(step, alone, async () => {
        step.file = readSalonFile(await readTextFile(path), path)
        outcome.slug = step.file.slug
        refuseTwice(steps, step.file)
        outcome.plan = await planSalon(await this.admin(), step.file)
        if (outcome.plan.changes.length > 0 || alone)
          this.log(planText(outcome.plan, alone ? undefined : linesAmongMany))
        if (outcome.plan.changes.length === 0) outcome.outcome = 'unchanged'
        if (!allowOrphaned) assertNoOrphans(outcome.plan)
      })
    }
    return steps
  }

  private async apply(
    steps: Step[],
    { allowOrphaned, alone }: { allowOrphaned: boolean; alone: boolean },
  ): Promise<void> {
    const [{ applySalon }, admin] = await Promise.all([
      import('@silla/core/provisioning/apply-salon'),
      this.admin(),
    ])
    const title = alone ? `Applying ${steps[0]?.outcome.slug}` : `Applying ${steps.length} salons`
    const work = async (onProgress?: OnProgress) => {
      for (const [index, step] of steps.entries()) {
        const { file, outcome } = step
        if (file === null) continue
        if (!alone) onProgress?.(index, steps.length, file.slug)
        const options = {
          allowOrphaned,
          ...(alone && onProgress !== undefined ? { onProgress } : {}),
        }
        await this.trying(step, alone, async () => {
          outcome.plan = await applySalon(admin, file, options)
          outcome.outcome = 'applied'
        })
      }
    }
    await withProgress(title, this.jsonEnabled(), work, { lasting: alone ? undefined : 'salons' })
    for (const { slug, plan, outcome } of steps.map((step) => step.outcome)) {
      if (outcome === 'applied')
        this.log(`Applied ${pluralize(plan?.changes.length ?? 0, 'change')} to ${slug}.`)
    }
  }

  private async trying(step: Step, alone: boolean, work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      if (alone) throw error
      step.outcome.outcome = 'failed'
      step.outcome.error = toErrorReport(error)
    }
  }

  private async summarise(salons: SalonOutcome[]): Promise<void> {
    const { outcomeTable, assertNoFailures: refuseFailures } = await import(
      '../../format/salon-outcome.ts'
    )
    this.log(outcomeTable(salons))
    refuseFailures(salons)
  }
}

const linesAmongMany = 30

/** A file on its way; null before it is read. */
interface Step {
  file: SalonFile | null
  outcome: SalonOutcome
}

const planOf = ({ outcome }: Step): SalonPlan => outcome.plan as SalonPlan

/** The second would undo what the first did. */
function refuseTwice(steps: readonly Step[], { slug }: SalonFile): void {
  const [first, second] = steps.filter((step) => step.file?.slug === slug)
  if (first === undefined || second === undefined) return
  throw new CliError(`The file is about ${slug}, and so is ${first.outcome.file}.`)
}
