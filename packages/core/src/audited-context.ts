import { auditQueries, type TenantDb, type Tx } from '@silla/db'
import type { Clock } from './clock.ts'
import type { AuditedChange, RequestContext } from './request-context.ts'

/**
 * A context whose changes are recorded in the audit log, in their own transactions. A use case that
 * fails, that changes nothing, or that only repeats an earlier response writes no entry. What a database function writes by
 * itself is recorded by that function (`auditParam`).
 *
 * @param isRecorded called before each transaction ends: whether it needs no entry
 */
export function auditedContext<Context extends RequestContext>(
  context: Context,
  change: AuditedChange,
  isRecorded: () => boolean = () => false,
): Context {
  const { tenant, realClock } = context
  const db = withAuditLog(tenant.db, { change, clock: realClock, isRecorded })
  return { ...context, auditedChange: change, tenant: { ...tenant, db } }
}

/** For a database function that is called outside of a transaction; null: nothing is recorded. */
export const auditParam = ({
  auditedChange,
  realClock,
}: RequestContext): auditQueries.AuditParam | null =>
  auditedChange ? { ...auditedChange, at: realClock.now() } : null

function withAuditLog(
  db: TenantDb,
  parts: { change: AuditedChange; clock: Clock; isRecorded: () => boolean },
): TenantDb {
  const { change, clock, isRecorded } = parts
  return {
    ...db,
    async transaction(work, options) {
      // why the commit failed: its own error says only that it rolled back
      let refusal: unknown
      const run = async (tx: Tx) => {
        refusal = undefined
        const outcome = await work(tx)
        if (change.needsNoEntry || isRecorded()) return outcome
        const detail = { ...change.detail, ...createdId(change, outcome), ...change.more }
        const entry = auditQueries.insertAuditEntry(tx, { ...change, detail, at: clock.now() })
        // the entry of support fails when its access has ended
        if (change.supportId !== undefined) await entry
        // sent together with the commit, which does not succeed without it
        else
          entry.execute().catch((error) => {
            refusal = error
          })
        return outcome
      }
      try {
        return await db.transaction(run, options)
      } catch (error) {
        throw refusal ?? error
      }
    },
  }
}

/** The id of what was created, so that it can be found from the log. */
function createdId({ createdIdName }: AuditedChange, outcome: unknown): object {
  if (createdIdName === null || typeof outcome !== 'object' || outcome === null) return {}
  const [created] = [outcome, ...Object.values(outcome)].filter(hasId)
  return created ? { [createdIdName]: created.id } : {}
}

const hasId = (value: unknown): value is { id: number } =>
  typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'number'
