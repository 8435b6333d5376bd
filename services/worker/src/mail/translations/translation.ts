/**
 * All texts of emails in one language. `when` is the day and time of the booking, `until` those of
 * a deadline.
 */
export interface Translation {
  /** Formats days, times and amounts; digits are always 0-9. */
  locale: string
  direction: 'ltr' | 'rtl'
  /** Between a day and its time. */
  comma: string
  greeting(name: string): string
  /** The last line: the email was sent automatically. */
  footer(salon: string): string
  labels: {
    services: string
    professional: string
    day: string
    time: string
    total: string
    code: string
    place: string
    cancelUntil: string
    reason: string
    products: string
    keptUntil: string
    /** Where an offer of the waitlist can be accepted. */
    website: string
    amount: string
    /** The amount that arrived, when it differs from the requested one. */
    received: string
    customer: string
    /** The processor's id of a payment. */
    payment: string
    /** The salon's account at the processor. */
    account: string
  }
  code: { subject(salon: string): string; text(minutes: number): string; ignore: string }
  alreadyRegistered: { subject(salon: string): string; text: string; ignore: string }
  noAccount: { subject(salon: string): string; text: string; ignore: string }
  bookingReceived: {
    subject(when: string, salon: string): string
    toBeConfirmed: string
    toBePaid(until: string): string
  }
  bookingConfirmed: { subject(when: string, salon: string): string; text: string }
  bookingRescheduled: {
    subject(when: string, salon: string): string
    /** `before` is the day and time that the booking had. */
    text(before: string): string
    toBeConfirmed(before: string): string
  }
  bookingCancelled: {
    subject(when: string, salon: string): string
    byCustomer: string
    byBusiness: string
    bySystem: string
  }
  bookingExpired: { subject(when: string, salon: string): string; text: string }
  bookingReminder: { subject(when: string, salon: string): string; text: string }
  orderReceived: {
    subject(code: string, salon: string): string
    text(until: string): string
    textOnly: string
  }
  orderPaid: { subject(code: string, salon: string): string; text: string }
  orderExpired: { subject(code: string, salon: string): string; text: string }
  paymentFailed: { subject(salon: string): string; text: string }
  waitlistOffer: { subject(when: string, salon: string): string; text(until: string): string }
  waitlistOfferExpired: {
    subject(when: string, salon: string): string
    stillWaiting: string
    ended: string
  }
  // to the salon; `what` is the code of the booking or order, or the processor's id of the payment
  refundFailed: { subject(what: string): string; text: string }
  dispute: { subject(what: string): string; text: string }
  paymentReview: { subject(what: string): string; text: string }
  accountRestricted: { subject(salon: string): string; text: string }
}
