import type { Currency } from '@silla/money'
import type { EpochDay, LocalSpan } from '@silla/slots'
import type { Mode } from '../business/business-summary.ts'
import type {
  Category,
  ClosingDay,
  Language,
  OpeningDay,
  OwnTerms,
  PointsPackage,
  Product,
  Professional,
  ProfileFields,
  ResourceType,
  Service,
  Settings,
} from '../catalog/catalog.ts'
import type { CustomRates } from '../limits/rates.ts'

/** The required data of a new business. */
export interface NewBusiness {
  slug: string
  name: string
  mode: Mode
  timezone: string
  currency: Currency
  language: Language
  /** ISO 3166-1 alpha-2: ES. */
  country: string
}

/** The configuration of one salon. Files and stored salons are compared in this form. */
export interface Salon {
  slug: string
  mode: Mode
  profile: SalonProfile
  settings: Settings
  /** Custom rate limits of its API keys (D27). */
  rates: CustomRates
  /** One per weekday, Monday first. */
  openings: OpeningDay[]
  /** By day, then by time. */
  closings: ClosingDay[]
  /** Categories, resource types, services, professionals, products and packages are in display order. */
  categories: SalonCategory[]
  resourceTypes: SalonResourceType[]
  services: SalonService[]
  professionals: SalonProfessional[]
  products: SalonProduct[]
  pointsPackages: SalonPackage[]
}

export type SalonProfile = ProfileFields

export type SalonCategory = Omit<Category, 'id'> & { handle: string }

export type SalonResourceType = Omit<ResourceType, 'id' | 'unitIds' | 'retiredUnitIds'> & {
  handle: string
  /** How many units the salon has. */
  count: number
}

export type SalonService = Omit<
  Service,
  'id' | 'categoryId' | 'professionalIds' | 'resourceTypeIds'
> & {
  handle: string
  categoryHandle: string
  /** The resource types that it needs, in the order of the salon's. */
  resourceTypeHandles: string[]
}

export type SalonProduct = Omit<Product, 'id' | 'categoryId' | 'isCounted'> & {
  handle: string
  categoryHandle: string
  /** Total number received so far, sold ones included; null when stock is not tracked. */
  stock: number | null
}

export type SalonPackage = Omit<PointsPackage, 'id'> & { handle: string }

export type SalonProfessional = Omit<Professional, 'id' | 'serviceIds' | 'ownTerms' | 'reviews'> & {
  handle: string
  /** In the order of the salon's services. */
  serviceHandles: string[]
  /** Of those of the services that differ for this professional, in the same order (D34). */
  ownTerms: (Omit<OwnTerms, 'serviceId'> & { serviceHandle: string })[]
}

export type Shift = LocalSpan & { weekday: number }

/** Fixed, public API keys in the file of a demo salon (D8). */
export interface DemoKeys {
  publishable: string
  secret: string
}

/** Sample data of a demo salon. Days count from today, negative for the past. */
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
  /** Null: completed if in the past, otherwise confirmed. */
  state: 'completed' | 'no_show' | 'cancelled' | null
}

export interface DemoReview {
  inDays: number
  professionalHandle: string
  customerName: string
  rating: number
  comment: string
}

/** A day in a file: a date, or in a demo file a number of days after the salon's creation. */
export type FileDay = { day: EpochDay } | { inDays: number }

/** The keys of the weekdays in a salon file, Monday first. */
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
