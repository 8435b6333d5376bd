import { Args, Flags } from '@oclif/core'
import type { SalonFile, SalonPlan, StaffChangesOption } from '@silla/core'
import { assertNoOrphans, assertNoStaffChanges, ChangeCommand } from '../../change-command.ts'
import type { SalonOutcome } from '../../errors/error-report.ts'
import { CliError, toErrorReport } from '../../errors/report-error.ts'
import { changeFlags } from '../../flags/common-flags.ts'
import { pluralize } from '../../format/pluralize.ts'
import type { OnProgress } from '../../format/progress-bar.ts'
import { withProgress } from '../../format/with-progress.ts'

export default class BusinessesApply extends ChangeCommand {
  static override summary = 'Create or update salons from salon files'
  static override description =
    'Each YAML file describes a whole salon: catalog, hours, closures, professionals and shifts. ' +
    'The command shows what would be added (+), changed (~) and removed (-), and applies it in ' +
    'one transaction per salon. Applying the same file again changes nothing. Errors in a file ' +
    'name their lines. Asks for confirmation on a terminal; without a terminal, a plan that ' +
    'removes something needs --yes. If upcoming bookings would lose their professional, service, ' +
    'resource or time, it lists them and fails without --allow-orphaned. Closures and overrides that ' +
    'were added by command stay, unless the file has an entry for the same day, and are listed (=); ' +
    '--prune removes them. What staff, keys or commands have changed since the last file and this ' +
    'file would change again is listed (*) with who did it, and the command fails without --keep-staff ' +
    'or --overwrite-staff. With several files, one that ' +
    'fails does not stop the others: a table shows the result of each, and the exit code is 1.'
  static override examples = [
    '<%= config.bin %> businesses apply salon.yaml',
    '<%= config.bin %> businesses apply salon.yaml --dry-run',
    '<%= config.bin %> businesses apply salon.yaml --keep-staff',
    '<%= config.bin %> businesses apply salons/*.yaml --yes --json',
  ]
  static override args = {
    files: Args.string({
      description: 'One or more salon files in YAML; - reads standard input.',
      required: true,
      multiple: true,
    }),
  }
  static override flags = {
    ...changeFlags,
    prune: Flags.boolean({
      description: 'Remove closures and overrides that no file has contained.',
    }),
    'keep-staff': Flags.boolean({
      description: 'Keep what was changed since the last file.',
      exclusive: ['overwrite-staff'],
    }),
    'overwrite-staff': Flags.boolean({
      description: 'Overwrite what was changed since the last file.',
    }),
  }

  async run() {
    const { args, flags } = await this.parse(BusinessesApply)
    const { prune } = flags
    const staffChanges = staffChangesOption(flags)
    const steps = await this.plan(args.files, {
      allowOrphaned: flags['allow-orphaned'] || flags['dry-run'],
      mayRefuse: !flags['dry-run'] && staffChanges === 'refuse',
      file: { prune, staffChanges },
    })
    const toApply = steps.filter(({ outcome }) => outcome.outcome === 'planned')
    if (!flags['dry-run'] && toApply.length > 0) {
      const failed = steps.filter(({ outcome }) => outcome.outcome === 'failed').length
      const note = failed === 0 ? '' : ` (${pluralize(failed, 'file')} failed)`
      await this.confirmPlans(toApply.map(planOf), flags.yes, note)
      await this.apply(toApply, {
        allowOrphaned: flags['allow-orphaned'],
        file: { prune, staffChanges },
        alone: steps.length === 1,
      })
    }
    if (!flags['dry-run']) await this.recordUnchanged(steps, { prune, staffChanges })
    const salons = steps.map(({ outcome }) => outcome)
    if (salons.length > 1) await this.reportOutcomes(salons)
    return { dryRun: flags['dry-run'] === true, salons }
  }

