import type { ReconciliationDiff } from '@silla/core'
import { formatAmount } from '@silla/money'
import type { ReconciledSalon } from '../errors/error-report.ts'
import { CliError } from '../errors/report-error.ts'
import { green, red, yellow } from '../text/terminal.ts'
import { formatMoney } from '../text/values.ts'
import { pluralize } from './pluralize.ts'
import { table } from './table.ts'

/** A row for each salon: whether its payments match the processor. */
export function reconciliationTable(salons: readonly ReconciledSalon[]): string {
  const rows = salons.map(({ slug, outcome, differences }) => [
    slug,
    colours[outcome](outcome),
    outcome === 'failed' ? '' : String(differences.length),
  ])
  return table(['Salon', 'Result', 'Differences'], rows)
}

/** A row for each difference. */
export function differencesTable(salons: readonly ReconciledSalon[]): string {
  const rows = salons.flatMap(({ slug, differences }) =>
    differences.map((difference) => [slug, ...rowOf(difference)]),
  )
  return table(['Salon', 'Payment', 'Intent', 'Account', 'Difference', 'Silla', 'Processor'], rows)
}

/**
 * @param skipped the number of salons that were not compared because of Ctrl-C
 * @throws CliError that lists every salon whose payments differ or could not be compared
 */
export function assertReconciled(salons: readonly ReconciledSalon[], skipped: number): void {
  const failed = salons.filter(({ outcome }) => outcome === 'failed')
  const differing = salons.filter(({ outcome }) => outcome === 'differs')
  if (failed.length + differing.length + skipped === 0) return
  const differences = differing.reduce((sum, salon) => sum + salon.differences.length, 0)
  const scope = differing.length === 1 ? differing[0]?.slug : pluralize(differing.length, 'salon')
  const sentences = [
    ...(skipped > 0
      ? [`Interrupted: ${salons.length} of ${salons.length + skipped} salons were compared.`]
      : []),
    ...(differences > 0
      ? [
          `${pluralize(differences, 'difference')} between the payments of ${scope} and the ` +
            'processor.',
        ]
      : []),
    ...(failed.length > 0
      ? [`${failed.length} of ${pluralize(salons.length, 'salon')} could not be compared.`]
      : []),
  ]
  const lines = failed.map(({ slug, error }) => `${slug}: ${error?.message}`)
  throw new CliError([sentences.join(' '), ...lines].join('\n'), { salons })
}

const colours = { agrees: green, differs: yellow, failed: red }

function rowOf(difference: ReconciliationDiff): string[] {
  const { account } = difference
  switch (difference.kind) {
    case 'account_inaccessible':
      return ['-', '-', account, 'no access to the account', '-', '-']
    case 'not_compared':
      return [
        String(difference.paymentId),
        difference.intentRef ?? '-',
        account,
        'not compared',
        '-',
        difference.message,
      ]
    case 'unknown_at_silla':
      return [
        '-',
        difference.intentRef,
        account,
        'unknown at Silla',
        '-',
        formatMoney(difference.receivedCents, difference.currency),
      ]
    case 'unknown_at_processor':
      return [
        String(difference.paymentId),
        difference.intentRef,
        account,
        'unknown at the processor',
        'present',
        '-',
      ]
    default:
      return [
        String(difference.paymentId),
        difference.intentRef,
        account,
        difference.kind,
        ...valueTexts(difference.ours, difference.processors),
      ]
  }
}

const valueTexts = (...values: (string | number)[]) =>
  values.map((value) => (typeof value === 'number' ? formatAmount(value) : value))
