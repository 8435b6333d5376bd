import { openTenants, type Processors, type Worker } from '@silla/core'
import { openDatabase, openNotices } from '@silla/db'
import { atEnd } from './at-end.ts'
import { testDatabase } from './database.ts'
import type { TestSalon } from './salon.ts'

/** What the worker hands to the verbs of a job: the salon, with the worker's own role, and the salon's clock. */
export async function actsFor(salon: TestSalon): Promise<Worker> {
  const { urls } = await testDatabase()
  const database = openDatabase({ url: urls.worker, name: 'silla-test-worker' })
  const notices = await openNotices(urls.listen)
  atEnd(async () => {
    await Promise.all([database.close(), notices.close()])
  })
  const tenants = openTenants({ database, notices, clock: salon.clock })
  return { tenant: tenants.tenant(salon.businessId, salon.slug), clock: salon.clock }
}

/** The platform has no credentials: where nothing is paid nobody has to be asked. */
export const noProcessors: Processors = () => null
