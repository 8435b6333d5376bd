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
  postalCode: profile.address.postalCode,
  country: profile.address.country,
  latitude: profile.latitude,
  longitude: profile.longitude,
  logoUrl: profile.logoUrl,
  coverUrl: profile.coverUrl,
  instagram: profile.instagram,
  facebook: profile.facebook,
  website: profile.website,
})

export const settingsRow = (settings: Settings): salonWriteQueries.SettingsRow => ({
  currency: settings.currency,
  timezone: settings.timezone,
  mainLanguage: settings.mainLanguage,
  acceptsOnlinePayments: settings.acceptsOnlinePayments,
  requiresPrepayment: settings.requiresPrepayment,
  confirmsByHand: settings.confirmsByHand,
  cancellationHours: settings.cancellationHours,
  pointsEnabled: settings.pointsEnabled,
  phoneRequired: settings.phoneRequired,
  slotIntervalMinutes: settings.slotIntervalMinutes,
  horizonDays: settings.horizonDays,
  noticeMinutes: settings.noticeMinutes,
  autocompleteHours: settings.autocompleteHours,
  reminderHours: settings.reminderHours,
})

/** A closed weekday has no row. */
export const openingRows = (opening: OpeningDay): catalogQueries.OpeningRow[] =>
  opening.opensMinute === null || opening.closesMinute === null
    ? []
    : [
        {
          weekday: opening.weekday,
          opensMinute: opening.opensMinute,
          closesMinute: opening.closesMinute,
          breakStartMinute: opening.breakStartMinute,
          breakEndMinute: opening.breakEndMinute,
        },
      ]

export const closingRow = (closing: ClosingDay): catalogQueries.ClosingRow => ({
  day: formatDate(closing.day),
  reason: closing.reason,
  fromMinute: closing.fromMinute,
  toMinute: closing.toMinute,
})

export const categoryRow = (
  category: SalonCategory,
  position: number,
): salonWriteQueries.CategoryWrite => ({
  handle: category.handle,
  kind: category.kind,
  name: category.name,
  description: category.description,
  imageUrl: category.imageUrl,
  position,
})

export const serviceRow = (
  service: SalonService,
  position: number,
  categoryId: number,
): salonWriteQueries.ServiceWrite => ({
  handle: service.handle,
  categoryId,
  name: service.name,
  description: service.description,
  durationMinutes: service.durationMinutes,
  priceCents: service.priceCents,
  offerPriceCents: service.offerPriceCents,
  pointsAwarded: service.pointsAwarded,
  pointsPrice: service.pointsPrice,
  imageUrl: service.imageUrl,
  galleryUrls: service.galleryUrls,
  bookableOnline: service.bookableOnline,
  featured: service.featured,
  position,
})

export const productRow = (
  product: SalonProduct,
  position: number,
  categoryId: number,
): salonWriteQueries.ProductWrite => ({
  handle: product.handle,
  categoryId,
  name: product.name,
  description: product.description,
  priceCents: product.priceCents,
  offerPriceCents: product.offerPriceCents,
  pointsAwarded: product.pointsAwarded,
  imageUrl: product.imageUrl,
  featured: product.featured,
  stock: product.stock,
  position,
})

export const packageRow = (
  offered: SalonPackage,
  position: number,
): salonWriteQueries.PackageWrite => ({
  handle: offered.handle,
  name: offered.name,
  points: offered.points,
  priceCents: offered.priceCents,
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
  imageUrl: professional.imageUrl,
  galleryUrls: professional.galleryUrls,
  position,
})

export const shiftRows = (
  professional: SalonProfessional,
  id: number,
): salonWriteQueries.ShiftWrite[] =>
  professional.shifts.map(({ weekday, startMinute, endMinute }) => ({
    professionalId: id,
    weekday,
    startMinute,
    endMinute,
  }))

export const exceptionRows = (
  professional: SalonProfessional,
  id: number,
): salonWriteQueries.ExceptionWrite[] =>
  professional.exceptions.map(({ day, reason, shifts }) => ({
    professionalId: id,
    day: formatDate(day),
    reason,
    startMinutes: shifts.map(({ startMinute }) => startMinute),
    endMinutes: shifts.map(({ endMinute }) => endMinute),
  }))
