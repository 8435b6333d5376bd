import type { KeyOutcome } from '@silla/core'
import type { ListedKey } from '@silla/tenants'
import type { ErrorReport, SalonKey } from '../errors/error-report.ts'
import { CliError, toErrorReport } from '../errors/report-error.ts'
import { green, red } from '../text/terminal.ts'
import { formatLocalTime } from '../text/values.ts'
import { pluralize } from './pluralize.ts'
import { table } from './table.ts'

/** Keys as a table; times are in the salon's time zone. */
export function keyTable(keys: ListedKey[], timezone: string): string {
  const headings = [
    'ID',
    'Kind',
    'State',
    'Key',
    'Name',
    'Origins',
    'Created',
    'Last used',
    'Expires',
  ]
  const time = (moment: Date | null, fallback: string) =>
    moment === null ? fallback : formatLocalTime(moment, timezone)
  const rows = keys.map((key) => [
    key.keyId.slice(0, 8),
    key.kind,
    key.state,
    `${key.prefix}…${key.lastFour}`,
    key.name,
    key.kind === 'secret' ? '-' : key.forPage ? 'booking page' : key.origins.join(' ') || 'any',
    time(key.createdAt, ''),
    time(key.lastUsedAt, 'never'),
    time(key.expiresAt, 'never'),
  ])
  return table(headings, rows)
}

/** The result for one business in the output of --json. */
export const toSalonKey = ({ slug, key, error }: KeyOutcome): SalonKey => ({
  slug,
  key,
  error: error === null ? null : keyErrorReport(error, key !== null),
})

/** An error while a key was created. Once the key is printed, it may or may not be stored. */
export function keyErrorReport(error: unknown, isPrinted: boolean): ErrorReport {
  const report = toErrorReport(error)
  if (!isPrinted) return report
  const hint = 'The printed key may not work: check it with keys list.'
  return { ...report, message: `${report.message} ${hint}` }
}

/**
 * A row for each processed business. The keys themselves are printed before the table, where
 * nothing truncates them.
 */
export function keyOutcomeTable(keys: readonly SalonKey[]): string {
  const rows = keys.map(({ slug, key, error }) => [
    slug,
    error === null ? green('created') : red('failed'),
    key?.keyId.slice(0, 8) ?? '-',
    key === null ? '-' : `…${key.lastFour}`,
  ])
  return table(['Salon', 'Outcome', 'ID', 'Ends with'], rows)
}

/** @throws CliError that lists every business without a new key, or whose key may not be stored */
export function assertAllCreated(keys: readonly SalonKey[], total: number): void {
  const failed = keys.filter(({ error }) => error !== null)
  const isInterrupted = keys.length < total
  if (failed.length === 0 && !isInterrupted) return
  const created = `${pluralize(keys.length - failed.length, 'key')} created, shown only once`
  const sentences = [
    isInterrupted
      ? `Interrupted after ${keys.length} of ${pluralize(total, 'business')}: ${created}.`
      : `${created}.`,
    ...(failed.length > 0 ? [`${failed.length} of ${keys.length} failed.`] : []),
  ]
  const lines = failed.map(({ slug, error }) => `${slug}: ${error?.message}`)
  throw new CliError([sentences.join(' '), ...lines].join('\n'))
}