  /** Plans every file before anything is written. With a single file, errors are thrown as is. */
  private async plan(
    files: string[],
    {
      allowOrphaned,
      mayRefuse,
      file: fileOptions,
    }: { allowOrphaned: boolean; mayRefuse: boolean; file: FileOptions },
  ): Promise<Step[]> {
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
      await this.runStep(step, alone, async () => {
        step.file = readSalonFile(await readTextFile(path), path)
        outcome.slug = step.file.slug
        assertUniqueSlug(steps, step.file)
        outcome.plan = await planSalon(await this.admin(), step.file, fileOptions)
        if (outcome.plan.changes.length > 0 || alone)
          this.log(planText(outcome.plan, alone ? undefined : maxLinesPerPlan))
        if (outcome.plan.changes.length === 0) outcome.outcome = 'unchanged'
        if (mayRefuse) assertNoStaffChanges(outcome.plan)
        if (!allowOrphaned) assertNoOrphans(outcome.plan)
      })
    }
    return steps
  }

  private async apply(
    steps: Step[],
    {
      allowOrphaned,
      file: fileOptions,
      alone,
    }: { allowOrphaned: boolean; file: FileOptions; alone: boolean },
  ): Promise<void> {
    const [{ applySalon }, admin] = await Promise.all([
      import('@silla/core/provisioning/apply-salon'),
      this.admin(),
    ])
    const title = alone ? `Applying ${steps[0]?.outcome.slug}` : `Applying ${steps.length} salons`
    const shown = new Map<Step, SalonPlan>()
    const work = async (onProgress?: OnProgress) => {
      for (const [index, step] of steps.entries()) {
        const { file, outcome } = step
        if (file === null) continue
        if (!alone) onProgress?.(index, steps.length, file.slug)
        const options = {
          allowOrphaned,
          ...fileOptions,
          ...(alone && onProgress !== undefined ? { onProgress } : {}),
        }
        await this.runStep(step, alone, async () => {
          shown.set(step, planOf(step))
          outcome.plan = await applySalon(admin, file, options)
          outcome.outcome = 'applied'
        })
      }
    }
    await withProgress(title, this.jsonEnabled(), work, {
      committedUnits: alone ? undefined : 'salons',
    })
    for (const step of steps) {
      if (step.outcome.outcome === 'applied')
        await this.logApplied(shown.get(step) ?? planOf(step), planOf(step))
    }
  }

  /** A file may name days that were added by command, and change nothing. */
  private async recordUnchanged(steps: readonly Step[], options: FileOptions): Promise<void> {
    const { recordFile } = await import('@silla/core/provisioning/apply-salon')
    for (const step of steps) {
      const { file, outcome } = step
      if (file === null || outcome.outcome !== 'unchanged') continue
      await this.runStep(step, steps.length === 1, async () =>
        recordFile(await this.admin(), file, options),
      )
    }
  }

  private async runStep(step: Step, alone: boolean, work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      if (alone) throw error
      step.outcome.outcome = 'failed'
      step.outcome.error = toErrorReport(error)
    }
  }

  private async reportOutcomes(salons: SalonOutcome[]): Promise<void> {
    const { outcomeTable, assertNoFailures } = await import('../../format/salon-outcome.ts')
    this.log(outcomeTable(salons))
    assertNoFailures(salons)
  }
}

const maxLinesPerPlan = 30

interface FileOptions {
  prune: boolean
  staffChanges: StaffChangesOption
}

function staffChangesOption(flags: {
  'keep-staff': boolean
  'overwrite-staff': boolean
}): StaffChangesOption {
  if (flags['keep-staff']) return 'keep'
  return flags['overwrite-staff'] ? 'overwrite' : 'refuse'
}

interface Step {
  /** Null before it is read. */
  file: SalonFile | null
  outcome: SalonOutcome
}

const planOf = ({ outcome }: Step): SalonPlan => outcome.plan as SalonPlan

/** A second file for the same salon would undo the changes of the first. */
function assertUniqueSlug(steps: readonly Step[], { slug }: SalonFile): void {
  const [first, second] = steps.filter((step) => step.file?.slug === slug)
  if (first === undefined || second === undefined) return
  throw new CliError(`The file describes ${slug}, and so does ${first.outcome.file}.`)
}
