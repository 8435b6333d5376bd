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

// Catalogue rows as core types, for the catalogue and for the comparison with a salon file. Links
// between rows are left to the callers: one uses ids, the other handles.

export const profileFrom = (row: rows.BusinessRow): Omit<Business, 'id'> => ({
  name: row.name,
  description: textFrom(row.description),
  email: row.email,
  phone: row.phone,
  address: { street: row.street, city: row.city, postalCode: row.postalCode, country: row.country },
  latitude: row.latitude,
  longitude: row.longitude,
  logoUrl: row.logoUrl,
  coverUrl: row.coverUrl,
  instagram: row.instagram,
  facebook: row.facebook,
  website: row.website,
})

export const settingsFrom = (row: rows.BusinessRow): Settings => ({
  currency: row.currency,
  timezone: row.timezone,
  mainLanguage: row.mainLanguage,
  acceptsOnlinePayments: row.acceptsOnlinePayments,
  requiresPrepayment: row.requiresPrepayment,
  confirmsByHand: row.confirmsByHand,
  cancellationHours: row.cancellationHours,
  pointsEnabled: row.pointsEnabled,
  phoneRequired: row.phoneRequired,
  slotIntervalMinutes: row.slotIntervalMinutes,
  horizonDays: row.horizonDays,
  noticeMinutes: row.noticeMinutes,
  autocompleteHours: row.autocompleteHours,
  reminderHours: row.reminderHours,
})

/** A weekday without a row is closed. */
export function weekFrom(openings: readonly rows.OpeningRow[]): OpeningDay[] {
  const rowOf = new Map(openings.map((row) => [row.weekday, row]))
  return [1, 2, 3, 4, 5, 6, 7].map((weekday) => {
    const row = rowOf.get(weekday)
    return {
      weekday,
      opensMinute: row?.opensMinute ?? null,
      closesMinute: row?.closesMinute ?? null,
      breakStartMinute: row?.breakStartMinute ?? null,
      breakEndMinute: row?.breakEndMinute ?? null,
    }
  })
}

export const closingFrom = (row: rows.ClosingRow): ClosingDay => ({
  day: dayFrom(row.day),
  reason: textFrom(row.reason),
  fromMinute: row.fromMinute,
  toMinute: row.toMinute,
})

export const categoryFrom = (row: rows.CategoryRow): Omit<Category, 'id'> => ({
  kind: row.kind,
  name: textFrom(row.name),
  description: textFrom(row.description),
  imageUrl: row.imageUrl,
})

export const serviceFrom = (
  row: rows.ServiceRow,
): Omit<Service, 'id' | 'categoryId' | 'professionalIds'> => ({
  name: textFrom(row.name),
  description: textFrom(row.description),
  durationMinutes: row.durationMinutes,
  priceCents: row.priceCents,
  offerPriceCents: row.offerPriceCents,
  pointsAwarded: row.pointsAwarded,
  pointsPrice: row.pointsPrice,
  imageUrl: row.imageUrl,
  galleryUrls: row.galleryUrls,
  bookableOnline: row.bookableOnline,
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
  imageUrl: row.imageUrl,
  galleryUrls: row.galleryUrls,
  shifts: own.shifts.map((shift) => ({
    weekday: shift.weekday,
    startMinute: shift.startMinute,
    endMinute: shift.endMinute,
  })),
  exceptions: own.exceptions.map(exceptionFrom),
})

const exceptionFrom = (row: rows.ExceptionRow): ScheduleException => ({
  day: dayFrom(row.day),
  reason: textFrom(row.reason),
  works: row.startMinutes.length > 0,
  shifts: row.startMinutes.map((startMinute, index) => ({
    startMinute,
    endMinute: row.endMinutes[index] as number,
  })),
})

/** What is left of a product is no part of the catalogue: it changes with every sale. */
export const productFrom = (
  row: rows.ProductRow,
): Omit<Product, 'id' | 'categoryId' | 'isCounted'> => ({
  name: textFrom(row.name),
  description: textFrom(row.description),
  priceCents: row.priceCents,
  offerPriceCents: row.offerPriceCents,
  pointsAwarded: row.pointsAwarded,
  imageUrl: row.imageUrl,
  featured: row.featured,
})

export const packageFrom = (row: rows.PackageRow): Omit<PointsPackage, 'id'> => ({
  name: textFrom(row.name),
  points: row.points,
  priceCents: row.priceCents,
})

export const reviewFrom = (row: rows.ReviewRow): Review => ({
  id: row.id,
  customerName: row.customerName,
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
