import type { PageTexts } from './page-texts.ts'

export const english: PageTexts = {
  direction: 'ltr',
  languageName: 'English',
  openGraphLocale: 'en_GB',

  skipToBooking: 'Skip to booking',
  book: 'Book now',
  pick: 'Book',
  call: 'Call',
  directions: 'Directions',
  email: 'Email',
  website: 'Website',
  languages: 'Language',
  backToSalon: 'Book at {salon}',

  title: '{salon}: book online',
  defaultDescription: 'Book your appointment at {salon} online.',
  reviewCount: { one: '{n} review', other: '{n} reviews' },
  ratingOf: '{rating} out of 5',

  openUntil: 'Open now, until {time}',
  openAllDay: 'Open now',
  closedUntilToday: 'Closed now, opens today at {time}',
  closedUntilTomorrow: 'Closed now, opens tomorrow at {time}',
  closedUntil: 'Closed now, opens {day} at {time}',
  closed: 'Closed at present',

  bookingTitle: 'Book your appointment',
  servicesTitle: 'Services and prices',
  teamTitle: 'Team',
  reviewsTitle: 'Reviews',
  hoursTitle: 'Opening hours',
  closingsTitle: 'Coming closures',
  contactTitle: 'Contact',
  rulesTitle: 'Good to know',

  withoutScript:
    'Booking online needs JavaScript. Turn it on and load this page again, or book directly with us:',
  withoutWidget: 'Online booking cannot be used at the moment. You can book directly with us:',
  noOnlineServices:
    'This salon does not offer online booking at the moment. Book directly with us:',
  testSalon: 'Demonstration: bookings made here are not real.',

  from: 'from {price}',
  insteadOf: 'Instead of {price}',
  onlyByPhone: 'Book directly with us',

  closedDay: 'Closed',
  today: 'today',
  allDay: 'closed all day',
  zoneNote: 'Times are local time of the salon ({zone}).',

  cancelUntil: 'You can cancel free of charge until {time} before your appointment.',
  cancelUntilStart: 'You can cancel free of charge until your appointment begins.',
  rescheduleUntil: 'You can move your appointment until {time} before it',
  rescheduleUntilStart: 'You can move your appointment until it begins',
  rescheduleTimes: { one: '{rule}, {n} time.', other: '{rule}, up to {n} times.' },
  payBefore: 'You pay by card when you book. If you cancel in time, you get everything back.',
  payOnlineOrThere: 'You can pay online by card or at the salon.',
  payThere: 'You pay at the salon.',
  confirmedByHand: 'The salon confirms every booking by email.',
  phoneNeeded: 'We need a phone number to book.',
  bookAhead: {
    one: 'You can book up to {n} day ahead.',
    other: 'You can book up to {n} days ahead.',
  },
  pointsEarned: 'Registered customers earn points with every visit.',

  manageTitle: 'Your booking',
  manageWithoutScript:
    'To cancel or move this booking online, turn on JavaScript and load this page again, or contact us:',
  manageByContact:
    'Online changes are not possible at the moment. To cancel or move this booking, contact us:',
  where: 'Where',
  when: 'When',
  services: 'Services',
  with: 'With',
  total: 'Total',
  state: 'Status',
  code: 'Booking code',
  states: {
    pending: 'Pending',
    confirmed: 'Confirmed',
    completed: 'Completed',
    cancelled: 'Cancelled',
    no_show: 'Missed',
  },
  expires: 'Reserved until {time}',

  notFoundTitle: 'This page does not exist',
  notFoundText:
    'Check the address, or get the link from the salon. The salon may also have closed its page.',
  bookingNotFoundTitle: 'We cannot find this booking',
  bookingNotFoundText:
    'Check that the link is complete, as in your confirmation email. The code has ten letters and digits.',
  suspendedTitle: 'Online booking is not available',
  suspendedText:
    'This salon does not take bookings online at present. For a new or an existing appointment, contact the salon directly.',
  tooManyTitle: 'Too many requests',
  tooManyText: 'Wait a minute, then load the page again.',
  unavailableTitle: 'Back in a moment',
  unavailableText:
    'The page cannot be shown right now. Nothing is lost: load it again in a few seconds.',
  failedTitle: 'Something went wrong',
  failedText: 'The fault is ours. Load the page again; if it happens again, contact the salon.',
}
