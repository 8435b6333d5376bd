/**
 * A salon as the model knows it: numbers and dates only, none of the product's types. Minutes count
 * from local midnight, dates are `YYYY-MM-DD`, weekdays 1 (Monday) to 7.
 */
export interface SalonPlan {
  timezone: string
  /** Epoch milliseconds. */
  opensAt: number
  intervalMinutes: 15 | 30
  horizonDays: number
  noticeMinutes: number
  cancellationHours: number
  /** null: as for cancelling. */
  rescheduleHours: number | null
  rescheduleLimit: number
  autocompleteHours: number | null
  takesOnlinePayments: boolean
  /** A part of the price that is paid in advance (D39). */
  deposit: DepositPlan | null
  /** What may be charged to the card that each booking needs (D50). */
  cardGuarantee: CardGuaranteePlan | null
  /** What a customer who cancels gets back, by the hours that are left; empty: everything (D38). */
  refundTiers: readonly { hours: number; percent: number }[]
  requiresPrepayment: boolean
  confirmsByHand: boolean
  pointsEnabled: boolean
  phoneRequired: boolean
  /** One for each weekday; null: closed. */
  week: readonly OpeningPlan[]
  closings: readonly ClosingPlan[]
  services: readonly ServicePlan[]
  professionals: readonly ProfessionalPlan[]
  products: readonly ProductPlan[]
  packages: readonly { name: string; points: number; priceCents: number }[]
}

/** Either a percentage or an amount, of visits from a total on. */
export interface DepositPlan {
  percent: number | null
  amountCents: number | null
  fromTotalCents: number
}

/** Percentages of the price, of visits from a total on. */
export interface CardGuaranteePlan {
  noShowPercent: number
  lateCancelPercent: number
  fromTotalCents: number
}

export interface OpeningPlan {
  weekday: number
  hours: TimeSpan | null
  pause: TimeSpan | null
}

export interface TimeSpan {
  from: number
  to: number
}

/** Of a whole day, or between two minutes. */
export interface ClosingPlan {
  date: string
  from: number | null
  to: number | null
}

export interface ServicePlan {
  name: string
  minutes: number
  priceCents: number
  offerPriceCents: number | null
  pointsAwarded: number
  /** 0: not for points. */
  pointsPrice: number
  bookableOnline: boolean
}

export interface ProfessionalPlan {
  name: string
  /** Does not work at the salon any more, and may come back. */
  hasLeft: boolean
  shifts: readonly (TimeSpan & { weekday: number })[]
  /** They replace the shifts of their date; an empty list is a day off. */
  exceptions: readonly { date: string; shifts: readonly TimeSpan[] }[]
  services: readonly string[]
}

export interface ProductPlan {
  name: string
  priceCents: number
  pointsAwarded: number
  /** null: not counted. */
  stock: number | null
}
