import { type AuditEntry, auditQueries } from '@silla/db'
import { type EpochDay, zoneOf } from '@silla/slots'
import { allowOwner } from '../access/allow.ts'
import { areas, type Change } from '../provisioning/plan.ts'
import type { RequestContext } from '../request-context.ts'

/** What actions begin with: what was changed. */
export const auditTopics = [
  'bookings',
  'holds',
  'blocks',
  'waitlist',
  'payments',
  'till',
  'customers',
  'imports',
  'calendars',
  'webhooks',
  'settings',
  'staff',
  'sessions',
  'passkeys',
  'recovery',
  'support',
  'businesses',
  'catalog',
  'schedule',
  'keys',
  'stripe',
  'mail',
  'jobs',
  'clock',
  'db',
] as const

export type AuditTopic = (typeof auditTopics)[number]

/** Who made a change. */
export interface AuditAuthor {
  /** `operator` is platform staff. */
  kind: 'staff' | 'key' | 'support' | 'operator'
  /** As it was then; the same for all platform staff. */
  name: string
  /** Of the person or of the support access; null: a key or an operator. */
  id: number | null
}

/** A change, as an owner reads it. */
export interface SalonAuditEntry {
  id: number
  at: Date
  author: AuditAuthor
  /** `bookings.cancel` */
  action: string
  /** null: a topic that only a later version of Silla knows */
  topic: AuditTopic | null
  /** null: the change is not about one record */
  recordId: number | null
  /** Settings before and after; empty for everything else, and for a long list, which is counted in `detail`. */
  changes: Change[]
  /** Ids and settings, by the names of the command line. */
  detail: Record<string, unknown>
  /** The device of a member of staff; empty for everybody else. */
  device: string
}

/** Without a filter, all entries match. */
export interface SalonAuditFilter {
  /** Local days of the salon, both included. */
  from: EpochDay | null
  to: EpochDay | null
  staffId: number | null
  topic: AuditTopic | null
  recordId: number | null
  /** Where the part before ended; null: the latest. */
  after: AuditPlace | null
  limit: number
}

/** The place of an entry in the order of all. */
export interface AuditPlace {
  at: Date
  id: number
}

/**
 * A part of what staff, keys, support and platform staff have changed in the salon, the latest first
 * (D66). Entries contain no personal data of customers, so what was erased does not come back with them.
 *
 * @throws INSUFFICIENT_SCOPE, OWNER_REQUIRED
 * @returns `next`: where the next part begins; null after the last
 */
export async function listSalonAudit(
  context: RequestContext,
  { from, to, limit, ...filter }: SalonAuditFilter,
): Promise<{ entries: SalonAuditEntry[]; next: AuditPlace | null }> {
  allowOwner(context)
  const { settings } = await context.tenant.catalog()
  const zone = zoneOf(settings.timezone)
  const midnight = (day: EpochDay) => new Date(zone.toEdge(day, 0) * 60_000)
  const part = {
    ...filter,
    from: from === null ? null : midnight(from),
    before: to === null ? null : midnight(to + 1),
    // one more shows whether there is a next part
    limit: limit + 1,
  }
  const [rows] = await context.tenant.db.batch((tx) => [auditQueries.listAuditPart(tx, part)])
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return {
    entries: shown.map(toSalonAuditEntry),
    next: rows.length > limit && last ? { at: last.at, id: last.id } : null,
  }
}

function toSalonAuditEntry(row: AuditEntry): SalonAuditEntry {
  const { sessionId: _session, device, staffId, changes, ...others } = row.detail
  const listed = Array.isArray(changes) && changes.every(isChange) ? changes : null
  const topic = auditTopics.find((one) => row.action.startsWith(`${one}.`)) ?? null
  return {
    id: row.id,
    at: row.at,
    author: authorOf(row),
    action: row.action,
    topic,
    recordId: row.recordId,
    changes: listed ?? [],
    detail: {
      ...others,
      // of the person who did it, unless somebody else is the record
      ...(staffId !== undefined && staffId !== row.staffId && { staffId }),
      ...(changes !== undefined && listed === null && { changes }),
    },
    device: typeof device === 'string' ? device : '',
  }
}

/** Of all platform staff: their accounts and roles are no business of the salon. */
export const platformName = 'Silla'

function authorOf({ operator, staffId, supportId, detail }: AuditEntry): AuditAuthor {
  const named = (prefix: string) => operator.replace(new RegExp(`^${prefix} `), '')
  if (staffId !== null) return { kind: 'staff', name: named('staff'), id: staffId }
  if (supportId !== null) return { kind: 'support', name: named('support'), id: supportId }
  return detail.keyId !== undefined && operator.startsWith('key ')
    ? { kind: 'key', name: named('key'), id: null }
    : { kind: 'operator', name: platformName, id: null }
}

const isChange = (value: unknown): value is Change =>
  typeof value === 'object' && value !== null && areas.includes((value as Change).area)
