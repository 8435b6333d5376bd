import type { Query } from '../pool.ts'
import type { Tx } from '../tenant-db.ts'

/** Writes an audit entry in the transaction of the change; the operator is set on the connection. */
export const insertAuditEntry = (
  tx: Tx,
  change: { action: string; detail: object; at: Date },
): Query<object> => tx`
  insert into audit_entries (business_id, occurred_at, operator, action, detail)
  values (${tx.businessId}, ${change.at}, coalesce(nullif(current_setting('app.operator', true), ''), current_user),
    ${change.action}, ${tx.json(change.detail as never)})`

/** Filters; null matches all. */
export interface AuditFilter {
  action: string | null
  operator: string | null
  from: Date | null
  before: Date | null
}

/** Changes by staff, latest first. */
export const listAuditEntries = (
  tx: Tx,
  only: AuditFilter & { offset: number; limit: number },
): Query<AuditRow> => tx`
  select id, occurred_at, operator, action, detail
  from audit_entries
  where business_id = ${tx.businessId} and ${isWanted(tx, only)}
  order by occurred_at desc, id desc offset ${only.offset} limit ${only.limit}`

export const countAuditEntries = (tx: Tx, only: AuditFilter): Query<{ count: number }> => tx`
  select count(*)::int as count from audit_entries
  where business_id = ${tx.businessId} and ${isWanted(tx, only)}`

const isWanted = (tx: Tx, { action, operator, from, before }: AuditFilter) => tx`
  (${action}::text is null or action = ${action} or starts_with(action, ${action} || '.'))
  and (${operator}::text is null or operator = ${operator})
  and (${from}::timestamptz is null or occurred_at >= ${from})
  and (${before}::timestamptz is null or occurred_at < ${before})`

export interface AuditRow {
  id: number
  occurredAt: Date
  operator: string
  action: string
  detail: Record<string, unknown>
}
