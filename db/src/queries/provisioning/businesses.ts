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
}

interface BusinessPage {
  /** Businesses with this slug and those before it are left out; null: from the first one on. */
  after: string | null
  offset: number
  limit: number | null
}

export type BusinessPageRow = BusinessSummary & {
  /** False: it is on a node that does not respond, and what its rows would say is null. */
  isAvailable: boolean
}

/**
 * A page of businesses, by slug. The registry knows the mode and the status of a business; only with another
 * filter are the rows of more businesses read than those of the page.
 *
 * With another filter, those that do not respond are listed after all others, on each page.
 */
export const listBusinesses = (
  sql: Sql,
  { after, offset, limit, ...filter }: BusinessFilter & BusinessPage,
): Query<BusinessPageRow> => {
  const page = sql`offset ${offset} limit ${limit}`
  const registered = sql`
    select registered.business_id ${registeredBusinesses(sql, filter)}
      and registered.slug > ${after ?? ''}
    order by registered.slug`
  if (isRegistryEnough(filter))
    return sql`
      select ${businessColumns(sql)}
      from ${foundBusinesses(sql, filter, sql`${registered} ${page}`)} listed
      order by listed.slug`
  return sql`
    with listed as materialized (
      select ${businessColumns(sql)} from ${foundBusinesses(sql, filter, registered)} listed)
    (select ${businessColumns(sql)} from listed where is_available order by slug ${page})
    union all
    (select ${businessColumns(sql)} from listed where not is_available order by slug)`
}

/** How many businesses there are on all pages, those that do not respond not included with another filter. */
export const countBusinesses = (sql: Sql, filter: BusinessFilter): Query<{ count: number }> => {
  const registered = registeredBusinesses(sql, filter)
  return isRegistryEnough(filter)
    ? sql`select count(*)::int as count ${registered}`
    : sql`
        select count(*)::int as count
        from ${foundBusinesses(sql, filter, sql`select registered.business_id ${registered}`)} listed
        where listed.is_available`
}

const isRegistryEnough = ({ country, currency, search }: BusinessFilter) =>
  country === null && currency === null && search === null

const registeredBusinesses = (sql: Sql, { mode, status }: BusinessFilter) => sql`
  from registry.businesses registered
  where (${mode}::text is null or registered.mode = ${mode})
    and (${status}::text is null or registered.status = ${status})`

const foundBusinesses = (
  sql: Sql,
  { country, currency, search }: BusinessFilter,
  ids: ReturnType<typeof registeredBusinesses>,
) => sql`app.find_businesses(array(${ids}), ${country}, ${currency}, ${search})`

const businessColumns = (sql: Sql) => sql`
  listed.business_id, listed.slug, listed.mode, listed.status, listed.created_at, listed.name,
  listed.timezone, listed.currency, listed.language, listed.country, listed.is_available`

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
