import { openTenants, showBusiness, systemClock, type Worker } from '@silla/core'
import { openDatabase, openNotices, type Sql } from '@silla/db'
import { adminUrl } from './database-urls.ts'

/** Acts for one business, as the admin role. */
export async function openWorker(admin: Sql, slug: string): Promise<{ worker: Worker; close(): Promise<void> }> {
  const business = await showBusiness(admin, slug)
  const database = openDatabase({ url: adminUrl(), name: 'silla-cli' })
  const notices = await openNotices(adminUrl())
  const tenants = openTenants({ database, notices, clock: systemClock })
  return {
    worker: { tenant: tenants.tenant(business.businessId, business.slug), clock: systemClock },
    async close() {
      await Promise.all([notices.close(), database.close()])
    },
  }
}
