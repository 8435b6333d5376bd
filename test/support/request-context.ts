import { openTenants, type Processors, type TenantContext, type Tenants } from '@silla/core'
import { openDatabase, openListener } from '@silla/db'
import { atEnd } from './at-end.ts'
import { testDatabase } from './database.ts'
import type { TestSalon } from './salon.ts'

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
  const { urls } = await testDatabase()
  const database = openDatabase({ url: urls.worker, name: 'silla-test-worker' })
  const notices = await openListener(urls.listen)
  atEnd(async () => {
    opened = undefined
    await Promise.all([database.close(), notices.close()])
  })
  return openTenants({ database, notices, clock })
}

/** No processor credentials: for tests without payments. */
export const noProcessors: Processors = () => null
