import type { ReconciliationDiff } from '@silla/core'
import { formatAmount } from '@silla/money'
import { CliError } from '../errors/report-error.ts'
import type { ReconciledSalon } from '../errors/results.ts'
import { money } from './money.ts'
import { pluralize } from './pluralize.ts'
import { table } from './table.ts'
import { green, red, yellow } from './terminal.ts'

/** A line for each salon: whether its books agree. */
export function reconciliationTable(salons: readonly ReconciledSalon[]): string {
  const rows = salons.map(({ slug, outcome, differences }) => [
    slug,
    painted[outcome](outcome),
    outcome === 'failed' ? '' : String(differences.length),
  ])
  return table(['Salon', 'Books', 'Differences'], rows)
}

/** Every difference, and whose it is. */
export function differencesTable(salons: readonly ReconciledSalon[]): string {
  const rows = salons.flatMap(({ slug, differences }) =>
    differences.map((each) => [slug, ...rowOf(each)]),
  )
  return table(['Salon', 'Payment', 'Intent', 'Account', 'What', 'Ours', "Processor's"], rows)
}

/**
 * @param skipped how many more there are that nobody waited for
 * @throws Problem that tells of every salon whose books differ or could not be compared
 */
export function assertReconciled(salons: readonly ReconciledSalon[], skipped: number): void {
  const failed = salons.filter(({ outcome }) => outcome === 'failed')
  const differing = salons.filter(({ outcome }) => outcome === 'differs')
  if (failed.length + differing.length + skipped === 0) return
  const differences = differing.reduce((sum, each) => sum + each.differences.length, 0)
  const whose = differing.length === 1 ? differing[0]?.slug : pluralize(differing.length, 'salon')
  const sentences = [
    ...(skipped > 0
      ? [`Interrupted: ${salons.length} of ${salons.length + skipped} salons were compared.`]
      : []),
    ...(differences > 0
      ? [`${pluralize(differences, 'difference')} between the books of ${whose} and the processor.`]
      : []),
    ...(failed.length > 0
      ? [`${failed.length} of ${pluralize(salons.length, 'salon')} could not be compared.`]
      : []),
  ]
  const lines = failed.map(({ slug, error }) => `${slug}: ${error?.message}`)
  throw new CliError([sentences.join(' '), ...lines].join('\n'), { salons })
}

const painted = { agrees: green, differs: yellow, failed: red }

function rowOf(difference: ReconciliationDiff): string[] {
  const { kind, account, intentRef } = difference
  switch (kind) {
    case 'unknown_at_silla':
      return [
        '-',
        intentRef,
        account,
        'unknown at Silla',
        '-',
        money(difference.receivedCents, difference.currency),
      ]
    case 'unknown_at_processor':
      return [
        String(difference.paymentId),
        intentRef,
        account,
        'unknown at processor',
        'there',
        '-',
      ]
    default:
      return [
        String(difference.paymentId),
        intentRef,
        account,
        kind,
        ...said(difference.ours, difference.processors),
      ]
  }
}

const said = (...both: (string | number)[]) =>
  both.map((one) => (typeof one === 'number' ? formatAmount(one) : one))
