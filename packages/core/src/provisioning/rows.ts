import type { catalogQueries, salonWriteQueries } from '@silla/db'
import { formatDate } from '@silla/slots'
import type { ClosingDay, OpeningDay, Settings } from '../catalog/catalog.ts'
import type {
  SalonCategory,
  SalonPackage,
  SalonProduct,
  SalonProfessional,
  SalonProfile,
  SalonService,
} from './salon.ts'

// A salon in the words of the tables.

export const profileRow = (profile: SalonProfile): salonWriteQueries.ProfileRow => ({
  name: profile.name,
  description: profile.description,
  email: profile.email,
  phone: profile.phone,
  street: profile.address.street,
  city: profile.address.city,
  postal_code: profile.address.postalCode,
  country: profile.address.country,
  latitude: profile.latitude,
  longitude: profile.longitude,
  logo_url: profile.logoUrl,
  cover_url: profile.coverUrl,
  instagram: profile.instagram,
  facebook: profile.facebook,
  website: profile.website,
})

export const settingsRow = (settings: Settings): salonWriteQueries.SettingsRow => ({
  currency: settings.currency,
  timezone: settings.timezone,
  main_language: settings.mainLanguage,
  accepts_online_payments: settings.acceptsOnlinePayments,
  requires_prepayment: settings.requiresPrepayment,
  confirms_by_hand: settings.confirmsByHand,
  cancellation_hours: settings.cancellationHours,
  points_enabled: settings.pointsEnabled,
  phone_required: settings.phoneRequired,
  slot_interval_minutes: settings.slotIntervalMinutes,
  horizon_days: settings.horizonDays,
  notice_minutes: settings.noticeMinutes,
  autocomplete_hours: settings.autocompleteHours,
  reminder_hours: settings.reminderHours,
})

/** A closed weekday has no row. */
export const openingRows = (opening: OpeningDay): catalogQueries.OpeningRow[] =>
  opening.opensMinute === null || opening.closesMinute === null
    ? []
    : [
        {
          weekday: opening.weekday,
          opens_minute: opening.opensMinute,
          closes_minute: opening.closesMinute,
          break_start_minute: opening.breakStartMinute,
          break_end_minute: opening.breakEndMinute,
        },
      ]

export const closingRow = (closing: ClosingDay): catalogQueries.ClosingRow => ({
  day: formatDate(closing.day),
  reason: closing.reason,
  from_minute: closing.fromMinute,
  to_minute: closing.toMinute,
})

export const categoryRow = (category: SalonCategory, position: number): salonWriteQueries.CategoryWrite => ({
  handle: category.handle,
  kind: category.kind,
  name: category.name,
  description: category.description,
  image_url: category.imageUrl,
  position,
})

export const serviceRow = (
  service: SalonService,
  position: number,
  categoryId: number,
): salonWriteQueries.ServiceWrite => ({
  handle: service.handle,
  category_id: categoryId,
  name: service.name,
  description: service.description,
  duration_minutes: service.durationMinutes,
  price_cents: service.priceCents,
  offer_price_cents: service.offerPriceCents,
  points_awarded: service.pointsAwarded,
  points_price: service.pointsPrice,
  image_url: service.imageUrl,
  gallery_urls: service.galleryUrls,
  bookable_online: service.bookableOnline,
  featured: service.featured,
  position,
})

export const productRow = (
  product: SalonProduct,
  position: number,
  categoryId: number,
): salonWriteQueries.ProductWrite => ({
  handle: product.handle,
  category_id: categoryId,
  name: product.name,
  description: product.description,
  price_cents: product.priceCents,
  offer_price_cents: product.offerPriceCents,
  points_awarded: product.pointsAwarded,
  image_url: product.imageUrl,
  featured: product.featured,
  stock: product.stock,
  position,
})

export const packageRow = (offered: SalonPackage, position: number): salonWriteQueries.PackageWrite => ({
  handle: offered.handle,
  name: offered.name,
  points: offered.points,
  price_cents: offered.priceCents,
  position,
})

export const professionalRow = (
  professional: SalonProfessional,
  position: number,
  id: number,
): salonWriteQueries.ProfessionalWrite => ({
  id,
  handle: professional.handle,
  name: professional.name,
  title: professional.title,
  bio: professional.bio,
  specialties: professional.specialties,
  image_url: professional.imageUrl,
  gallery_urls: professional.galleryUrls,
  position,
})

export const shiftRows = (professional: SalonProfessional, id: number): salonWriteQueries.ShiftWrite[] =>
  professional.shifts.map(({ weekday, startMinute, endMinute }) => ({
    professional_id: id,
    weekday,
    start_minute: startMinute,
    end_minute: endMinute,
  }))

export const exceptionRows = (professional: SalonProfessional, id: number): salonWriteQueries.ExceptionWrite[] =>
  professional.exceptions.map(({ day, reason, shifts }) => ({
    professional_id: id,
    day: formatDate(day),
    reason,
    start_minutes: shifts.map(({ startMinute }) => startMinute),
    end_minutes: shifts.map(({ endMinute }) => endMinute),
  }))
