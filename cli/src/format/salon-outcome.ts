import type { SalonPlan } from '@silla/core'
import { CliError } from '../errors/report-error.ts'
import type { SalonOutcome } from '../errors/results.ts'
import { type Cell, table } from './table.ts'
import { green, red } from './terminal.ts'

/**
 * A line for each file: what became of it, and how much was added, changed and removed; then how
 * many became what.
 */
export function outcomeTable(outcomes: readonly SalonOutcome[]): string {
  const rows = outcomes.map(({ file, slug, outcome, plan }) => {
    const count = (kind: string) =>
      String(plan?.changes.filter((change) => change.kind === kind).length ?? '')
    return [
      file,
      slug ?? '-',
      word(outcome),
      count('added'),
      count('changed'),
      count('removed'),
      strandedCount(plan),
    ]
  })
  const lines = table(['File', 'Salon', 'Outcome', 'Added', 'Changed', 'Removed', 'Orphaned'], rows)
  const counts = [...Map.groupBy(outcomes, ({ outcome }) => outcome)].map(
    ([outcome, of]) => `${of.length} ${outcome}`,
  )
  return `${lines}\nIn all: ${counts.join(', ')}`
}

/** Tells of every file that failed, once the others are done. */
export function assertNoFailures(outcomes: readonly SalonOutcome[]): void {
  const failed = outcomes.filter(({ outcome }) => outcome === 'failed')
  if (failed.length === 0) return
  const lines = failed.map(({ file, error }) => placed(file, error?.message ?? ''))
  throw new CliError(`${failed.length} of ${outcomes.length} files failed.\n${lines.join('\n')}`, {
    salons: outcomes,
  })
}

/** A mistake in the file begins with the file's name already. */
const placed = (file: string, message: string) =>
  message.startsWith(`${file}:`) ? message : `${file}: ${message}`

const strandedCount = (plan: SalonPlan | null) => String(plan?.orphaned.length ?? '')

function word(outcome: SalonOutcome['outcome']): Cell {
  if (outcome === 'applied') return { text: outcome, paint: green }
  return outcome === 'failed' ? { text: outcome, paint: red } : outcome
}
