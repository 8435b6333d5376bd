import type { Sql } from '../../pool.ts'
import { recordset } from '../../pool.ts'
import type { Tx } from '../../tenant-db.ts'
import type {
  BusinessRow,
  CategoryRow,
  ClosingRow,
  OpeningRow,
  PackageRow,
  ProductRow,
  ProfessionalRow,
  ServiceRow,
  TextRow,
} from '../catalog.ts'

// Every write takes a whole list at once: two thousand services are as many statements as two.

export interface HandleId {
  handle: string
  id: number
}

export const insertBusiness = (tx: Tx, row: ProfileRow, createdAt: Date) => tx`
  insert into businesses (business_id, name, description, email, phone, street, city, postal_code, country,
    latitude, longitude, logo_url, cover_url, instagram, facebook, website, created_at)
  values (${tx.businessId}, ${row.name}, ${json(tx, row.description)}, ${row.email}, ${row.phone}, ${row.street}, ${row.city},
    ${row.postalCode}, ${row.country}, ${row.latitude}, ${row.longitude}, ${row.logoUrl}, ${row.coverUrl},
    ${row.instagram}, ${row.facebook}, ${row.website}, ${createdAt})`

export const updateProfile = (tx: Tx, row: ProfileRow) => tx`
  update businesses set name = ${row.name}, description = ${json(tx, row.description)}, email = ${row.email},
    phone = ${row.phone}, street = ${row.street}, city = ${row.city}, postal_code = ${row.postalCode},
    country = ${row.country}, latitude = ${row.latitude}, longitude = ${row.longitude}, logo_url = ${row.logoUrl},
    cover_url = ${row.coverUrl}, instagram = ${row.instagram}, facebook = ${row.facebook}, website = ${row.website}
  where business_id = ${tx.businessId}`

export const updateSettings = (tx: Tx, row: SettingsRow) => tx`
  insert into business_settings (business_id, currency, timezone, main_language, accepts_online_payments,
    requires_prepayment, confirms_by_hand, cancellation_hours, points_enabled, phone_required, slot_interval_minutes,
    horizon_days, notice_minutes, autocomplete_hours, reminder_hours)
  values (${tx.businessId}, ${row.currency}, ${row.timezone}, ${row.mainLanguage}, ${row.acceptsOnlinePayments},
    ${row.requiresPrepayment}, ${row.confirmsByHand}, ${row.cancellationHours}, ${row.pointsEnabled},
    ${row.phoneRequired}, ${row.slotIntervalMinutes}, ${row.horizonDays}, ${row.noticeMinutes},
    ${row.autocompleteHours}, ${row.reminderHours})
  on conflict (business_id) do update set currency = excluded.currency, timezone = excluded.timezone,
    main_language = excluded.main_language, accepts_online_payments = excluded.accepts_online_payments,
    requires_prepayment = excluded.requires_prepayment, confirms_by_hand = excluded.confirms_by_hand,
    cancellation_hours = excluded.cancellation_hours, points_enabled = excluded.points_enabled,
    phone_required = excluded.phone_required, slot_interval_minutes = excluded.slot_interval_minutes,
    horizon_days = excluded.horizon_days, notice_minutes = excluded.notice_minutes,
    autocomplete_hours = excluded.autocomplete_hours, reminder_hours = excluded.reminder_hours`

export async function replaceOpenings(tx: Tx, rows: OpeningRow[]): Promise<void> {
  await tx`delete from opening_hours where business_id = ${tx.businessId}`
  await tx`
    insert into opening_hours (business_id, weekday, opens_minute, closes_minute, break_start_minute, break_end_minute)
    select ${tx.businessId}::uuid, asked.weekday, asked.opens_minute, asked.closes_minute, asked.break_start_minute,
      asked.break_end_minute
    from jsonb_to_recordset(${recordset(tx, rows)}) as asked (
      weekday int, opens_minute int, closes_minute int, break_start_minute int, break_end_minute int)`
}

export async function replaceClosings(tx: Tx, rows: ClosingRow[]): Promise<void> {
  await tx`delete from closing_days where business_id = ${tx.businessId}`
  await tx`
    insert into closing_days (business_id, day, reason, from_minute, to_minute)
    select ${tx.businessId}::uuid, asked.day, asked.reason, asked.from_minute, asked.to_minute
    from jsonb_to_recordset(${recordset(tx, rows)}) as asked (day date, reason jsonb, from_minute int, to_minute int)`
}

