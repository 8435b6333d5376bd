import { matchWaitlist, openTenants } from '@silla/core'
import { patientLimits } from './in-time.ts'
import type { TestSalon } from './salon.ts'
import { workerConnections } from './worker-connections.ts'

/** Offers what is free to those who wait, without other jobs: as one matching job, or several at once. */
export async function offerFreeTimes(salon: TestSalon, jobs = 1): Promise<void> {
  const { clock } = salon
  const parts = { ...(await workerConnections()), clock }
  const tenant = openTenants({ ...parts, limits: patientLimits }).tenant(
    salon.businessId,
    salon.slug,
  )
  await Promise.all(
    Array.from({ length: jobs }, () => matchWaitlist({ tenant, clock, realClock: clock })),
  )
}
