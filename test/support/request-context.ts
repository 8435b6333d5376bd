import { openTenants, type Processors, type TenantContext, type Tenants } from '@silla/core'
import { atEnd } from './at-end.ts'
import { patientLimits } from './in-time.ts'
import type { TestSalon } from './salon.ts'
import { workerConnections } from './worker-connections.ts'

/** The context that the worker passes to use cases: the salon, the worker's role, the test clock. */
export async function requestContextFor({
  businessId,
  slug,
  clock,
}: Pick<TestSalon, 'businessId' | 'slug' | 'clock'>): Promise<TenantContext> {
  opened ??= open(clock)
  return { tenant: (await opened).tenant(businessId, slug), clock, realClock: clock }
}

/** One per file, like the clock. */
let opened: Promise<Tenants> | undefined

async function open(clock: TestSalon['clock']): Promise<Tenants> {
  const connections = await workerConnections()
  atEnd(async () => {
    opened = undefined
  })
  return openTenants({ ...connections, clock, limits: patientLimits })
}

/** No processor credentials: for tests without payments. */
export const noProcessors: Processors = () => null