/** By handle: a new one is added, a known one takes these values and is active again. */
export const upsertCategories = (tx: Tx, rows: CategoryWrite[]) => tx<HandleId[]>`
  insert into categories (business_id, handle, kind, name, description, image_url, position)
  select ${tx.businessId}::uuid, asked.handle, asked.kind, asked.name, asked.description, asked.image_url, asked.position
  from jsonb_to_recordset(${recordset(tx, rows)}) as asked (
    handle text, kind text, name jsonb, description jsonb, image_url text, position int)
  on conflict (business_id, handle) do update set kind = excluded.kind, name = excluded.name,
    description = excluded.description, image_url = excluded.image_url, position = excluded.position, active = true
  returning handle, id`

/** By handle, as `upsertCategories`. */
export const upsertServices = (tx: Tx, rows: ServiceWrite[]) => tx<HandleId[]>`
  insert into services (business_id, handle, category_id, name, description, duration_minutes, price_cents,
    offer_price_cents, points_awarded, points_price, image_url, gallery_urls, bookable_online, featured, position)
  select ${tx.businessId}::uuid, asked.handle, asked.category_id, asked.name, asked.description, asked.duration_minutes,
    asked.price_cents, asked.offer_price_cents, asked.points_awarded, asked.points_price, asked.image_url,
    asked.gallery_urls, asked.bookable_online, asked.featured, asked.position
  from jsonb_to_recordset(${recordset(tx, rows)}) as asked (
    handle text, category_id bigint, name jsonb, description jsonb, duration_minutes int, price_cents bigint,
    offer_price_cents bigint, points_awarded int, points_price int, image_url text, gallery_urls text[],
    bookable_online boolean, featured boolean, position int)
  on conflict (business_id, handle) do update set category_id = excluded.category_id, name = excluded.name,
    description = excluded.description, duration_minutes = excluded.duration_minutes, price_cents = excluded.price_cents,
    offer_price_cents = excluded.offer_price_cents, points_awarded = excluded.points_awarded,
    points_price = excluded.points_price, image_url = excluded.image_url, gallery_urls = excluded.gallery_urls,
    bookable_online = excluded.bookable_online, featured = excluded.featured, position = excluded.position, active = true
  returning handle, id`

/** By handle, as `upsertCategories`. What orders have taken of a product stays taken. */
export const upsertProducts = (tx: Tx, rows: ProductWrite[]) => tx<HandleId[]>`
  insert into products (business_id, handle, category_id, name, description, price_cents, offer_price_cents, points_awarded,
    image_url, featured, stock, position)
  select ${tx.businessId}::uuid, asked.handle, asked.category_id, asked.name, asked.description, asked.price_cents,
    asked.offer_price_cents, asked.points_awarded, asked.image_url, asked.featured, asked.stock, asked.position
  from jsonb_to_recordset(${recordset(tx, rows)}) as asked (
    handle text, category_id bigint, name jsonb, description jsonb, price_cents bigint, offer_price_cents bigint,
    points_awarded int, image_url text, featured boolean, stock int, position int)
  on conflict (business_id, handle) do update set category_id = excluded.category_id, name = excluded.name,
    description = excluded.description, price_cents = excluded.price_cents, offer_price_cents = excluded.offer_price_cents,
    points_awarded = excluded.points_awarded, image_url = excluded.image_url, featured = excluded.featured,
    stock = excluded.stock, position = excluded.position, active = true
  returning handle, id`

/** By handle, as `upsertCategories`. */
export const upsertPackages = (tx: Tx, rows: PackageWrite[]) => tx<HandleId[]>`
  insert into points_packages (business_id, handle, name, points, price_cents, position)
  select ${tx.businessId}::uuid, asked.handle, asked.name, asked.points, asked.price_cents, asked.position
  from jsonb_to_recordset(${recordset(tx, rows)}) as asked (
    handle text, name jsonb, points int, price_cents bigint, position int)
  on conflict (business_id, handle) do update set name = excluded.name, points = excluded.points,
    price_cents = excluded.price_cents, position = excluded.position, active = true
  returning handle, id`

/** So many things that a claim can hold; a professional takes the id of one. */
export const insertResources = (tx: Tx, count: number) => tx<{ id: number }[]>`
  insert into resources (business_id, kind)
  select ${tx.businessId}::uuid, 'professional' from generate_series(1, ${count}::int)
  returning id`

/** By handle, as `upsertCategories`; a known one keeps its id, whatever `id` says. */
export const upsertProfessionals = (tx: Tx, rows: ProfessionalWrite[]) => tx<HandleId[]>`
  insert into professionals (business_id, id, handle, name, title, bio, specialties, image_url, gallery_urls, position)
  select ${tx.businessId}::uuid, asked.id, asked.handle, asked.name, asked.title, asked.bio, asked.specialties,
    asked.image_url, asked.gallery_urls, asked.position
  from jsonb_to_recordset(${recordset(tx, rows)}) as asked (
    id bigint, handle text, name text, title jsonb, bio jsonb, specialties jsonb, image_url text, gallery_urls text[],
    position int)
  on conflict (business_id, handle) do update set name = excluded.name, title = excluded.title, bio = excluded.bio,
    specialties = excluded.specialties, image_url = excluded.image_url, gallery_urls = excluded.gallery_urls,
    position = excluded.position, active = true
  returning handle, id`

