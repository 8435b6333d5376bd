import { openTenants, type Processors, type TenantContext, type Tenants } from '@silla/core'
import { openDatabase, openListener } from '@silla/db'
import { atEnd } from './at-end.ts'
import { testDatabase } from './database.ts'
import type { TestSalon } from './salon.ts'

/**
 * What the worker hands to the verbs of a job: the salon, with the worker's own role, and the
 * salon's clock.
 */
export async function requestContextFor({
  businessId,
  slug,
  clock,
}: TestSalon): Promise<TenantContext> {
  opened ??= open(clock)
  return { tenant: (await opened).tenant(businessId, slug), clock }
}

/** One for each file, and so is the clock. */
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

/** The platform has no credentials: where nothing is paid nobody has to be asked. */
export const noProcessors: Processors = () => null
