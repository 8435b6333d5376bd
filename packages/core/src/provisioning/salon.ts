import type { Currency } from '@silla/money'
import type { EpochDay, LocalSpan } from '@silla/slots'
import type {
  Business,
  Category,
  ClosingDay,
  Language,
  OpeningDay,
  PointsPackage,
  Product,
  Professional,
  Service,
  Settings,
} from '../catalog/catalog.ts'
import type { CustomRates } from '../limits/rates.ts'

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

/**
 * Everything the platform sets up for one salon; what a file asks for and what the database holds
 * are both told in it.
 */
export interface Salon {
  slug: string
  mode: Mode
  profile: SalonProfile
  settings: Settings
  /** How often its keys may ask, where it is not the usual (D27). */
  rates: CustomRates
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

export type SalonCategory = Omit<Category, 'id'> & { handle: string }

export type SalonService = Omit<Service, 'id' | 'categoryId' | 'professionalIds'> & {
  handle: string
  categoryHandle: string
}

export type SalonProduct = Omit<Product, 'id' | 'categoryId' | 'isCounted'> & {
  handle: string
  categoryHandle: string
  /** How many came in so far, those that were sold included; null when nobody counts. */
  stock: number | null
}

export type SalonPackage = Omit<PointsPackage, 'id'> & { handle: string }

export type SalonProfessional = Omit<Professional, 'id' | 'serviceIds' | 'reviews'> & {
  handle: string
  /** In the order of the salon's services. */
  serviceHandles: string[]
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

/**
 * A day as a file writes it: a date, or in a demo file so many days after the day the business was
 * made.
 */
export type FileDay = { day: EpochDay } | { inDays: number }

/** Monday first, as a salon file calls them. */
export const weekdays = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const

export type WeekdayName = (typeof weekdays)[number]

/** @param weekday 1 is Monday */
export const weekdayName = (weekday: number): WeekdayName => weekdays[weekday - 1] as WeekdayName
