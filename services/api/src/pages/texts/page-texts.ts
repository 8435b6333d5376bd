import type { MessageChannel, WaitlistState } from '@silla/core'

/** A text for a number, by the plural category of the language; `{n}` is the number. */
export type Plural = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }

/** The texts of the pages in one language. Names in braces are replaced. */
export interface PageTexts {
  direction: 'ltr' | 'rtl'
  languageName: string
  /** For Open Graph: `es_ES`. */
  openGraphLocale: string

  // links and buttons
  skipToBooking: string
  book: string
  call: string
  directions: string
  email: string
  website: string
  languages: string
  backToSalon: string

  // the head of the page
  title: string
  defaultDescription: string
  reviewCount: Plural
  ratingOf: string

  // open now
  openUntil: string
  openAllDay: string
  closedUntilToday: string
  closedUntilTomorrow: string
  closedUntil: string
  closed: string

  // sections
  bookingTitle: string
  servicesTitle: string
  teamTitle: string
  galleryTitle: string
  reviewsTitle: string
  hoursTitle: string
  closingsTitle: string
  contactTitle: string
  rulesTitle: string

  // the booking
  withoutScript: string
  withoutWidget: string
  noOnlineServices: string
  testSalon: string

  // services
  from: string
  insteadOf: string
  onlyByPhone: string

  // hours and closings
  closedDay: string
  today: string
  allDay: string
  zoneNote: string

  // rules
  cancelUntil: string
  cancelUntilStart: string
  /** Where a part of what was paid online is kept. */
  cancelOnlineUntil: string
  cancelOnlineUntilStart: string
  refundRule: string
  rescheduleUntil: string
  rescheduleUntilStart: string
  rescheduleTimes: Plural
  payBefore: string
  paidBack: string
  payOnlineOrThere: string
  /** Some visits need a deposit, or a card that may be charged. */
  payDeposit: string
  leaveCard: string
  payThere: string
  confirmedByHand: string
  phoneNeeded: string
  bookAhead: Plural
  pointsEarned: string

  // the page of a booking
  manageTitle: string
  manageWithoutScript: string
  /** The widget has no key, or its script was blocked. */
  manageByContact: string
  where: string
  when: string
  services: string
  with: string
  total: string
  state: string
  code: string
  states: Record<'pending' | 'confirmed' | 'completed' | 'cancelled' | 'no_show', string>
  expires: string

  // the page of an entry of the waitlist
  /** Messages to the phone, on the page of a booking or of an entry. */
  messages: {
    title: string
    /** What a customer agrees to; `{phone}` is their number, masked. */
    wording: string
    /** The same on the page of an entry of the waitlist. */
    offersWording: string
    channels: Record<MessageChannel, string>
    save: string
    saved: string
  }
  waitlist: {
    titles: Record<WaitlistState, string>
    texts: Record<WaitlistState, string>
    /** What became of the offer for `{time}`. */
    lastOffer: Record<'declined' | 'unanswered' | 'withdrawn', string>
    keptUntil: string
    /** In front of a length of time. */
    left: string
    accept: string
    acceptAndPay: string
    decline: string
    declineHint: string
    payNext: string
    /** When the time of an offer ends while its page is open. */
    expiredTitle: string
    expiredText: string
    reload: string
    toBooking: string
    request: string
    anyone: string
    from: string
    until: string
    leave: string
    leaveHint: string
    leaveConfirm: string
    /** In front of phone and email. */
    questions: string
  }

  // instead of a page
  notFoundTitle: string
  notFoundText: string
  bookingNotFoundTitle: string
  bookingNotFoundText: string
  suspendedTitle: string
  suspendedText: string
  tooManyTitle: string
  tooManyText: string
  unavailableTitle: string
  unavailableText: string
  failedTitle: string
  failedText: string
}
