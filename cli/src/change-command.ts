import type { SalonPlan } from '@silla/core'
import { CliError } from './errors/report-error.ts'
import { pluralize } from './format/pluralize.ts'
import type { OnProgress } from './format/progress-bar.ts'
import { isTerminal } from './format/terminal.ts'
import { withProgress } from './format/with-progress.ts'
import { SillaCommand } from './silla-command.ts'

/** What --json tells of a change. */
export interface ChangeOutcome {
  dryRun: boolean
  /** False in a dry run, and where there was nothing to change. */
  applied: boolean
  plan: SalonPlan
}

/**
 * A command that changes a salon as its file would: the plan is shown, orphaned bookings are
 * refused, and what removes asks.
 */
export abstract class ChangeCommand extends SillaCommand {
  /** Carries a plan out unless the flags or whoever is asked say otherwise. */
  protected async carryOut(
    plan: SalonPlan,
    flags: { 'dry-run': boolean; yes: boolean; 'allow-orphaned': boolean },
    change: (onProgress?: OnProgress) => Promise<SalonPlan>,
  ): Promise<ChangeOutcome> {
    const { planText } = await import('./format/plan-text.ts')
    this.log(planText(plan))
    const dryRun = flags['dry-run'] === true
    if (dryRun || plan.changes.length === 0) return { dryRun, applied: false, plan }
    if (!flags['allow-orphaned']) assertNoOrphans(plan)
    await this.confirmPlans([plan], flags.yes)
    const isLong = plan.changes.length >= manyChanges
    const applied = isLong
      ? await withProgress(`Applying ${plan.slug}`, this.jsonEnabled(), change)
      : await change()
    this.log(`Applied ${pluralize(applied.changes.length, 'change')} to ${applied.slug}.`)
    return { dryRun, applied: true, plan: applied }
  }

  /**
   * Asks on a terminal before plans are carried out; elsewhere plans that take something away need
   * --yes.
   * @param note what else to know before saying yes
   */
  protected async confirmPlans(
    plans: readonly SalonPlan[],
    yes: boolean,
    note = '',
  ): Promise<void> {
    const removes = plans.some(
      ({ changes, orphaned }) =>
        changes.some(({ kind }) => kind === 'removed') || orphaned.length > 0,
    )
    if (!removes && (this.jsonEnabled() || !isTerminal())) return
    const changes = plans.reduce((sum, plan) => sum + plan.changes.length, 0)
    const where = plans.length === 1 ? plans[0]?.slug : pluralize(plans.length, 'salon')
    await this.confirm(`Apply ${pluralize(changes, 'change')} to ${where}${note}?`, yes)
  }
}

/** Fewer are written before anybody could see a bar. */
const manyChanges = 100

/** @throws Problem when coming bookings would be left without somebody, something or a time */
export function assertNoOrphans({ slug, orphaned }: SalonPlan): void {
  if (orphaned.length === 0) return
  const count = pluralize(orphaned.length, 'coming booking')
  throw new CliError(
    `${count} of ${slug} would be orphaned: cancel them and book them again, or pass --allow-orphaned.`,
    {
      orphaned,
    },
  )
}
