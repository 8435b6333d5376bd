import type { TenantContext } from '@silla/core'
import { systemClock } from '@silla/core/clock'
import { showBusiness } from '@silla/core/provisioning/show-business'
import { openTenants } from '@silla/core/tenant'
import { openDatabase, openListener, type Sql } from '@silla/db'
import { adminUrl } from './database-urls.ts'

/** Acts for businesses, one or many over the same connections, as the admin role. */
export interface Workers {
  /** @throws ProvisioningError BUSINESS_NOT_FOUND */
  worker(slug: string): Promise<TenantContext>
  close(): Promise<void>
}

export async function openWorkers(admin: Sql): Promise<Workers> {
  const database = openDatabase({ url: adminUrl(), name: 'silla-cli' })
  const notices = await openListener(adminUrl())
  const tenants = openTenants({ database, notices, clock: systemClock })
  return {
    async worker(slug) {
      const { businessId } = await showBusiness(admin, slug)
      return { tenant: tenants.tenant(businessId, slug), clock: systemClock }
    },
    async close() {
      await Promise.all([notices.close(), database.close()])
    },
  }
}
