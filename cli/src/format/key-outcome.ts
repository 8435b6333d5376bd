import type { KeyOutcome } from '@silla/core'
import type { ErrorReport } from '../errors/error-report.ts'
import { CliError, toErrorReport } from '../errors/report-error.ts'
import type { SalonKey } from '../errors/results.ts'
import { pluralize } from './pluralize.ts'
import { table } from './table.ts'
import { green, red } from './terminal.ts'

/** What --json tells of one business. */
export const keyOfSalon = ({ slug, key, error }: KeyOutcome): SalonKey => ({
  slug,
  key,
  error: error === null ? null : keyErrorReport(error, key !== null),
})

/** What went wrong; of a key that was told it is not known then whether it could be kept. */
export function keyErrorReport(error: unknown, isTold: boolean): ErrorReport {
  const observation = toErrorReport(error)
  return isTold
    ? {
        ...observation,
        message: `${observation.message} The key that was told may not work: keys list tells.`,
      }
    : observation
}

/**
 * A line for each business that had its turn; the keys themselves are told above, where nothing
 * cuts them.
 */
export function keyOutcomeTable(keys: readonly SalonKey[]): string {
  const rows = keys.map(({ slug, key, error }) => [
    slug,
    error === null ? green('issued') : red('failed'),
    key?.keyId.slice(0, 8) ?? '-',
    key === null ? '-' : `…${key.lastFour}`,
  ])
  return table(['Salon', 'Outcome', 'ID', 'Ends with'], rows)
}

/** @throws Problem that tells of every business that has no new key, or whose key may not be one */
export function assertAllCreated(keys: readonly SalonKey[], wanted: number): void {
  const failed = keys.filter(({ error }) => error !== null)
  const isInterrupted = keys.length < wanted
  if (failed.length === 0 && !isInterrupted) return
  const issued = `${pluralize(keys.length - failed.length, 'key')} issued and not told again`
  const sentences = [
    isInterrupted
      ? `Interrupted after ${keys.length} of ${pluralize(wanted, 'business')}: ${issued}.`
      : `${issued};`,
    ...(failed.length > 0 ? [`${failed.length} of ${keys.length} failed.`] : []),
  ]
  const lines = failed.map(({ slug, error }) => `${slug}: ${error?.message}`)
  throw new CliError([sentences.join(' '), ...lines].join('\n'))
}