/** Takes rows out of the catalogue; bookings go on referring to them. */
export const deactivate = (tx: Tx, table: HandleTable, ids: number[]) => tx`
  update ${tx(table)} set active = false where business_id = ${tx.businessId} and id = any(${ids}::bigint[])`

/** Gives rows their place in the list. */
export const updatePositions = (
  tx: Tx,
  table: HandleTable,
  rows: { id: number; position: number }[],
) => tx`
  update ${tx(table)} as arranged set position = asked.position
  from unnest(${rows.map(({ id }) => id)}::bigint[], ${rows.map(({ position }) => position)}::int[]) as asked (id, position)
  where arranged.business_id = ${tx.businessId} and arranged.id = asked.id`

/** What some professionals offer, and nothing else from now on. */
export async function replaceOffers(
  tx: Tx,
  professionalIds: number[],
  offers: OfferWrite[],
): Promise<void> {
  await tx`
    delete from professional_services
    where business_id = ${tx.businessId} and professional_id = any(${professionalIds}::bigint[])`
  await tx`
    insert into professional_services (business_id, professional_id, service_id)
    select ${tx.businessId}::uuid, asked.professional_id, asked.service_id
    from unnest(${offers.map((offer) => offer.professionalId)}::bigint[], ${offers.map((offer) => offer.serviceId)}::bigint[])
      as asked (professional_id, service_id)`
}

export async function replaceShifts(
  tx: Tx,
  professionalIds: number[],
  rows: ShiftWrite[],
): Promise<void> {
  await tx`
    delete from shifts where business_id = ${tx.businessId} and professional_id = any(${professionalIds}::bigint[])`
  await tx`
    insert into shifts (business_id, professional_id, weekday, start_minute, end_minute)
    select ${tx.businessId}::uuid, asked.professional_id, asked.weekday, asked.start_minute, asked.end_minute
    from jsonb_to_recordset(${recordset(tx, rows)}) as asked (
      professional_id bigint, weekday int, start_minute int, end_minute int)`
}

export async function replaceExceptions(
  tx: Tx,
  professionalIds: number[],
  rows: ExceptionWrite[],
): Promise<void> {
  await tx`
    delete from schedule_exceptions
    where business_id = ${tx.businessId} and professional_id = any(${professionalIds}::bigint[])`
  await tx`
    insert into schedule_exceptions (business_id, professional_id, day, reason, start_minutes, end_minutes)
    select ${tx.businessId}::uuid, asked.professional_id, asked.day, asked.reason, asked.start_minutes, asked.end_minutes
    from jsonb_to_recordset(${recordset(tx, rows)}) as asked (
      professional_id bigint, day date, reason jsonb, start_minutes int[], end_minutes int[])`
}

/** Every process drops its copy of the catalogue at the commit. */
export const touchCatalog = (tx: Tx) => tx`select app.touch_catalog(${tx.businessId})`

export type HandleTable =
  | 'categories'
  | 'services'
  | 'professionals'
  | 'products'
  | 'points_packages'

type SettingsColumn =
  | 'currency'
  | 'timezone'
  | 'mainLanguage'
  | 'acceptsOnlinePayments'
  | 'requiresPrepayment'
  | 'confirmsByHand'
  | 'cancellationHours'
  | 'pointsEnabled'
  | 'phoneRequired'
  | 'slotIntervalMinutes'
  | 'horizonDays'
  | 'noticeMinutes'
  | 'autocompleteHours'
  | 'reminderHours'
export type SettingsRow = Pick<BusinessRow, SettingsColumn>
export type ProfileRow = Omit<BusinessRow, SettingsColumn | 'catalogVersion' | 'canCharge'>

interface Placed {
  handle: string
  position: number
}

export type CategoryWrite = Omit<CategoryRow, 'id'> & Placed
export type ServiceWrite = Omit<ServiceRow, 'id'> & Placed
export type ProfessionalWrite = ProfessionalRow & Placed
export type ProductWrite = Omit<ProductRow, 'id'> & Placed
export type PackageWrite = Omit<PackageRow, 'id'> & Placed

export interface OfferWrite {
  professionalId: number
  serviceId: number
}

export interface ShiftWrite {
  professionalId: number
  weekday: number
  startMinute: number
  endMinute: number
}

export interface ExceptionWrite {
  professionalId: number
  day: string
  reason: TextRow
  startMinutes: number[]
  endMinutes: number[]
}

function json(sql: Sql, value: unknown) {
  return sql.json(value as never)
}
