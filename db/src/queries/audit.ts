import type { Query } from '../pool.ts'
import type { Tx } from '../tenant-db.ts'
import type { AuditEntry } from '../types/business.ts'
import type { Page } from '../types/values.ts'

/** A change by staff or by a secret key. */
export interface AuditParam {
  /** null or absent: a setting of the connection */
  operator?: string | null
  action: string
  detail: object
  at: Date
}

/** Records a change in its transaction. */
export const insertAuditEntry = (
  tx: Tx,
  { operator = null, action, detail, at }: AuditParam,
): Query<object> => tx`
  select app.insert_audit_entry(
    ${tx.businessId}, ${tx.json({ operator, action, detail, at } as never)}, null)`

/** Which entries a list contains; null: no limit. */
interface AuditFilter {
  action: string | null
  operator: string | null
  from: Date | null
  before: Date | null
}

/** Latest first. */
export const listAuditEntries = (tx: Tx, input: AuditFilter & Page): Query<AuditEntry> => tx`
  select id, occurred_at as at, operator, action, detail
  from audit_entries
  where business_id = ${tx.businessId} and ${matchesFilter(tx, input)}
  order by occurred_at desc, id desc offset ${input.offset} limit ${input.limit}`

export const countAuditEntries = (tx: Tx, filter: AuditFilter): Query<{ count: number }> => tx`
  select count(*)::int as count from audit_entries
  where business_id = ${tx.businessId} and ${matchesFilter(tx, filter)}`

const matchesFilter = (tx: Tx, { action, operator, from, before }: AuditFilter) => tx`
  (${action}::text is null or action = ${action} or starts_with(action, ${action} || '.'))
  and (${operator}::text is null or operator = ${operator})
  and (${from}::timestamptz is null or occurred_at >= ${from})
  and (${before}::timestamptz is null or occurred_at < ${before})`
