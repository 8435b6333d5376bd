import { type businessQueries, catalogQueries, salonRecordQueries, type Tx } from '@silla/db'
import { type EpochDay, parseDate } from '@silla/slots'
import { languages, type OpeningDay, type Settings, type Translated } from '../catalog/catalog.ts'
import type {
  Salon,
  SalonCategory,
  SalonPackage,
  SalonProduct,
  SalonProfessional,
  SalonProfile,
  SalonService,
} from './salon.ts'

/** A salon as the database holds it, with the rows that its handles stand for. */
export interface SalonRecord {
  salon: Salon
  categories: Filed
  services: Filed
  professionals: Filed
  products: Filed
  pointsPackages: Filed
}

/** By handle, inactive rows too. */
export type Filed = ReadonlyMap<string, { id: number; position: number; active: boolean }>

/** Reads one salon whole; what is inactive is among the rows but no part of the salon. */
export async function salonOnRecord(tx: Tx, business: businessQueries.RegisteredBusiness): Promise<SalonRecord> {
  const [
    [profile],
    openings,
    closings,
    categories,
    services,
    professionals,
    offers,
    shifts,
    exceptions,
    products,
    packages,
  ] = await Promise.all([
    catalogQueries.businessProfile(tx),
    catalogQueries.openingHours(tx),
    catalogQueries.closingDays(tx),
    salonRecordQueries.filedCategories(tx),
    salonRecordQueries.filedServices(tx),
    salonRecordQueries.filedProfessionals(tx),
    catalogQueries.offeredServices(tx),
    catalogQueries.weeklyShifts(tx),
    catalogQueries.scheduleExceptions(tx),
    salonRecordQueries.filedProducts(tx),
    salonRecordQueries.filedPackages(tx),
  ])
  if (profile === undefined) throw new Error(`business ${business.businessId} is registered and has no profile`)
  const categoryHandles = handlesOf(categories)
  const activeServices = services.filter(({ active }) => active)
  const offered = groupedById(offers)
  const shiftsOf = groupedById(shifts)
  const exceptionsOf = groupedById(exceptions)
  const salon: Salon = {
    slug: business.slug,
    mode: business.mode,
    profile: profileFrom(profile),
    settings: settingsFrom(profile),
    rates: business.rates,
    openings: [1, 2, 3, 4, 5, 6, 7].map((weekday) =>
      openingFrom(
        weekday,
        openings.find((row) => row.weekday === weekday),
      ),
    ),
    closings: closings.map((row) => ({
      day: dayFrom(row.day),
      reason: textFrom(row.reason),
      fromMinute: row.from_minute,
      toMinute: row.to_minute,
    })),
    categories: categories.filter(({ active }) => active).map(categoryFrom),
    services: activeServices.map((row) => serviceFrom(row, categoryHandles.get(row.category_id) ?? '')),
    professionals: professionals
      .filter(({ active }) => active)
      .map((row): SalonProfessional => {
        const serviceIds = new Set((offered.get(row.id) ?? []).map((offer) => offer.service_id))
        return {
          handle: row.handle,
          name: row.name,
          title: textFrom(row.title),
          bio: textFrom(row.bio),
          specialties: row.specialties.map(textFrom),
          imageUrl: row.image_url,
          galleryUrls: row.gallery_urls,
          serviceHandles: activeServices.filter(({ id }) => serviceIds.has(id)).map(({ handle }) => handle),
          shifts: (shiftsOf.get(row.id) ?? []).map((shift) => ({
            weekday: shift.weekday,
            startMinute: shift.start_minute,
            endMinute: shift.end_minute,
          })),
          exceptions: (exceptionsOf.get(row.id) ?? []).map((exception) => ({
            day: dayFrom(exception.day),
            reason: textFrom(exception.reason),
            works: exception.start_minutes.length > 0,
            shifts: exception.start_minutes.map((startMinute, index) => ({
              startMinute,
              endMinute: exception.end_minutes[index] ?? 0,
            })),
          })),
        }
      }),
    products: products
      .filter(({ active }) => active)
      .map((row) => productFrom(row, categoryHandles.get(row.category_id) ?? '')),
    pointsPackages: packages.filter(({ active }) => active).map(packageFrom),
  }
  return {
    salon,
    categories: filed(categories),
    services: filed(services),
    professionals: filed(professionals),
    products: filed(products),
    pointsPackages: filed(packages),
  }
}

