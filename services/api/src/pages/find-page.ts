import { fail } from '@silla/errors'
import type { PageCache, SalonPage } from '@silla/tenants'

/**
 * The salon at `/s/{slug}`.
 *
 * @throws NOT_FOUND; BUSINESS_MOVED, with its origin in `Location`; SERVICE_UNAVAILABLE
 */
export async function findPage(pages: PageCache, slug: string): Promise<SalonPage> {
  const name = slug.toLowerCase()
  const page = await pages.find(name)
  if (page !== null) return page
  const location = (await pages.findMoved(name)) ?? fail('NOT_FOUND')
  return fail('BUSINESS_MOVED', { headers: { location } })
}
