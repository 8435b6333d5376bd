import type { MailKind } from '@silla/core'
import type { Language } from '@silla/locale'

/**
 * All texts of emails in one language. `when` is the day and time of the booking, `until` those of
 * a deadline. A heading is the first line of an email; its subject begins with it or says the same.
 */
export interface Translation {
  language: Language
  direction: 'ltr' | 'rtl'
  /** Between a day and its time. */
  comma: string
  greeting(name: string): string
  /** The last line: the email was sent automatically. */
  automatic: string
  labels: {
    services: string
    professional: string
    day: string
    time: string
    total: string
    code: string
    /** The other visits that the same request has booked, moved or cancelled. */
    series: Partial<Record<MailKind, string>>
    place: string
    cancelUntil: string
    reason: string
    products: string
    heldUntil: string
    /** Until when the salon can answer a dispute. */
    respondBy: string
    /** When a customer agreed to what a missed visit costs, and the terms. */
    consent: string
    amount: string
    /** The amount that arrived, when it differs from the requested one. */
    received: string
    customer: string
    /** The processor's id of a payment. */
    payment: string
    /** The processor's id of a payout. */
    payout: string
    /** The salon's account at the processor. */
    account: string
    /** The URL that events are delivered to, and what the salon has called it. */
    endpoint: string
    description: string
    failingSince: string
    /** What was paid online. */
    paid: string
    /** What has to be paid online to keep the booking. */
    dueNow: string
    /** What is still to be paid. */
    rest: string
    /** What goes back to the card, or has gone back. */
    refund: string
    pointsUsed: string
    /** Points that paid for a booking and are on the customer's account again. */
    pointsReturned: string
    /** Points that the visit will add. */
    pointsEarned: string
  }
  buttons: {
    manage: string
    /** To the page where the booking can be paid. */
    pay(amount: string): string
    payAgain: string
    answerDispute: string
    bookAgain: string
    review: string
    website: string
    /** To the page where an offer of the waitlist is accepted or declined. */
    answerOffer: string
    manageEntry: string
  }
  /** Money goes back to the card within some days. */
  refundDelay: string
  /** What cancelling a booking costs and gives back, in the words of the pages. */
  cancellation: {
    anytime: string
    refundRule(tiers: string): string
    freeUntil(date: string): string
    cardFees: FeeSentences
    /** Beside a deposit. */
    depositFees: FeeSentences
  }
  code: {
    heading: string
    subject(salon: string): string
    text(minutes: number): string
    ignore: string
  }
  alreadyRegistered: {
    heading: string
    subject(salon: string): string
    text: string
    ignore: string
  }
  noAccount: { heading: string; subject(salon: string): string; text: string; ignore: string }
  bookingReceived: {
    heading: string
    subject(when: string, salon: string): string
    toBeConfirmed: string
    toBePaid(until: string): string
  }
  bookingConfirmed: { heading: string; subject(when: string, salon: string): string; text: string }
  bookingRescheduled: {
    heading: string
    subject(when: string, salon: string): string
    /** `before` is the day and time that the booking had. */
    text(before: string): string
    toBeConfirmed(before: string): string
  }
  /** Its services, or their prices, have changed. */
  bookingChanged: { heading: string; subject(when: string, salon: string): string; text: string }
  bookingCancelled: {
    heading: string
    subject(when: string, salon: string): string
    byCustomer: string
    byBusiness: string
    bySystem: string
  }
  bookingExpired: { heading: string; subject(when: string, salon: string): string; text: string }
  bookingReminder: { heading: string; subject(when: string, salon: string): string; text: string }
  reviewInvitation: {
    heading: string
    subject(salon: string): string
    text: string
    ignore: string
  }
  orderReceived: {
    heading: string
    subject(code: string, salon: string): string
    text(until: string): string
    textOnly: string
  }
  orderPaid: { heading: string; subject(code: string, salon: string): string; text: string }
  orderExpired: { heading: string; subject(code: string, salon: string): string; text: string }
  paymentFailed: { heading: string; subject(salon: string): string; text: string }
  waitlistOffer: {
    heading: string
    subject(when: string, salon: string): string
    text(until: string): string
  }
  waitlistOfferExpired: {
    heading: string
    subject(when: string, salon: string): string
    stillWaiting: string
    ended: string
  }
  // to the salon; `what` is the code of the booking or order, or the processor's id of the payment
  refundFailed: { heading: string; subject(what: string): string; text: string }
  dispute: { heading: string; subject(what: string): string; text: string }
  inquiry: { heading: string; subject(what: string): string; text: string }
  paymentReview: { heading: string; subject(what: string): string; text: string }
  feeCharged: { heading: string; subject(salon: string): string; text: string }
  feeAuthentication: {
    heading: string
    subject(salon: string): string
    text(until: string): string
  }
  feeFailed: { heading: string; subject(what: string): string; text: string }
  payoutFailed: { heading: string; subject(salon: string): string; text: string }
  accountRestricted: { heading: string; subject(salon: string): string; text: string }
  onboardingCode: {
    heading: string
    subject(salon: string): string
    text(minutes: number): string
    ignore: string
  }
  templatesRejected: { heading: string; subject(salon: string): string; text: string; next: string }
  endpointDisabled: { heading: string; subject(salon: string): string; text: string; next: string }
}

interface FeeSentences {
  /** `date`: a cancellation after it is late. */
  late(amount: string, date: string): string
  /** It is too late for a free cancellation. */
  lateNow(amount: string): string
  missed(amount: string): string
}
