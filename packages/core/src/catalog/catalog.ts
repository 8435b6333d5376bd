import type { Currency } from '@silla/money'
import type { EpochDay, LocalSpan } from '@silla/slots'

/**
 * Everything a salon offers, and its booking rules, read whole under one `version` (architecture:
 * catalogue reads).
 */
export interface Catalog {
  version: number
  business: Business
  settings: Settings
  /** One per weekday, Monday first. */
  openings: OpeningDay[]
  /** By day, then by time. */
  closings: ClosingDay[]
  /** By `position`, then by id; both kinds. */
  categories: Category[]
  /** Active ones only, by `position`, then by id. */
  services: Service[]
  /** Active ones only, by `position`, then by id. */
  professionals: Professional[]
  /** Active ones only, by `position`, then by id. */
  products: Product[]
  /** Active ones only, by `position`, then by id. */
  pointsPackages: PointsPackage[]
}

export const languages = ['es', 'en', 'ar'] as const
export type Language = (typeof languages)[number]

/** A text in the languages in which the salon has written it. */
export type Translated = Partial<Record<Language, string>>

export interface Business {
  id: string
  name: string
  description: Translated
  email: string
  phone: string
  address: { street: string; city: string; postalCode: string; country: string }
  latitude: number | null
  longitude: number | null
  logoUrl: string
  coverUrl: string
  instagram: string
  facebook: string
  website: string
}

export interface Settings {
  currency: Currency
  timezone: string
  mainLanguage: Language
  acceptsOnlinePayments: boolean
  requiresPrepayment: boolean
  confirmsByHand: boolean
  cancellationHours: number
  pointsEnabled: boolean
  phoneRequired: boolean
  slotIntervalMinutes: 15 | 30
  /** How many days ahead visits may be booked (D13). */
  horizonDays: number
  /** How long before its start a slot stops being offered (D13). */
  noticeMinutes: number
  /** How long after its end a visit is completed automatically (D14); null: never. */
  autocompleteHours: number | null
  /** How long before its start the customer is reminded (D30); null: never. */
  reminderHours: number | null
}

/** Minutes count from local midnight; 1440 is the midnight that ends the day. */
export interface OpeningDay {
  weekday: number
  opensMinute: number | null
  closesMinute: number | null
  breakStartMinute: number | null
  breakEndMinute: number | null
}

/** Without minutes, the whole day is closed. */
export interface ClosingDay {
  day: EpochDay
  reason: Translated
  fromMinute: number | null
  toMinute: number | null
}

export interface Category {
  id: number
  kind: 'service' | 'product'
  name: Translated
  description: Translated
  imageUrl: string
}

export interface Service {
  id: number
  categoryId: number
  name: Translated
  description: Translated
  durationMinutes: number
  priceCents: number
  offerPriceCents: number | null
  pointsAwarded: number
  pointsPrice: number
  imageUrl: string
  galleryUrls: string[]
  bookableOnline: boolean
  featured: boolean
  /** Active professionals who offer it, in display order. */
  professionalIds: number[]
}

/** A product. Its stock changes with every order, so it is not part of the catalogue. */
export interface Product {
  id: number
  categoryId: number
  name: Translated
  description: Translated
  priceCents: number
  offerPriceCents: number | null
  pointsAwarded: number
  imageUrl: string
  featured: boolean
  /** Whether the salon counts the stock; otherwise the product is always available. */
  isCounted: boolean
}

/** A package of points for sale. */
export interface PointsPackage {
  id: number
  name: Translated
  points: number
  priceCents: number
}

export interface Professional {
  /** Also the id of the resource that its claims name. */
  id: number
  name: string
  title: Translated
  bio: Translated
  specialties: Translated[]
  imageUrl: string
  galleryUrls: string[]
  /** Active services offered, in display order. */
  serviceIds: number[]
  shifts: (LocalSpan & { weekday: number })[]
  /** By day, at most one for each day. They replace the weekday's shifts. */
  exceptions: ScheduleException[]
  reviews: ReviewSummary
}

export interface ScheduleException {
  day: EpochDay
  reason: Translated
  works: boolean
  shifts: LocalSpan[]
}

export interface ReviewSummary {
  count: number
  ratingSum: number
  /** The latest first, at most 5. */
  recent: Review[]
}

export interface Review {
  id: number
  customerName: string
  rating: number
  comment: string
  day: EpochDay
}
