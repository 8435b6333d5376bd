import {
  type Clock,
  type Mailer,
  type Processors,
  type TenantContext,
  type Tenants,
  tenantClock,
} from '@silla/core'
import { type JobPayload, jobQueries, type Sql } from '@silla/db'

/** What every task works with. */
export interface TenantTaskContext {
  tenants: Tenants
  /** Real time. */
  clock: Clock
  /** As silla_worker, for queries before a tenant is known. */
  registry: Sql
  /** For what an operator should see although no job failed. */
  log: { warn(line: object, message: string): void }
}

/** What the tasks of salons and their customers work with as well. */
export interface TaskContext extends TenantTaskContext {
  mailer: Mailer
  /** Whether emails and messages that strangers cause are limited (D30). */
  limitsMails: boolean
  processors: Processors
  /** Where customers reach the salons' pages; null: nowhere. */
  publicUrl: string | null
}

/**
 * The business that a job belongs to, as the context of its use case. Its clock is read for each job:
 * setting it makes jobs due, and they must not find the old time.
 */
export async function tenantContextOf(
  { tenants, clock, registry }: TenantTaskContext,
  payload: JobPayload,
): Promise<TenantContext> {
  const businessId = String(payload.businessId)
  const business = await jobQueries.findJobBusiness(registry, businessId)
  return {
    tenant: tenants.tenant(businessId, business.slug),
    clock: tenantClock(clock, business.clockOffsetMilliseconds),
    realClock: clock,
  }
}

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
