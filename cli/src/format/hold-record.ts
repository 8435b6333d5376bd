import type { Hold, Language } from '@silla/core'
import { formatLocalTime, textIn } from '../text/values.ts'
import { table } from './table.ts'

/** A hold in the output of --json. */
export interface HoldRecord {
  id: number
  /** In the salon's time zone: `2027-06-30 16:00`. */
  from: string
  /** In the salon's time zone. */
  to: string
  /** Their names are in the salon's main language. */
  services: { id: number; name: string; professional: { id: number; name: string } }[]
  startsAt: Date
  endsAt: Date
  expiresAt: Date
  createdAt: Date
}

export const holdRecord = (
  { id, lines, timezone, startsAt, endsAt, expiresAt, createdAt }: Hold,
  language: Language,
): HoldRecord => ({
  id,
  from: formatLocalTime(startsAt, timezone),
  to: formatLocalTime(endsAt, timezone),
  services: lines.map(({ serviceId, name, professional }) => ({
    id: serviceId,
    name: textIn(name, language),
    professional,
  })),
  ...{ startsAt, endsAt, expiresAt, createdAt },
})

export const holdTable = (holds: readonly HoldRecord[]): string =>
  table(
    ['Id', 'From', 'To', 'Services', 'Professionals', 'Expires'],
    holds.map(({ id, from, to, services, expiresAt }) => [
      String(id),
      from,
      to,
      services.map(({ name }) => name).join(', '),
      [...new Set(services.map(({ professional }) => professional.name))].join(', '),
      expiresAt.toISOString(),
    ]),
  )
