import { Flags } from '@oclif/core'
import type { ReconciliationDiff } from '@silla/core'
import { toErrorReport } from '../../errors/report-error.ts'
import type { ReconciledSalon } from '../../errors/results.ts'
import { oneOrAllFlags } from '../../flags/one-or-all-flags.ts'
import { pluralize } from '../../format/pluralize.ts'
import type { OnProgress } from '../../format/progress-bar.ts'
import { withProgress } from '../../format/with-progress.ts'
import { onInterrupt } from '../../prompts/on-interrupt.ts'
import { SillaCommand } from '../../silla-command.ts'

export default class PaymentsReconcile extends SillaCommand {
  static override summary = 'Compare our books with the processor'
  static override description =
    'Reads every payment again that has not come to its end, then compares what the processor lists with ours and prints every difference that is left. Nothing is moved. The worker does the same every night. With --all it goes through every salon that has or has had an account, suspended ones too: one that cannot be compared does not stop the rest, and a table tells what came of each. Ctrl-C stops it after the salons that are under way, and the table tells of those that were compared. Ends with 1 when something differs or could not be compared; docs/payments.md says what to do then.'
  static override examples = [
    '<%= config.bin %> payments reconcile --business barberia-centro',
    '<%= config.bin %> payments reconcile --business barberia-centro --days 30 --json',
    '<%= config.bin %> payments reconcile --all --mode live',
  ]
  static override flags = {
    ...oneOrAllFlags('Every business that has or has had an account.'),
    days: Flags.integer({ description: 'How many days back.', default: 2, min: 1, max: 366 }),
  }

  async run(): Promise<{ salons: ReconciledSalon[] }> {
    const { flags } = await this.parse(PaymentsReconcile)
    const { salons, skipped } =
      flags.business === undefined
        ? await this.reconcileAll(flags.mode ?? null, flags.days)
        : { salons: [await this.reconcileOne(flags.business, flags.days)], skipped: 0 }
    const {
      reconciliationTable: booksTable,
      differencesTable,
      assertReconciled: refuseUnlessAgreed,
    } = await import('../../format/reconciliation.ts')
    const differing = salons.filter(({ differences }) => differences.length > 0)
    if (flags.all && salons.length > 0) this.log(booksTable(salons))
    if (differing.length > 0) this.log(differencesTable(differing))
    refuseUnlessAgreed(salons, skipped)
    this.log(agreement(salons, flags))
    return { salons }
  }

  private async reconcileOne(slug: string, days: number): Promise<ReconciledSalon> {
    const [{ reconcile: compareBooks }, { processors }] = await Promise.all([
      import('@silla/core/payments/reconcile'),
      import('../../db/processor.ts'),
    ])
    const context = await this.worker(slug)
    const differences = await compareBooks(context, processors(), lastDays(days))
    return { slug, ...verdict(differences), error: null }
  }

  private async reconcileAll(mode: 'live' | 'test' | 'demo' | null, days: number) {
    const [
      { businessesToReconcile: businessesWithBooks, reconcileAll: compareAllBooks },
      { processors },
    ] = await Promise.all([
      import('@silla/core/payments/reconcile-all'),
      import('../../db/processor.ts'),
    ])
    const requested = processors()
    const slugs = await businessesWithBooks(await this.admin(), mode)
    const enough = new AbortController()
    const compare = (onProgress?: OnProgress) =>
      compareAllBooks(slugs, (slug) => this.worker(slug), requested, {
        ...lastDays(days),
        onDone: (done, slug) => onProgress?.(done, slugs.length, slug),
        signal: enough.signal,
      })
    const title = `Comparing ${pluralize(slugs.length, 'salon')}`
    const outcomes = await onInterrupt(enough, () =>
      withProgress(title, this.jsonEnabled(), compare, { enough: enough.signal }),
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

const verdict = (differences: ReconciliationDiff[]) => ({
  outcome: differences.length === 0 ? ('agrees' as const) : ('differs' as const),
  differences,
})

function agreement(
  salons: readonly ReconciledSalon[],
  {
    business,
    mode,
    days,
  }: { business?: string | undefined; mode?: string | undefined; days: number },
) {
  if (salons.length === 0)
    return `No ${mode === undefined ? '' : `${mode} `}business has an account at the processor: there is nothing to compare.`
  const whose = business ?? pluralize(salons.length, 'salon')
  return `The books of ${whose} and the processor agree (${pluralize(days, 'day')}).`
}
