import type { SalonPlan } from '@silla/core'
import { CliError } from './errors/report-error.ts'
import { pluralize } from './format/pluralize.ts'
import type { OnProgress } from './format/progress-bar.ts'
import { withProgress } from './format/with-progress.ts'
import { SillaCommand } from './silla-command.ts'
import { isTerminal } from './text/terminal.ts'

/** The result of a change in the output of --json. */
export interface ChangeOutcome {
  dryRun: boolean
  /** False in a dry run, and when there was nothing to change. */
  applied: boolean
  plan: SalonPlan
}

/**
 * A command that changes a salon the way its salon file would: it shows the plan, rejects orphaned
 * bookings, and asks for confirmation before it removes anything.
 */
export abstract class ChangeCommand extends SillaCommand {
  /** Shows a plan and carries it out, unless the flags or the operator decide against it. */
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
    const isLong = plan.changes.length >= minChangesForProgress
    const applied = isLong
      ? await withProgress(`Applying ${plan.slug}`, this.jsonEnabled(), change)
      : await change()
    await this.logApplied(plan, applied)
    return { dryRun, applied: true, plan: applied }
  }

  /** With the bookings that were made after the plan was shown, and are orphaned too. */
  protected async logApplied(shown: SalonPlan, applied: SalonPlan): Promise<void> {
    this.log(`Applied ${pluralize(applied.changes.length, 'change')} to ${applied.slug}.`)
    const known = new Set(shown.orphaned.map(({ code }) => code))
    const orphaned = applied.orphaned.filter(({ code }) => !known.has(code))
    if (orphaned.length === 0) return
    const { orphanedText } = await import('./format/plan-text.ts')
    this.log(`Booked meanwhile, and orphaned as well:\n${orphanedText(orphaned)}`)
  }

  /**
   * Asks for confirmation on a terminal. Without a terminal, plans that remove something need
   * --yes.
   * @param note added to the question
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
    const target = plans.length === 1 ? plans[0]?.slug : pluralize(plans.length, 'salon')
    await this.confirm(`Apply ${pluralize(changes, 'change')} to ${target}${note}?`, yes)
  }
}

/** Fewer changes are written before a progress bar would be visible. */
const minChangesForProgress = 100

/** @throws CliError when upcoming bookings would lose their professional, service, resource or time */
export function assertNoStaffChanges({ slug, staffChanges }: SalonPlan): void {
  if (staffChanges.length === 0) return
  throw new CliError(
    `${slug} was changed since the last file (*), and this file would change it again. Pass --keep-staff ` +
      'to keep these changes, or --overwrite-staff to overwrite them.',
    { code: 'STAFF_CHANGES', staffChanges },
  )
}

export function assertNoOrphans({ slug, orphaned }: SalonPlan): void {
  if (orphaned.length === 0) return
  const count = pluralize(orphaned.length, 'upcoming booking')
  throw new CliError(
    `${count} of ${slug} would be orphaned. Cancel and rebook them, or pass --allow-orphaned.`,
    { orphaned },
  )
}
