import type { Sql } from '../../pool.ts'
import type { Tx } from '../../tenant-db.ts'
import type { Transaction } from '../../transaction.ts'

export interface RegisteredBusiness {
  businessId: string
  slug: string
  mode: 'live' | 'test' | 'demo'
  status: 'active' | 'suspended'
  createdAt: Date
  /** How often a minute its keys may ask, by name, where it is not the usual (D27). */
  rates: Record<string, number>
}

/** Which business has this slug. */
export async function findBusinessBySlug(
  sql: Sql,
  slug: string,
): Promise<RegisteredBusiness | null> {
  const [business] = await sql<RegisteredBusiness[]>`
    select business_id as "businessId", slug, mode, status, created_at as "createdAt", rates
    from registry.businesses where slug = ${slug}`
  return business ?? null
}

/** The same, held until the transaction ends: whoever else sets this business up waits here. */
export async function lockBusinessBySlug(
  tx: Transaction,
  slug: string,
): Promise<RegisteredBusiness | null> {
  const [business] = await tx<RegisteredBusiness[]>`
    select business_id as "businessId", slug, mode, status, created_at as "createdAt", rates
    from registry.businesses where slug = ${slug} for no key update`
  return business ?? null
}

/** Every business of the platform, by slug. */
export const listAllBusinesses = (sql: Sql) => sql<RegisteredBusiness[]>`
  select business_id as "businessId", slug, mode, status, created_at as "createdAt", rates
  from registry.businesses order by slug`

export interface ListedBusiness extends Omit<RegisteredBusiness, 'rates'>, BusinessIdentity {
  /** How many there are with those that offset and limit leave out. */
  total: number
}

/** The businesses that fit, by slug; null fits all. One question for all of them. */
export const listBusinesses = (
  sql: Sql,
  only: { [Name in 'mode' | 'status' | 'country' | 'currency' | 'search']: string | null } & {
    offset: number
    limit: number | null
  },
): PromiseLike<ListedBusiness[]> => sql<ListedBusiness[]>`
  select business_id as "businessId", slug, mode, status, created_at as "createdAt", name, timezone, currency, language, country,
    count(*) over ()::int as total
  from app.list_businesses(${only.mode}, ${only.status}, ${only.country}, ${only.currency}, ${only.search})
  order by slug offset ${only.offset} limit ${only.limit}`

/** Takes a slug for a new business. False: somebody has it. */
export async function registerBusiness(
  tx: Transaction,
  business: Omit<RegisteredBusiness, 'rates'>,
): Promise<boolean> {
  const registered = await tx`
    insert into registry.businesses (business_id, slug, mode, status, created_at)
    values (${business.businessId}, ${business.slug}, ${business.mode}, ${business.status}, ${business.createdAt})
    on conflict (slug) do nothing returning business_id`
  return registered.length === 1
}

export const updateRates = (
  tx: Transaction,
  businessId: string,
  rates: Record<string, number>,
) => tx`
  update registry.businesses set rates = ${tx.json(rates)} where business_id = ${businessId}`

export const updateBusinessStatus = (
  tx: Transaction,
  businessId: string,
  status: 'active' | 'suspended',
) => tx`
  update registry.businesses set status = ${status} where business_id = ${businessId}`

/** The rest of a registry transaction belongs to one business. */
export async function setTenant(tx: Transaction, businessId: string): Promise<Tx> {
  await tx`select app.set_business(${businessId})`
  return Object.assign(tx, { businessId })
}

export interface BusinessIdentity {
  name: string
  timezone: string
  currency: 'EUR' | 'USD' | 'GBP' | 'AED'
  language: 'es' | 'en' | 'ar'
  country: string
}

export const findBusinessIdentity = (tx: Tx) => tx<BusinessIdentity[]>`
  select b.name, s.timezone, s.currency, s.main_language as language, b.country
  from businesses b
  join business_settings s on s.business_id = b.business_id
  where b.business_id = ${tx.businessId}`

export interface BusinessCounts {
  catalogVersion: number
  categories: number
  services: number
  professionals: number
  comingBookings: number
}

/** How much there is of everything; what is inactive is not counted. */
export const countBusinessRows = (tx: Tx, now: Date) => tx<BusinessCounts[]>`
  select catalog_version as "catalogVersion",
    (select count(*)::int from categories where business_id = ${tx.businessId} and active) as categories,
    (select count(*)::int from services where business_id = ${tx.businessId} and active) as services,
    (select count(*)::int from professionals where business_id = ${tx.businessId} and active) as professionals,
    (select count(*)::int from bookings
      where business_id = ${tx.businessId} and starts_at >= ${now} and state in ('pending', 'confirmed')) as "comingBookings"
  from businesses where business_id = ${tx.businessId}`
