import type { Tx } from '../door.ts'
import type { Question } from '../pool.ts'

/** Notes a change of staff's in its own transaction. Who they are was said when the connection was opened. */
export const noteChange = (tx: Tx, change: { action: string; detail: object; at: Date }): Question<object> => tx`
  insert into audit_entries (business_id, occurred_at, operator, action, detail)
  values (${tx.businessId}, ${change.at}, coalesce(nullif(current_setting('app.operator', true), ''), current_user),
    ${change.action}, ${tx.json(change.detail as never)})`

/** What staff changed, the latest first. */
export const changes = (
  tx: Tx,
  only: { action: string | null; from: Date | null; offset: number; limit: number },
): Question<AuditRow> => tx`
  select id, occurred_at, operator, action, detail
  from audit_entries
  where business_id = ${tx.businessId}
    and (${only.action}::text is null or action = ${only.action} or starts_with(action, ${only.action} || '.'))
    and (${only.from}::timestamptz is null or occurred_at >= ${only.from})
  order by occurred_at desc, id desc offset ${only.offset} limit ${only.limit}`

export interface AuditRow {
  id: number
  occurred_at: Date
  operator: string
  action: string
  detail: Record<string, unknown>
}