function profileFrom(row: catalogQueries.BusinessRow): SalonProfile {
  return {
    name: row.name,
    description: textFrom(row.description),
    email: row.email,
    phone: row.phone,
    address: { street: row.street, city: row.city, postalCode: row.postal_code, country: row.country },
    latitude: row.latitude,
    longitude: row.longitude,
    logoUrl: row.logo_url,
    coverUrl: row.cover_url,
    instagram: row.instagram,
    facebook: row.facebook,
    website: row.website,
  }
}

function settingsFrom(row: catalogQueries.BusinessRow): Settings {
  return {
    currency: row.currency,
    timezone: row.timezone,
    mainLanguage: row.main_language,
    acceptsOnlinePayments: row.accepts_online_payments,
    requiresPrepayment: row.requires_prepayment,
    confirmsByHand: row.confirms_by_hand,
    cancellationHours: row.cancellation_hours,
    pointsEnabled: row.points_enabled,
    phoneRequired: row.phone_required,
    slotIntervalMinutes: row.slot_interval_minutes,
    horizonDays: row.horizon_days,
    noticeMinutes: row.notice_minutes,
    autocompleteHours: row.autocomplete_hours,
    reminderHours: row.reminder_hours,
  }
}

function openingFrom(weekday: number, row: catalogQueries.OpeningRow | undefined): OpeningDay {
  return {
    weekday,
    opensMinute: row?.opens_minute ?? null,
    closesMinute: row?.closes_minute ?? null,
    breakStartMinute: row?.break_start_minute ?? null,
    breakEndMinute: row?.break_end_minute ?? null,
  }
}

function categoryFrom(row: catalogQueries.CategoryRow & { handle: string }): SalonCategory {
  return {
    handle: row.handle,
    kind: row.kind,
    name: textFrom(row.name),
    description: textFrom(row.description),
    imageUrl: row.image_url,
  }
}

function serviceFrom(row: catalogQueries.ServiceRow & { handle: string }, categoryHandle: string): SalonService {
  return {
    handle: row.handle,
    categoryHandle,
    name: textFrom(row.name),
    description: textFrom(row.description),
    durationMinutes: row.duration_minutes,
    priceCents: row.price_cents,
    offerPriceCents: row.offer_price_cents,
    pointsAwarded: row.points_awarded,
    pointsPrice: row.points_price,
    imageUrl: row.image_url,
    galleryUrls: row.gallery_urls,
    bookableOnline: row.bookable_online,
    featured: row.featured,
  }
}

function productFrom(row: catalogQueries.ProductRow & { handle: string }, categoryHandle: string): SalonProduct {
  return {
    handle: row.handle,
    categoryHandle,
    name: textFrom(row.name),
    description: textFrom(row.description),
    priceCents: row.price_cents,
    offerPriceCents: row.offer_price_cents,
    pointsAwarded: row.points_awarded,
    imageUrl: row.image_url,
    featured: row.featured,
    stock: row.stock,
  }
}

function packageFrom(row: catalogQueries.PackageRow & { handle: string }): SalonPackage {
  return { handle: row.handle, name: textFrom(row.name), points: row.points, priceCents: row.price_cents }
}

/** jsonb does not keep the order of its words. */
function textFrom(row: Translated): Translated {
  const text: Translated = {}
  for (const language of languages) if (row[language] !== undefined) text[language] = row[language]
  return text
}

function dayFrom(text: string): EpochDay {
  const day = parseDate(text)
  if (day === null) throw new Error(`the database holds a day that is none: ${text}`)
  return day
}

function filed(rows: readonly (salonRecordQueries.Filed & { id: number })[]): Filed {
  return new Map(rows.map(({ handle, id, position, active }) => [handle, { id, position, active }]))
}

function handlesOf(rows: readonly { id: number; handle: string }[]): Map<number, string> {
  return new Map(rows.map(({ id, handle }) => [id, handle]))
}

function groupedById<Row extends { professional_id: number }>(rows: readonly Row[]): Map<number, Row[]> {
  return Map.groupBy(rows, (row) => row.professional_id)
}
