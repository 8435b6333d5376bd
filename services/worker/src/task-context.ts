import type { Clock, Mailer, Processors, TenantContext, Tenants } from '@silla/core'
import type { JobPayload, Sql } from '@silla/db'

/** What every task works with. */
export interface TaskContext {
  tenants: Tenants
  clock: Clock
  mailer: Mailer
  processors: Processors
  /** As silla_worker, for queries before a tenant is known. */
  registry: Sql
  /** For what an operator should see although no job failed. */
  log: { warn(line: object, message: string): void }
}

/** The business that a job belongs to, as the context of its use case. */
export const tenantContextOf = (
  { tenants, clock }: TaskContext,
  payload: JobPayload,
): TenantContext => ({
  tenant: tenants.tenant(String(payload.businessId), ''),
  clock,
})

/** @throws Error when the payload lacks the id: the job fails for good and staff finds it */
export function idOf(payload: JobPayload, name: string): number {
  const id = payload[name]
  if (typeof id !== 'number') throw new Error(`the job has no ${name}`)
  return id
}

/** @throws Error as `idOf` does */
export function textOf(payload: JobPayload, name: string): string {
  const text = payload[name]
  if (typeof text !== 'string') throw new Error(`the job has no ${name}`)
  return text
}
