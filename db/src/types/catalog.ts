import type { CardFees, CardPolicy, Deposit, DepositPolicy, RefundTier } from './policies.ts'
import type { Currency, Language, Translated } from './values.ts'

/** Days since 1970-01-01. */
type EpochDay = number

export interface Business extends Omit<ProfileFields, keyof Address> {
  id: string
  address: Address
}

interface Address {
  street: string
  city: string
  postalCode: string
  /** ISO 3166-1 alpha-2: ES. */
  country: string
}

/** What of a business is in its own row, and set by the salon. */
export interface ProfileFields extends Address {
  name: string
  description: Translated
  email: string
  phone: string
  latitude: number | null
  longitude: number | null
  logoUrl: string
  /** `#rrggbb` in lower case; null: the platform's. */
  brandColor: string | null
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
  /** What is paid in advance where prepayment is not required (D39); null: nothing. */
  deposit: DepositPolicy | null
  /** The card that customers leave where nothing is paid in advance (D50); null: none. */
  cardGuarantee: CardPolicy | null
  /** From how many missed visits on a customer owes the deposit or leaves a card; null: they do not matter. */
  afterNoShows: number | null
  /** What is refunded to a customer who cancels in time, the earliest first; none: everything (D38). */
  refundTiers: RefundTier[]
  confirmsByHand: boolean
  /** With a refund the platform returns the same share of its fee. */
  refundsApplicationFee: boolean
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
  /**
   * Who carries out a visit when the customer leaves it open (D32): the free professional with the
   * least booked that day, or the first in display order.
   */
  assignment: 'balanced' | 'priority'
  /** Until how long before its start a customer may move a visit (D37); null: as for cancelling. */
  rescheduleHours: number | null
  /** How often a customer may move one visit (D37). */
  rescheduleLimit: number
  /** How many bookings guests may make a day, from one client address and with one email domain. */
  guestBookingsPerAddress: number
  guestBookingsPerDomain: number
  /** How long an offer of the waitlist stands (D40). */
  waitlistOfferMinutes: number
  /** Whether the salon changes its settings itself, or only its salon file does (D68). */
  managedBy: 'salon' | 'file'
  /** Whether the salon has a booking page of its own, `/s/{slug}`. */
  onlinePage: boolean
  /** Which emails about its bookings the salon gets: one for each change, or one a day. */
  ownerNotifications: 'each' | 'daily' | 'none'
  /** Whether these emails contain what customers wrote to the salon. */
  notesInOwnerEmails: boolean
  /** How many messages to phones the salon sends in a month, as billed (D77); 0: none. */
  messagesPerMonth: number
  /** By which channel the emails to the salon about single bookings also reach a phone (D77). */
  ownerMessages: 'none' | 'sms' | 'whatsapp'
  /** Of the owner, E.164; empty: none. */
  ownerMessagesPhone: string
  /** How the entries of the salon's calendars name customers (D43). */
  calendarNames: 'initials' | 'full'
}

/** An account at the processor that may charge cards. */
export interface PaymentAccount {
  accountRef: string
  /** It takes real money; otherwise test cards. */
  livemode: boolean
}

/** Minutes count from local midnight; 1440 is the midnight that ends the day. */
export interface OpeningDay {
  /** 1 is Monday. */
  weekday: number
  /** null: closed */
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

/** What of a service is in its own row. */
export interface ServiceFields {
  id: number
  categoryId: number
  name: Translated
  description: Translated
  durationMinutes: number
  /**
   * The duration as minutes that alternate work, wait, work, ... (D34); one number is unbroken
   * work.
   */
  phases: number[]
  /** Holds the professional and the units after the service, and is no part of its duration (D34). */
  bufferMinutes: number
  priceCents: number
  offerPriceCents: number | null
  /** VAT that prices contain, in hundredths of a percent; null: the salon has not said (D56). */
  vatBasisPoints: number | null
  pointsAwarded: number
  pointsPrice: number
  /** Replaces the salon's deposit; null: as the salon's (D39). */
  deposit: Deposit | null
  /** Replaces what the salon may charge to a card; null: as the salon's (D50). */
  cardGuarantee: CardFees | null
  imageUrl: string
  galleryUrls: string[]
  bookableOnline: boolean
  featured: boolean
}

/** What of a professional is in its own row. */
export interface ProfessionalFields {
  /** Also the id of the resource that its claims name. */
  id: number
  name: string
  title: Translated
  bio: Translated
  specialties: Translated[]
  imageUrl: string
  galleryUrls: string[]
}

/** How a professional carries out a service; null is as the service (D34). */
export interface OwnTerms {
  serviceId: number
  durationMinutes: number | null
  phases: number[] | null
  priceCents: number | null
}

/** What a salon has a number of and services take, such as wash basins (D35). */
export interface ResourceType {
  id: number
  name: Translated
  /** Its active units, by number. They are interchangeable; claims name them as resources. */
  unitIds: number[]
  /** Those that the salon has no more; bookings may still have them. */
  retiredUnitIds: number[]
}

/** A product. Its stock changes with every order, so it is not part of the catalogue. */
export interface Product {
  id: number
  categoryId: number
  name: Translated
  description: Translated
  priceCents: number
  offerPriceCents: number | null
  /** As of a service. */
  vatBasisPoints: number | null
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

export interface Review {
  id: number
  customerName: string
  rating: number
  comment: string
  day: EpochDay
}
