import type { Tx } from '@silla/db'
import { auditedContext } from './audited-context.ts'
import { withIdempotency } from './idempotency/with-idempotency.ts'
import type { RequestContext } from './request-context.ts'
import type { StoredJson } from './stored-json.ts'
import { tenantWithin } from './tenant.ts'
import { withRollback } from './with-rollback.ts'

/** The context of one of several changes, and what its entry in the audit log says in addition. */
export type PartContext = (detail: Readonly<Record<string, unknown>>) => RequestContext

/**
 * Runs several use cases as one change: all that they write is committed together, and a request that is
 * repeated gets the response of the first one (D19). One of them may be refused, and then has written
 * nothing; an error that `work` throws undoes all of them. Each has its own entry in the audit log.
 *
 * @param options.simulated everything is undone, and the result is returned all the same (D44)
 */
export function inOneTransaction<Result>(
  context: RequestContext,
  { stored, simulated }: { stored: StoredJson<Result>; simulated: boolean },
  work: (partOf: PartContext, tx: Tx) => Promise<Result>,
): Promise<Result> {
  if (context.auditedChange) context.auditedChange.needsNoEntry = true
  return withRollback<Result>((rollBack) =>
    context.tenant.db.transaction(async (tx) => {
      const run = () => work((detail) => partContext(context, tx, detail), tx)
      return simulated ? rollBack(await run()) : withIdempotency(context, tx, stored, run)
    }),
  )
}

function partContext(
  { auditedChange, idempotentRequest: _, ...context }: RequestContext,
  tx: Tx,
  detail: Readonly<Record<string, unknown>>,
): RequestContext {
  const part = { ...context, tenant: tenantWithin(context.tenant, tx) }
  if (auditedChange === undefined) return part
  const { needsNoEntry: _entry, more: _more, ...change } = auditedChange
  return auditedContext(part, { ...change, detail: { ...change.detail, ...detail } })
}
