import { Flags } from '@oclif/core'
import type { ReconciliationDiff } from '@silla/core'
import type { ReconciledSalon } from '../../errors/error-report.ts'
import { toErrorReport } from '../../errors/report-error.ts'
import { oneOrAllFlags } from '../../flags/common-flags.ts'
import { pluralize } from '../../format/pluralize.ts'
import type { OnProgress } from '../../format/progress-bar.ts'
import { withProgress } from '../../format/with-progress.ts'
import { onInterrupt } from '../../prompts/on-interrupt.ts'
import { SillaCommand } from '../../silla-command.ts'

export default class PaymentsReconcile extends SillaCommand {
  static override summary = 'Reconcile payments with the processor'
  static override description =
    'Refreshes every unfinished payment, then compares the payments at the processor with those ' +
    'in the database and prints the remaining differences. It moves no money. The worker does ' +
    'the same every night. --all includes every salon that has or had an account, also suspended ' +
    'ones; a salon that cannot be compared does not stop the rest, and a table shows the result ' +
    'of each. Ctrl-C stops after the salons in progress and prints the table. The exit code is 1 ' +
    'when something differs or could not be compared; see docs/payments.md.'
  static override examples = [
    '<%= config.bin %> payments reconcile barberia-centro',
    '<%= config.bin %> payments reconcile barberia-centro --days 30 --json',
    '<%= config.bin %> payments reconcile --all --mode live',
  ]
  static override flags = {
    ...oneOrAllFlags('Every business that has or had an account.'),
    days: Flags.integer({
      description: 'The number of days to look back.',
      default: 2,
      min: 1,
      max: 366,
    }),
  }

  async run(): Promise<{ salons: ReconciledSalon[] }> {
    const { flags } = await this.parse(PaymentsReconcile)
    const { salons, skipped } =
      flags.business === undefined
        ? await this.reconcileAll(flags.mode ?? null, flags.days)
        : { salons: [await this.reconcileOne(flags.business, flags.days)], skipped: 0 }
    const { reconciliationTable, differencesTable, assertReconciled } = await import(
      '../../format/reconciliation.ts'
    )
    const differing = salons.filter(({ differences }) => differences.length > 0)
    if (flags.all && salons.length > 0) this.log(reconciliationTable(salons))
    if (differing.length > 0) this.log(differencesTable(differing))
    assertReconciled(salons, skipped)
    this.log(successText(salons, flags))
    return { salons }
  }

  private async reconcileOne(slug: string, days: number): Promise<ReconciledSalon> {
    const [{ reconcile }, { processors }] = await Promise.all([
      import('@silla/core/payments/reconcile'),
      import('../../db/processor.ts'),
    ])
    const context = await this.tenantContext(slug)
    const differences = await reconcile(context, processors(), lastDays(days))
    return { slug, ...resultOf(differences), error: null }
  }

  private async reconcileAll(mode: 'live' | 'test' | 'demo' | null, days: number) {
    const [{ businessesToReconcile, reconcileAll }, { processors }] = await Promise.all([
      import('@silla/core/payments/reconcile-all'),
      import('../../db/processor.ts'),
    ])
    const processorsByMode = processors()
    const slugs = await businessesToReconcile(await this.admin(), mode)
    const stop = new AbortController()
    const compare = (onProgress?: OnProgress) =>
      reconcileAll(slugs, (slug) => this.tenantContext(slug), processorsByMode, {
        ...lastDays(days),
        onDone: (done, slug) => onProgress?.(done, slugs.length, slug),
        signal: stop.signal,
      })
    const title = `Comparing ${pluralize(slugs.length, 'salon')}`
    const outcomes = await onInterrupt(stop, () =>
      withProgress(title, this.jsonEnabled(), compare, { interruptSignal: stop.signal }),
    )
    const salons: ReconciledSalon[] = outcomes.map((outcome) => ({
      ...outcome,
      error: outcome.outcome === 'failed' ? toErrorReport(outcome.error) : null,
    }))
    return { salons, skipped: slugs.length - salons.length }
  }
}

function lastDays(days: number): { from: Date; to: Date } {
  const to = new Date()
  return { from: new Date(to.getTime() - days * 86_400_000), to }
}

const resultOf = (differences: ReconciliationDiff[]) => ({
  outcome: differences.length === 0 ? ('agrees' as const) : ('differs' as const),
  differences,
})

function successText(
  salons: readonly ReconciledSalon[],
  {
    business,
    mode,
    days,
  }: { business?: string | undefined; mode?: string | undefined; days: number },
) {
  if (salons.length === 0)
    return (
      `No ${mode === undefined ? '' : `${mode} `}business has an account at the processor. ` +
      'Nothing to reconcile.'
    )
  const scope = business ?? pluralize(salons.length, 'salon')
  return `Payments of ${scope} match the processor (${pluralize(days, 'day')}).`
}
