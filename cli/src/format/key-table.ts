import type { ListedKey } from '@silla/tenants'
import { localTime } from './local-time.ts'
import { table } from './table.ts'

/** Keys as a table; times in the salon's zone. */
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
  const time = (instant: Date | null, otherwise: string) =>
    instant === null ? otherwise : localTime(instant, timezone)
  const rows = keys.map((key) => [
    key.keyId.slice(0, 8),
    key.kind,
    key.state,
    `${key.prefix}…${key.lastFour}`,
    key.name,
    key.kind === 'secret' ? '-' : key.origins.join(' ') || 'any',
    time(key.createdAt, ''),
    time(key.lastUsedAt, 'never'),
    time(key.expiresAt, 'never'),
  ])
  return table(headings, rows)
}
