import { connectionOperator } from '../connection-operator.ts'
import type { Query, Sql } from '../pool.ts'
import type { Tx } from '../tenant-db.ts'
import type { AuditEntry } from '../types/business.ts'
import type { Page } from '../types/values.ts'

/** A change by platform staff, by staff of a salon, by support or with a secret key. */
export interface AuditParam {
  /** Who makes it. */
  operator: string
  /** The member of staff; absent: nobody of the salon. */
  staffId?: number
  /** The support access; absent: no support. */
  supportId?: number
  action: string
  detail: object
  at: Date
}

/** Records a change in its transaction; without an operator it is that of the connection. */
export const insertAuditEntry = (
  tx: Tx,
  {
    operator,
    staffId,
    supportId,
    action,
    detail,
    at,
  }: Omit<AuditParam, 'operator'> & { operator?: string },
): Query<object> => tx`
  select app.insert_audit_entry(
    ${tx.businessId},
    jsonb_build_object('operator', ${connectionOperator(tx)})
      || ${tx.json({ operator, staffId, supportId, action, detail, at } as never)},
    null)`

/** The operator of the connection. */
export const findOperator = (sql: Sql): Query<{ name: string }> => sql`
  select ${connectionOperator(sql)} as name`

/** Which entries a list contains; null: no limit. */
interface AuditFilter {
  action: string | null
  operator: string | null
  /** The member of staff. */
  staffId: number | null
  from: Date | null
  before: Date | null
}

/** Latest first. */
export const listAuditEntries = (tx: Tx, input: AuditFilter & Page): Query<AuditEntry> => tx`
  select id, occurred_at as at, operator, staff_id, support_id, record_id, action, detail
  from audit_entries
  where business_id = ${tx.businessId} and ${matchesFilter(tx, input)}
  order by occurred_at desc, id desc offset ${input.offset} limit ${input.limit}`

export const countAuditEntries = (tx: Tx, filter: AuditFilter): Query<{ count: number }> => tx`
  select count(*)::int as count from audit_entries
  where business_id = ${tx.businessId} and ${matchesFilter(tx, filter)}`

const matchesFilter = (tx: Tx, { action, operator, staffId, from, before }: AuditFilter) => tx`
  (${action}::text is null or action = ${action} or starts_with(action, ${action} || '.'))
  and (${operator}::text is null or operator = ${operator})
  and ${staffId === null ? tx`true` : tx`staff_id = ${staffId}`}
  and (${from}::timestamptz is null or occurred_at >= ${from})
  and (${before}::timestamptz is null or occurred_at < ${before})`

/** Which entries a part of the audit log contains; null: no limit. */
export interface AuditPart {
  from: Date | null
  before: Date | null
  staffId: number | null
  /** What the action begins with: `bookings`. */
  topic: string | null
  recordId: number | null
  /** The entry that the part comes after, latest first. */
  after: { at: Date; id: number } | null
  limit: number
}

/** A part of the audit log, latest first; each combination of filters has an index that ends with the time. */
export const listAuditPart = (tx: Tx, part: AuditPart): Query<AuditEntry> => tx`
  select id, occurred_at as at, operator, staff_id, support_id, record_id, action, detail
  from audit_entries
  where business_id = ${tx.businessId}
    and ${part.staffId === null ? tx`true` : tx`staff_id = ${part.staffId}`}
    and ${part.topic === null ? tx`true` : tx`topic = ${part.topic}`}
    and ${part.recordId === null ? tx`true` : tx`record_id = ${part.recordId}`}
    and ${part.from === null ? tx`true` : tx`occurred_at >= ${part.from}`}
    and ${part.before === null ? tx`true` : tx`occurred_at < ${part.before}`}
    and ${part.after === null ? tx`true` : tx`(occurred_at, id) < (${part.after.at}, ${part.after.id})`}
  order by occurred_at desc, id desc limit ${part.limit}`
