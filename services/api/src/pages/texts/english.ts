import type { PageTexts } from './page-texts.ts'

export const english: PageTexts = {
  direction: 'ltr',
  languageName: 'English',
  openGraphLocale: 'en_GB',

  skipToBooking: 'Skip to booking',
  book: 'Book now',
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
  galleryTitle: 'Our work',
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
  testSalon: 'Demonstration: appointments booked here are not real.',

  from: 'from {price}',
  insteadOf: 'Instead of {price}',
  onlyByPhone: 'Book directly with us',

  closedDay: 'Closed',
  today: 'today',
  allDay: 'closed all day',
  zoneNote: 'Times are local time of the salon ({zone}).',

  cancelUntil: 'You can cancel free of charge until {time} before your appointment.',
  cancelUntilStart: 'You can cancel free of charge until your appointment begins.',
  cancelOnlineUntil: 'You can cancel online until {time} before your appointment.',
  cancelOnlineUntilStart: 'You can cancel online until your appointment begins.',
  refundRule:
    'If you cancel, what you get back of an online payment depends on the time left: {tiers}; later, nothing.',
  rescheduleUntil: 'You can change the time until {time} before your appointment',
  rescheduleUntilStart: 'You can change the time until your appointment begins',
  rescheduleTimes: { one: '{rule}, {n} time.', other: '{rule}, up to {n} times.' },
  payBefore: 'You pay by card when you book.',
  paidBack: 'If you cancel in time, you get back everything that you have paid online.',
  payOnlineOrThere: 'You can pay online by card or at the salon.',
  payDeposit:
    'An appointment may need a deposit, which you pay by card; you pay the rest at the salon.',
  leaveCard:
    'An appointment may need a card, to which the salon may charge if it is missed or cancelled late.',
  payThere: 'You pay at the salon.',
  confirmedByHand: 'The salon confirms every appointment by email.',
  phoneNeeded: 'We need a phone number to book.',
  bookAhead: {
    one: 'You can book up to {n} day ahead.',
    other: 'You can book up to {n} days ahead.',
  },
  pointsEarned: 'Registered customers earn points with every appointment.',

  manageTitle: 'Your appointment',
  manageWithoutScript:
    'To cancel this appointment or change its time online, turn on JavaScript and load this page again, or contact us:',
  manageByContact:
    'Online changes are not possible at the moment. To cancel this appointment or change its time, contact us:',
  where: 'Where',
  when: 'When',
  services: 'Services',
  with: 'With',
  total: 'Total',
  state: 'Status',
  code: 'Appointment code',
  states: {
    pending: 'Pending',
    confirmed: 'Confirmed',
    completed: 'Completed',
    cancelled: 'Cancelled',
    no_show: 'Missed',
  },
  expires: 'Reserved until {time}',

  messages: {
    title: 'Messages to your phone',
    wording:
      'I want to get confirmations, changes and reminders of my appointments on my phone ({phone}) instead of by email. I can stop it at any time: here or by replying STOP.',
    offersWording:
      'I want to be offered free times on my phone ({phone}) instead of by email, and to get messages about the appointment that comes of it. I can stop it at any time: here or by replying STOP.',
    channels: { whatsapp: 'WhatsApp', sms: 'SMS' },
    save: 'Save',
    saved: 'Saved.',
  },
  waitlist: {
    titles: {
      waiting: 'You are on the waitlist',
      offered: 'A time is free for you',
      accepted: 'The time is yours',
      expired: 'You are no longer on the waitlist',
      withdrawn: 'You are no longer on the waitlist',
    },
    texts: {
      waiting:
        'When a time that suits you becomes free, we keep it for some minutes and email you.',
      offered: '',
      accepted: 'You accepted the time we offered you, and the appointment is booked.',
      expired: 'Your request has ended. You can join the waitlist again, or book a free time.',
      withdrawn: 'You have left the waitlist. You can join it again, or book a free time.',
    },
    lastOffer: {
      declined: 'You declined the time on {time}, which is free again.',
      unanswered: 'The time on {time} is no longer kept for you: it was not accepted in time.',
      withdrawn: 'The salon can no longer offer the time on {time}.',
    },
    keptUntil: 'Kept for you until {time}',
    left: 'time left:',
    accept: 'Accept this time',
    acceptAndPay: 'Accept and pay',
    decline: 'Decline',
    declineHint:
      'If you decline, it is free at once and offered to the next person. You stay on the waitlist.',
    payNext: 'You pay {amount} by card in the next step.',
    expiredTitle: 'The time for an answer is over',
    expiredText: 'This time is no longer kept for you. It may still be free.',
    reload: 'See how it is now',
    toBooking: 'View the appointment',
    request: 'Your request',
    anyone: 'anyone',
    from: 'from {time}',
    until: 'until {time}',
    leave: 'Leave the waitlist',
    leaveHint: 'You will get no more offers for this request, and you lose your place.',
    leaveConfirm: 'Leave the list',
    questions: 'Questions? Write or call us:',
  },

  notFoundTitle: 'This page does not exist',
  notFoundText:
    'Check the address, or get the link from the salon. The salon may also have closed its page.',
  bookingNotFoundTitle: 'We cannot find this appointment',
  bookingNotFoundText:
    'Check that the link is complete, as in your confirmation email. The code has ten letters and digits.',
  suspendedTitle: 'Online booking is not available',
  suspendedText:
    'This salon does not take appointments online at present. For a new or an existing appointment, contact the salon directly.',
  tooManyTitle: 'Too many requests',
  tooManyText: 'Wait a minute, then load the page again.',
  unavailableTitle: 'Back in a moment',
  unavailableText:
    'The page cannot be shown right now. Nothing is lost: load it again in a few seconds.',
  failedTitle: 'Something went wrong',
  failedText: 'The fault is ours. Load the page again; if it happens again, contact the salon.',
}
