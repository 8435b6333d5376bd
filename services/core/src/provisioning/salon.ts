import type { Currency } from '@silla/money'
import type { EpochDay, LocalSpan } from '@silla/slots'
import type {
  Business,
  ClosingDay,
  Language,
  OpeningDay,
  ScheduleException,
  Settings,
  Translated,
} from '../catalog/catalog.ts'
import type { OwnRates } from '../limits/rates.ts'

export const modes = ['live', 'test', 'demo'] as const
export type Mode = (typeof modes)[number]

/** What a business needs to exist. */
export interface NewBusiness {
  slug: string
  name: string
  mode: Mode
  timezone: string
  currency: Currency
  language: Language
  /** Two capitals: ES. */
  country: string
}

/** Everything the platform sets up for one salon; what a file asks for and what the database holds are both told in it. */
export interface Salon {
  slug: string
  mode: Mode
  profile: SalonProfile
  settings: Settings
  /** How often its keys may ask, where it is not the usual (D27). */
  rates: OwnRates
  /** One per weekday, Monday first. */
  openings: OpeningDay[]
  /** By day, then by time. */
  closings: ClosingDay[]
  /** Categories, services, professionals, products and packages stand in display order. */
  categories: SalonCategory[]
  services: SalonService[]
  professionals: SalonProfessional[]
  products: SalonProduct[]
  pointsPackages: SalonPackage[]
}

export type SalonProfile = Omit<Business, 'id'>

export interface SalonCategory {
  handle: string
  kind: 'service' | 'product'
  name: Translated
  description: Translated
  imageUrl: string
}

export interface SalonService {
  handle: string
  categoryHandle: string
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
}

export interface SalonProduct {
  handle: string
  categoryHandle: string
  name: Translated
  description: Translated
  priceCents: number
  offerPriceCents: number | null
  pointsAwarded: number
  imageUrl: string
  featured: boolean
  /** How many came in so far, those that were sold included; null when nobody counts. */
  stock: number | null
}

export interface SalonPackage {
  handle: string
  name: Translated
  points: number
  priceCents: number
}

export interface SalonProfessional {
  handle: string
  name: string
  title: Translated
  bio: Translated
  specialties: Translated[]
  imageUrl: string
  galleryUrls: string[]
  /** In the order of the salon's services. */
  serviceHandles: string[]
  /** By weekday, then by time. */
  shifts: Shift[]
  /** By day; at most one a day. */
  exceptions: ScheduleException[]
}

export type Shift = LocalSpan & { weekday: number }

/** Keys that everybody can read in the seed files (D8). */
export interface DemoKeys {
  publishable: string
  secret: string
}

/** What a demo business is filled with, told in days before (-) and after today. */
export interface DemoActivity {
  bookings: DemoBooking[]
  reviews: DemoReview[]
}

export interface DemoBooking {
  inDays: number
  startMinute: number
  professionalHandle: string
  serviceHandles: string[]
  customerName: string
  /** Null: completed when it lies in the past, confirmed when it is still to come. */
  state: 'completed' | 'no_show' | 'cancelled' | null
}

export interface DemoReview {
  inDays: number
  professionalHandle: string
  customerName: string
  rating: number
  comment: string
}

/** A day as a file writes it: a date, or in a demo file so many days after the day the business was made. */
export type FileDay = { day: EpochDay } | { inDays: number }
