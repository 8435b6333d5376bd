import type {
  Business,
  CardFees,
  CardPolicy,
  Category,
  ClosingDay,
  Deposit,
  DepositPolicy,
  Guarantee,
  MessageChannel,
  OpeningDay,
  OwnTerms,
  PaymentAccount,
  PointsPackage,
  Product,
  ProfessionalFields,
  ProfileFields,
  RefundTier,
  ResourceType,
  Review,
  ServiceFields,
  Settings,
  Translated,
} from '@silla/db'
import type { Language } from '@silla/locale'
import type { EpochDay, LocalSpan } from '@silla/slots'

export type {
  Business,
  CardFees,
  CardPolicy,
  Category,
  ClosingDay,
  Deposit,
  DepositPolicy,
  Guarantee,
  Language,
  OpeningDay,
  OwnTerms,
  PaymentAccount,
  PointsPackage,
  Product,
  ProfileFields,
  RefundTier,
  ResourceType,
  Review,
  Settings,
  Translated,
}

/**
 * Everything a salon offers, and its booking rules, read whole under one `version` (architecture:
 * catalogue reads).
 */
export interface Catalog {
  version: number
  business: Business
  settings: Settings
  /** Where payments go; null: the salon cannot be paid online. */
  paymentAccount: PaymentAccount | null
  /** By which the salon can send messages to phones (D77), WhatsApp first. */
  messageChannels: MessageChannel[]
  /** One per weekday, Monday first. */
  openings: OpeningDay[]
  /** By day, then by time. */
  closings: ClosingDay[]
  /** By `position`, then by id; both kinds. */
  categories: Category[]
  /** Active ones only, by `position`, then by id. */
  resourceTypes: ResourceType[]
  /** Active ones only, by `position`, then by id. */
  services: Service[]
  /** Active ones only, by `position`, then by id. */
  professionals: Professional[]
  /** Active ones only, by `position`, then by id. */
  products: Product[]
  /** Active ones only, by `position`, then by id. */
  pointsPackages: PointsPackage[]
}

export interface Service extends ServiceFields {
  /** Active professionals who offer it, in display order. */
  professionalIds: number[]
  /** Active types of which it takes one unit each, in display order (D35). */
  resourceTypeIds: number[]
}

export interface Professional extends ProfessionalFields {
  /** Active services offered, in display order. */
  serviceIds: number[]
  /** Of the active services that differ for this professional; see `termsOf`. */
  ownTerms: OwnTerms[]
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
