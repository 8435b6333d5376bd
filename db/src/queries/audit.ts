import type { Query } from '../pool.ts'
import type { Tx } from '../tenant-db.ts'
import type { AuditEntry } from '../types/business.ts'
import type { Page } from '../types/values.ts'

/**
 * Records a change by staff in the transaction of the change. The operator is a setting of the
 * connection.
 */
export const insertAuditEntry = (
  tx: Tx,
  change: { action: string; detail: object; at: Date },
): Query<object> => tx`
  insert into audit_entries (business_id, occurred_at, operator, action, detail)
  values (
    ${tx.businessId}, ${change.at},
    coalesce(nullif(current_setting('app.operator', true), ''), current_user), ${change.action},
    ${tx.json(change.detail as never)})`

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
