import type { SalonPlan } from '@silla/core'
import type { SalonOutcome } from '../errors/error-report.ts'
import { CliError } from '../errors/report-error.ts'
import { green, red } from '../text/terminal.ts'
import { type Cell, table } from './table.ts'

/**
 * A row for each file: its outcome and the number of changes; then the number of files per outcome.
 */
export function outcomeTable(outcomes: readonly SalonOutcome[]): string {
  const rows = outcomes.map(({ file, slug, outcome, plan }) => {
    const count = (kind: string) =>
      String(plan?.changes.filter((change) => change.kind === kind).length ?? '')
    return [
      file,
      slug ?? '-',
      outcomeCell(outcome),
      count('added'),
      count('changed'),
      count('removed'),
      orphanedCount(plan),
    ]
  })
  const lines = table(['File', 'Salon', 'Outcome', 'Added', 'Changed', 'Removed', 'Orphaned'], rows)
  const counts = [...Map.groupBy(outcomes, ({ outcome }) => outcome)].map(
    ([outcome, of]) => `${of.length} ${outcome}`,
  )
  return `${lines}\nTotal: ${counts.join(', ')}`
}

/** @throws CliError that lists every file that failed */
export function assertNoFailures(outcomes: readonly SalonOutcome[]): void {
  const failed = outcomes.filter(({ outcome }) => outcome === 'failed')
  if (failed.length === 0) return
  const lines = failed.map(({ file, error }) => withFileName(file, error?.message ?? ''))
  throw new CliError(`${failed.length} of ${outcomes.length} files failed.\n${lines.join('\n')}`, {
    salons: outcomes,
  })
}

/** An error in the content of a file begins with its name already. */
const withFileName = (file: string, message: string) =>
  message.startsWith(`${file}:`) ? message : `${file}: ${message}`

const orphanedCount = (plan: SalonPlan | null) => String(plan?.orphaned.length ?? '')

function outcomeCell(outcome: SalonOutcome['outcome']): Cell {
  if (outcome === 'applied') return { text: outcome, paint: green }
  return outcome === 'failed' ? { text: outcome, paint: red } : outcome
}
