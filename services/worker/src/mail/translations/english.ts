import type { Translation } from './translation.ts'

export const english: Translation = {
  language: 'en',
  direction: 'ltr',
  comma: ', ',
  greeting: (name) => (name ? `Hello ${name},` : 'Hello,'),
  automatic: 'This message was written automatically.',
  labels: {
    services: 'Services',
    professional: 'With',
    day: 'Day',
    time: 'Time',
    total: 'Total',
    code: 'Code',
    series: {
      booking_confirmed: 'Also booked',
      booking_rescheduled: 'Also with a new time',
      booking_cancelled: 'Also cancelled',
    },
    place: 'Address',
    cancelUntil: 'Can be cancelled until',
    reason: 'Reason',
    products: 'Products',
    heldUntil: 'Kept until',
    respondBy: 'Answer by',
    consent: 'Terms agreed to',
    amount: 'Amount',
    received: 'Arrived',
    customer: 'Customer',
    payment: 'Payment',
    payout: 'Payout',
    account: 'Account',
    endpoint: 'Address',
    description: 'Description',
    failingSince: 'Not reached since',
    paid: 'Paid',
    dueNow: 'To pay now',
    rest: 'To pay',
    refund: 'Refund',
    pointsUsed: 'Points used',
    pointsReturned: 'Points returned',
    pointsEarned: 'Points for this appointment',
  },
  buttons: {
    manage: 'View or change the appointment',
    pay: (amount) => `Pay ${amount}`,
    payAgain: 'Try again',
    answerDispute: 'Answer',
    bookAgain: 'Book again',
    review: 'Write a review',
    website: 'Go to the website',
    answerOffer: 'Accept or decline the time',
    manageEntry: 'View the waitlist entry',
  },
  refundDelay: 'The money goes back to the card that you paid with; the bank may take some days.',
  cancellation: {
    anytime: 'You can cancel online until your appointment begins.',
    refundRule: (tiers) =>
      `If you cancel, you get back by the time that is left: ${tiers}; later nothing.`,
    freeUntil: (date) => `You can cancel online free of charge until ${date}.`,
    cardFees: {
      late: (amount) => `If you cancel later, the salon may charge up to ${amount} to your card.`,
      lateNow: (amount) =>
        `It is too late to cancel free of charge: if you cancel, the salon may charge up to ${amount} to your card.`,
      missed: (amount) => `If you do not come, the salon may charge up to ${amount} to your card.`,
    },
    depositFees: {
      late: (amount, date) =>
        `If your card is saved with the payment, the salon may also charge up to ${amount} to it after ${date}.`,
      lateNow: (amount) =>
        `If your card is saved with the payment and you cancel, the salon may also charge up to ${amount} to it.`,
      missed: (amount) =>
        `If your card is saved with the payment and you do not come, the salon may also charge up to ${amount} to it.`,
    },
  },
  code: {
    heading: 'Your code',
    subject: (salon) => `Your code for ${salon}`,
    text: (minutes) => `This is your code. It works for ${minutes} minutes, and only once.`,
    ignore: 'If you did not ask for it, you need not do anything: nobody gets in without the code.',
  },
  alreadyRegistered: {
    heading: 'You already have an account',
    subject: (salon) => `You already have an account at ${salon}`,
    text: 'Somebody wanted to open an account with this e-mail address, and there is one already. If it was you, sign in with it.',
    ignore: 'If it was not you, you need not do anything: your account is as it was.',
  },
  noAccount: {
    heading: 'You have no account yet',
    subject: (salon) => `You have no account at ${salon} yet`,
    text: 'Somebody wanted to sign in with this e-mail address, and there is no account for it. If it was you, register with this address in the same place; appointments that you booked with it then appear in your account.',
    ignore: 'If it was not you, you need not do anything.',
  },
  bookingReceived: {
    heading: 'We have your request',
    subject: (when, salon) => `We have your request: ${when} · ${salon}`,
    toBeConfirmed: 'The time is kept for you; we will write as soon as it is confirmed.',
    toBePaid: (until) => `The time is kept for you until it is paid, until ${until} at the latest.`,
  },
  bookingConfirmed: {
    heading: 'Appointment confirmed',
    subject: (when, salon) => `Confirmed: ${when} · ${salon}`,
    text: 'Your appointment is confirmed. See you then.',
  },
  bookingRescheduled: {
    heading: 'New time',
    subject: (when, salon) => `New time: ${when} · ${salon}`,
    text: (before) => `The time of your appointment has been changed. Before, it was on ${before}.`,
    toBeConfirmed: (before) =>
      `The time of your appointment has been changed. Before, it was on ${before}. The new time is kept for you, but it is not confirmed yet.`,
  },
  bookingChanged: {
    heading: 'Your appointment has changed',
    subject: (when, salon) => `Your appointment has changed: ${when} · ${salon}`,
    text: 'We have changed the services of your appointment. This is how it is now:',
  },
  bookingCancelled: {
    heading: 'Appointment cancelled',
    subject: (when, salon) => `Cancelled: ${when} · ${salon}`,
    byCustomer: 'We have cancelled your appointment, as you asked.',
    byBusiness: 'We are sorry to say that we had to cancel your appointment.',
    bySystem: 'Your appointment was cancelled.',
  },
  bookingExpired: {
    heading: 'Your appointment has expired',
    subject: (when, salon) => `Your appointment has expired: ${when} · ${salon}`,
    text: 'Your appointment was not completed in time and has expired. The time is free again; you are welcome to book again.',
  },
  bookingReminder: {
    heading: 'Reminder of your appointment',
    subject: (when, salon) => `Reminder: ${when} · ${salon}`,
    text: 'We would like to remind you of your appointment. See you then.',
  },
  reviewInvitation: {
    heading: 'How was your appointment?',
    subject: (salon) => `How was your appointment at ${salon}?`,
    text: 'Thank you for coming. If you like, tell us what you think: your review helps the people who looked after you, and other customers.',
    ignore: 'We ask only once about this appointment.',
  },
  orderReceived: {
    heading: 'We have your order',
    subject: (code, salon) => `We have your order ${code} · ${salon}`,
    text: (until) => `It is kept for you until it is paid, until ${until} at the latest.`,
    textOnly: 'We have your order.',
  },
  orderPaid: {
    heading: 'Your order is paid',
    subject: (code, salon) => `Your order ${code} is paid · ${salon}`,
    text: 'We have your payment, thank you. Your order is waiting for you.',
  },
  orderExpired: {
    heading: 'Your order has expired',
    subject: (code, salon) => `Your order ${code} has expired · ${salon}`,
    text: 'Your order was not paid in time and has expired. You are welcome to order again.',
  },
  paymentFailed: {
    heading: 'Your payment did not go through',
    subject: (salon) => `Your payment did not go through · ${salon}`,
    text: 'Your payment did not go through, and nothing was charged. You can try again, with the same card or another one.',
  },
  waitlistOffer: {
    heading: 'A time is free for you',
    subject: (when, salon) => `A time is free for you: ${when} · ${salon}`,
    text: (until) =>
      `A time that you are waiting for is free. It is kept for you until ${until}: accept it by then, or it goes to the next person. Opening this message or a link accepts nothing.`,
  },
  waitlistOfferExpired: {
    heading: 'The offered time has expired',
    subject: (when, salon) => `The offered time has expired: ${when} · ${salon}`,
    stillWaiting:
      'The time we offered you is no longer kept for you. You are still on the waitlist; we will write when another time is free.',
    ended:
      'You did not accept the time we offered you, and it is no longer kept for you. As this was the second offer, you are not on the waitlist any more; you are welcome to join it again.',
  },
  refundFailed: {
    heading: 'A refund failed',
    subject: (what) => `A refund failed: ${what}`,
    text: 'The card processor could not give this money back. The customer is still waiting for it: please see to it in your account at the processor, or pay it back in another way.',
  },
  dispute: {
    heading: 'A payment is disputed',
    subject: (what) => `A payment is disputed: ${what}`,
    text: 'The customer has disputed this payment at their bank. There is a deadline for an answer: please look at it in your account at the processor.',
  },
  inquiry: {
    heading: 'The bank inquires about a payment',
    subject: (what) => `The bank inquires about a payment: ${what}`,
    text: 'The customer’s bank requests information about this payment. No money has been withdrawn so far; without an answer in time it can become a dispute.',
  },
  paymentReview: {
    heading: 'Please check a payment',
    subject: (what) => `Please check a payment: ${what}`,
    text: 'Another amount arrived than was asked for. Nothing was confirmed and nothing was given back: please check the payment and decide.',
  },
  feeCharged: {
    heading: 'A fee was charged',
    subject: (salon) => `A fee for your appointment at ${salon}`,
    text: 'You did not come to your appointment, or cancelled it late. As agreed when you booked, the salon has charged your card.',
  },
  feeAuthentication: {
    heading: 'Please confirm a fee',
    subject: (salon) => `Please confirm the fee for your appointment at ${salon}`,
    text: (until) =>
      `You did not come to your appointment, or cancelled it late. As agreed when you booked, the salon charges your card, and your bank wants you to confirm that until ${until}.`,
  },
  feeFailed: {
    heading: 'A fee could not be charged',
    subject: (what) => `A fee could not be charged: ${what}`,
    text: 'The card was not accepted. You can try again, or waive the fee.',
  },
  payoutFailed: {
    heading: 'Your bank has returned a payout',
    subject: (salon) => `${salon}: your bank has returned a payout`,
    text: 'The card processor could not pay this amount into your bank account. It is not lost: it will be part of the next payout, once you have corrected the bank details in your account at the processor.',
  },
  accountRestricted: {
    heading: 'Cards cannot be charged at the moment',
    subject: (salon) => `${salon} cannot charge cards at the moment`,
    text: 'The card processor has restricted your account. Bookings go on coming in, but unpaid. Your account at the processor says what is missing.',
  },
  onboardingCode: {
    heading: 'Your code to set up card payments',
    subject: (salon) => `Your code to set up card payments at ${salon}`,
    text: (minutes) =>
      `With this code you go on to Stripe, where you enter the details of your salon and its bank account. It is valid for ${minutes} minutes and works once.`,
    ignore:
      'If you have not requested it, do nothing and give this code to nobody: whoever has it could enter another bank account.',
  },
  templatesRejected: {
    heading: 'WhatsApp has rejected some of your messages',
    subject: (salon) => `${salon}: WhatsApp has rejected messages`,
    text: 'WhatsApp does not send the messages below any more: it has rejected or paused their texts. Your customers get an SMS or an email instead, so nobody goes without.',
    next: 'You do not have to do anything. Whoever runs Silla for you can submit the texts to WhatsApp again.',
  },
  endpointDisabled: {
    heading: 'Events are no longer delivered to one of your systems',
    subject: (salon) => `${salon}: events are no longer delivered`,
    text: 'For three days a system of yours has not accepted what Silla delivers to it: bookings, payments and other events. Silla has stopped trying.',
    next: 'Forward this email to the person who maintains that system. Once it works, switch the delivery on again: only new events follow, and those of the last 30 days can be read from the events feed.',
  },
}
