/**
 * Everything that letters say, in one language. `when` is the day and time of the visit, `until` of
 * a deadline.
 */
export interface Translation {
  /** for formatting days, times and money; digits are the ones that everybody reads */
  locale: string
  direction: 'ltr' | 'rtl'
  /** between a day and its time */
  comma: string
  greeting(name: string): string
  /** the last line: nobody reads answers to the machine */
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
    amount: string
    /** what arrived instead */
    received: string
    customer: string
    /** the processor's name for a payment */
    payment: string
    /** the salon's, at the processor */
    account: string
  }
  code: { subject(salon: string): string; text(minutes: number): string; ignore: string }
  alreadyRegistered: { subject(salon: string): string; text: string; ignore: string }
  bookingReceived: {
    subject(when: string, salon: string): string
    toBeConfirmed: string
    toBePaid(until: string): string
  }
  bookingConfirmed: { subject(when: string, salon: string): string; text: string }
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
  // to the salon itself; `what` is a code, or the processor's name for the payment
  refundFailed: { subject(what: string): string; text: string }
  dispute: { subject(what: string): string; text: string }
  paymentReview: { subject(what: string): string; text: string }
  accountRestricted: { subject(salon: string): string; text: string }
}
