/** A part of the price that is paid in advance (D39): one of the two. */
export interface Deposit {
  percent: number | null
  amountCents: number | null
}

/** The deposit that a salon wants, and of whom. */
export interface DepositPolicy extends Deposit {
  /** Only of customers who have not visited the salon yet. */
  onlyNewCustomers: boolean
  /** Only of visits that cost at least this; 0: of all. */
  fromTotalCents: number
}

/** What a customer gets back who cancels at least so many hours before the start (D38). */
export interface RefundTier {
  hours: number
  percent: number
}

/** What of the price may be charged to a card (D50). */
export interface CardFees {
  noShowPercent: number
  lateCancelPercent: number
}

/** Which customers leave a card when they book, and what may be charged to it (D50). */
export interface CardPolicy extends CardFees {
  /** Only of customers who have not visited the salon yet. */
  onlyNewCustomers: boolean
  /** Only for visits that cost at least this; 0: for all. */
  fromTotalCents: number
}

/** What may be charged to the card of one booking (D51). */
export interface Guarantee {
  noShowCents: number
  lateCancelCents: number
  /** A cancellation later than this before the start is late. */
  cancellationHours: number
}
