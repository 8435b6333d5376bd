import type { Query, Sql } from '../../pool.ts'
import type { Tx } from '../../tenant-db.ts'
import type { Transaction } from '../../transaction.ts'
import type { BusinessSummary } from '../../types/business.ts'
import type { BusinessStatus, Mode } from '../../types/values.ts'

export interface RegisteredBusiness {
  businessId: string
  slug: string
  mode: Mode
  status: BusinessStatus
  createdAt: Date
  /** Requests a minute by name of the limit, where they are not the default (D27). */
  rates: Record<string, number>
  /** How far its clock is ahead of real time (D44); 0 for a live business. */
  clockOffsetMilliseconds: number
}

export async function findBusinessBySlug(
  sql: Sql,
  slug: string,
): Promise<RegisteredBusiness | null> {
  const [business] = await sql<RegisteredBusiness[]>`
    select business_id, slug, mode, status, created_at, rates, clock_offset_milliseconds
    from registry.businesses where slug = ${slug}`
  return business ?? null
}

/** The same, locked until the transaction ends: other changes of this business wait. */
export async function lockBusinessBySlug(
  tx: Transaction,
  slug: string,
): Promise<RegisteredBusiness | null> {
  const [business] = await tx<RegisteredBusiness[]>`
    select business_id, slug, mode, status, created_at, rates, clock_offset_milliseconds
    from registry.businesses where slug = ${slug} for no key update`
  return business ?? null
}

/** By slug. */
export const listAllBusinesses = (sql: Sql): Query<RegisteredBusiness> => sql`
  select business_id, slug, mode, status, created_at, rates, clock_offset_milliseconds
  from registry.businesses order by slug`

export const listSlugs = (
  sql: Sql,
  businessIds: readonly string[],
): Query<{ businessId: string; slug: string }> => sql`
  select business_id, slug from registry.businesses
  where business_id = any(${[...businessIds]}::uuid[])`

interface BusinessFilter {
  /** null: no limit */
  mode: string | null
  status: string | null
  country: string | null
  currency: string | null
  search: string | null
  offset: number
  limit: number | null
}

/** A page of businesses; with no business on it, one row whose business is null. */
export type BusinessPageRow = {
  [Field in keyof BusinessSummary]: BusinessSummary[Field] | null
} & {
  /** Of all pages. */
  total: number
  /** The slugs of those that are on a node that does not respond. */
  unavailable: string[]
}

/**
 * By slug. The registry knows the mode and the status of a business; only with another filter are the
 * rows of more businesses read than those of the page.
 */
export const listBusinesses = (sql: Sql, input: BusinessFilter): Query<BusinessPageRow> => {
  const { country, currency, search, offset, limit } = input
  const isRegistryEnough = country === null && currency === null && search === null
  const registered = sql`
    from registry.businesses registered
    where (${input.mode}::text is null or registered.mode = ${input.mode})
      and (${input.status}::text is null or registered.status = ${input.status})`
  const page = sql`offset ${offset} limit ${limit}`
  const whole = sql``
  return sql`
    with listed as materialized (
      select business_id, slug, mode, status, created_at, name, timezone, currency, language,
        country, is_available
      from app.find_businesses(
        array(
          select registered.business_id ${registered}
          order by registered.slug ${isRegistryEnough ? page : whole}),
        ${country}, ${currency}, ${search}))
    select page.business_id, page.slug, page.mode, page.status, page.created_at, page.name,
      page.timezone, page.currency, page.language, page.country, every.total, every.unavailable
    from (
      select
        ${
          isRegistryEnough
            ? sql`(select count(*) ${registered})::int`
            : sql`(count(*) filter (where listed.is_available))::int`
        } as total,
        coalesce(
          array_agg(listed.slug order by listed.slug) filter (where not listed.is_available), '{}')
          as unavailable
      from listed) every
    left join (
      select listed.business_id, listed.slug, listed.mode, listed.status, listed.created_at,
        listed.name, listed.timezone, listed.currency, listed.language, listed.country
      from listed
      where listed.is_available order by listed.slug ${isRegistryEnough ? whole : page}) page
      on true
    order by page.slug`
}

/** Registers a slug for a new business. False: the slug is taken. */
export async function registerBusiness(
  tx: Transaction,
  business: Omit<RegisteredBusiness, 'rates' | 'clockOffsetMilliseconds'>,
): Promise<boolean> {
  const registered = await tx<{ businessId: string }[]>`
    insert into registry.businesses (business_id, slug, mode, status, created_at)
    values (
      ${business.businessId}, ${business.slug}, ${business.mode}, ${business.status},
      ${business.createdAt})
    on conflict (slug) do nothing returning business_id`
  return registered.length === 1
}

export const updateRates = (
  tx: Transaction,
  businessId: string,
  rates: Record<string, number>,
): Query<object> => tx`
  update registry.businesses set rates = ${tx.json(rates)} where business_id = ${businessId}`

export const updateBusinessStatus = (
  tx: Transaction,
  businessId: string,
  status: BusinessStatus,
): Query<object> => tx`
  update registry.businesses set status = ${status} where business_id = ${businessId}`

export const updateClockOffset = (
  tx: Transaction,
  businessId: string,
  milliseconds: number,
): Query<object> => tx`
  update registry.businesses set clock_offset_milliseconds = ${milliseconds}
  where business_id = ${businessId}`

/** Sets the tenant of the rest of a registry transaction. */
export async function setTenant(tx: Transaction, businessId: string): Promise<Tx> {
  await tx`select app.set_business(${businessId})`
  return Object.assign(tx, { businessId })
}

export const findBusinessIdentity = (
  tx: Tx,
): Query<Pick<BusinessSummary, 'name' | 'timezone' | 'currency' | 'language' | 'country'>> => tx`
  select b.name, s.timezone, s.currency, s.main_language as language, b.country
  from businesses b
  join business_settings s on s.business_id = b.business_id
  where b.business_id = ${tx.businessId}`

/** How many active rows a business has, how many upcoming bookings, and whether its page is on. */
export const countBusinessRows = (
  tx: Tx,
  now: Date,
): Query<{
  catalogVersion: number
  categories: number
  services: number
  professionals: number
  comingBookings: number
  onlinePage: boolean
}> => tx`
  select catalog_version,
    (select count(*)::int from categories
      where business_id = ${tx.businessId} and active) as categories,
    (select count(*)::int from services
      where business_id = ${tx.businessId} and active) as services,
    (select count(*)::int from professionals
      where business_id = ${tx.businessId} and active) as professionals,
    (select count(*)::int from bookings
      where business_id = ${tx.businessId} and starts_at >= ${now}
        and state in ('pending', 'confirmed')) as coming_bookings,
    (select online_page from business_settings
      where business_id = ${tx.businessId}) as online_page
  from businesses where business_id = ${tx.businessId}`
