import type { TenantContext } from '@silla/core'
import { findBusiness } from '@silla/core/business/business-summary'
import { systemClock, tenantClock } from '@silla/core/clock'
import { openTenants } from '@silla/core/tenant'
import { businessQueries, openDatabase, openListener, type Sql } from '@silla/db'
import { adminUrl } from './database-urls.ts'

/** Contexts of one or many businesses over the same connections, as the admin role. */
export interface TenantContexts {
  /** @throws ProvisioningError BUSINESS_NOT_FOUND */
  open(slug: string): Promise<TenantContext>
  close(): Promise<void>
}

export async function openTenantContexts(admin: Sql): Promise<TenantContexts> {
  const database = openDatabase({ url: adminUrl(), name: 'silla-cli' })
  const notices = await openListener(adminUrl())
  const tenants = openTenants({ database, notices, clock: systemClock })
  return {
    async open(slug) {
      const { businessId, clockOffsetMilliseconds } = await findBusiness(
        businessQueries.findBusinessBySlug(admin, slug),
        slug,
      )
      return {
        tenant: tenants.tenant(businessId, slug),
        clock: tenantClock(systemClock, clockOffsetMilliseconds),
        realClock: systemClock,
      }
    },
    async close() {
      await Promise.all([notices.close(), database.close()])
    },
  }
}
