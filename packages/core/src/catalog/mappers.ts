import type { catalogQueries as rows } from '@silla/db'
import { type EpochDay, parseDate } from '@silla/slots'
import {
  type Business,
  type Category,
  type ClosingDay,
  languages,
  type OpeningDay,
  type PointsPackage,
  type Product,
  type Professional,
  type Review,
  type ScheduleException,
  type Service,
  type Settings,
  type Translated,
} from './catalog.ts'

// The catalogue's rows in the core's words, for whoever reads them: to show a salon, or to compare it with its file. What links
// rows to each other is left to them: one goes by ids, the other by handles.

export const profileFrom = (row: rows.BusinessRow): Omit<Business, 'id'> => ({
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
})

export const settingsFrom = (row: rows.BusinessRow): Settings => ({
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
})

/** A weekday without a row is closed. */
export function weekFrom(openings: readonly rows.OpeningRow[]): OpeningDay[] {
  const rowOf = new Map(openings.map((row) => [row.weekday, row]))
  return [1, 2, 3, 4, 5, 6, 7].map((weekday) => {
    const row = rowOf.get(weekday)
    return {
      weekday,
      opensMinute: row?.opens_minute ?? null,
      closesMinute: row?.closes_minute ?? null,
      breakStartMinute: row?.break_start_minute ?? null,
      breakEndMinute: row?.break_end_minute ?? null,
    }
  })
}

export const closingFrom = (row: rows.ClosingRow): ClosingDay => ({
  day: dayFrom(row.day),
  reason: textFrom(row.reason),
  fromMinute: row.from_minute,
  toMinute: row.to_minute,
})

export const categoryFrom = (row: rows.CategoryRow): Omit<Category, 'id'> => ({
  kind: row.kind,
  name: textFrom(row.name),
  description: textFrom(row.description),
  imageUrl: row.image_url,
})

export const serviceFrom = (row: rows.ServiceRow): Omit<Service, 'id' | 'categoryId' | 'professionalIds'> => ({
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
})

/** @param own the shifts and exceptions of this professional, in order */
export const professionalFrom = (
  row: rows.ProfessionalRow,
  own: { shifts: readonly rows.ShiftRow[]; exceptions: readonly rows.ExceptionRow[] },
): Omit<Professional, 'id' | 'serviceIds' | 'reviews'> => ({
  name: row.name,
  title: textFrom(row.title),
  bio: textFrom(row.bio),
  specialties: row.specialties.map(textFrom),
  imageUrl: row.image_url,
  galleryUrls: row.gallery_urls,
  shifts: own.shifts.map((shift) => ({
    weekday: shift.weekday,
    startMinute: shift.start_minute,
    endMinute: shift.end_minute,
  })),
  exceptions: own.exceptions.map(exceptionFrom),
})

const exceptionFrom = (row: rows.ExceptionRow): ScheduleException => ({
  day: dayFrom(row.day),
  reason: textFrom(row.reason),
  works: row.start_minutes.length > 0,
  shifts: row.start_minutes.map((startMinute, index) => ({ startMinute, endMinute: row.end_minutes[index] as number })),
})

/** What is left of a product is no part of the catalogue: it changes with every sale. */
export const productFrom = (row: rows.ProductRow): Omit<Product, 'id' | 'categoryId' | 'isCounted'> => ({
  name: textFrom(row.name),
  description: textFrom(row.description),
  priceCents: row.price_cents,
  offerPriceCents: row.offer_price_cents,
  pointsAwarded: row.points_awarded,
  imageUrl: row.image_url,
  featured: row.featured,
})

export const packageFrom = (row: rows.PackageRow): Omit<PointsPackage, 'id'> => ({
  name: textFrom(row.name),
  points: row.points,
  priceCents: row.price_cents,
})

export const reviewFrom = (row: rows.ReviewRow): Review => ({
  id: row.id,
  customerName: row.customer_name,
  rating: row.rating,
  comment: row.comment,
  day: dayFrom(row.day),
})

function dayFrom(text: string): EpochDay {
  const day = parseDate(text)
  if (day === null) throw new RangeError(`the database holds a day that is none: ${text}`)
  return day
}

/** jsonb does not keep the order of its words. */
function textFrom(row: Translated): Translated {
  const text: Translated = {}
  for (const language of languages) if (row[language] !== undefined) text[language] = row[language]
  return text
}
