import { matchWaitlist, openTenants } from '@silla/core'
import { openDatabase, openListener } from '@silla/db'
import { testDatabase } from './database.ts'
import type { TestSalon } from './salon.ts'

/** Offers what is free to those who wait, without other jobs: as one matching job, or several at once. */
export async function offerFreeTimes(salon: TestSalon, jobs = 1): Promise<void> {
  const { urls } = await testDatabase()
  const database = openDatabase({ url: urls.worker, name: 'silla-test-waitlist' })
  const notices = await openListener(urls.worker)
  try {
    const { clock } = salon
    const tenant = openTenants({ database, notices, clock }).tenant(salon.businessId, salon.slug)
    await Promise.all(
      Array.from({ length: jobs }, () => matchWaitlist({ tenant, clock, realClock: clock })),
    )
  } finally {
    await Promise.all([database.close(), notices.close()])
  }
}
