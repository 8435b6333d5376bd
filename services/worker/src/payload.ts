import type { TenantContext } from '@silla/core'
import type { JobPayload } from '@silla/db'
import type { TaskContext } from './task-context.ts'

/** The business that a job belongs to, for the use case to work in. */
export const tenantContextOf = (
  { tenants, clock }: TaskContext,
  payload: JobPayload,
): TenantContext => ({
  tenant: tenants.tenant(String(payload.businessId), ''),
  clock,
})

/**
 * @throws when a job does not say what it is about; it will be dead in the end, and somebody will
 *   look
 */
export function idOf(payload: JobPayload, name: string): number {
  const id = payload[name]
  if (typeof id !== 'number') throw new Error(`the job has no ${name}`)
  return id
}

/** @throws the same */
export function textOf(payload: JobPayload, name: string): string {
  const text = payload[name]
  if (typeof text !== 'string') throw new Error(`the job has no ${name}`)
  return text
}
