import type { Translation } from './translation.ts'

export const english: Translation = {
  locale: 'en-GB',
  direction: 'ltr',
  comma: ', ',
  greeting: (name) => (name ? `Hello ${name},` : 'Hello,'),
  footer: (salon) => `${salon}. This message was written automatically.`,
  labels: {
    services: 'Services',
    professional: 'With',
    day: 'Day',
    time: 'Time',
    total: 'Total',
    code: 'Code',
    place: 'Address',
    cancelUntil: 'Can be cancelled until',
    reason: 'Reason',
    products: 'Products',
    keptUntil: 'Kept until',
    website: 'Website',
    amount: 'Amount',
    received: 'Arrived',
    customer: 'Customer',
    payment: 'Payment',
    account: 'Account',
  },
  code: {
    subject: (salon) => `Your code for ${salon}`,
    text: (minutes) => `This is your code. It works for ${minutes} minutes, and only once.`,
    ignore: 'If you did not ask for it, you need not do anything: nobody gets in without the code.',
  },
  alreadyRegistered: {
    subject: (salon) => `You already have an account at ${salon}`,
    text: 'Somebody wanted to open an account with this e-mail address, and there is one already. If it was you, sign in with it.',
    ignore: 'If it was not you, you need not do anything: your account is as it was.',
  },
  noAccount: {
    subject: (salon) => `You have no account at ${salon} yet`,
    text: 'Somebody wanted to sign in with this e-mail address, and there is no account for it. If it was you, register with this address in the same place; appointments that you booked with it then appear in your account.',
    ignore: 'If it was not you, you need not do anything.',
  },
  bookingReceived: {
    subject: (when, salon) => `We have your booking: ${when} · ${salon}`,
    toBeConfirmed:
      'We have your booking. The time is kept for you; we will write as soon as it is confirmed.',
    toBePaid: (until) =>
      `We have your booking. The time is kept for you until it is paid, until ${until} at the latest.`,
  },
  bookingConfirmed: {
    subject: (when, salon) => `Confirmed: ${when} · ${salon}`,
    text: 'Your appointment is confirmed. See you then.',
  },
  bookingRescheduled: {
    subject: (when, salon) => `New time: ${when} · ${salon}`,
    text: (before) => `Your appointment has been moved. Before, it was on ${before}.`,
    toBeConfirmed: (before) =>
      `Your booking has been moved. Before, it was on ${before}. The new time is kept for you, but it is not confirmed yet.`,
  },
  bookingCancelled: {
    subject: (when, salon) => `Cancelled: ${when} · ${salon}`,
    byCustomer: 'We have cancelled your appointment, as you asked.',
    byBusiness: 'We are sorry to say that we had to cancel your appointment.',
    bySystem: 'Your appointment was cancelled.',
  },
  bookingExpired: {
    subject: (when, salon) => `Your booking has expired: ${when} · ${salon}`,
    text: 'Your booking was not completed in time and has expired. The time is free again; you are welcome to book again.',
  },
  bookingReminder: {
    subject: (when, salon) => `Reminder: ${when} · ${salon}`,
    text: 'We would like to remind you of your appointment. See you then.',
  },
  orderReceived: {
    subject: (code, salon) => `We have your order ${code} · ${salon}`,
    text: (until) =>
      `We have your order. It is kept for you until it is paid, until ${until} at the latest.`,
    textOnly: 'We have your order.',
  },
  orderPaid: {
    subject: (code, salon) => `Your order ${code} is paid · ${salon}`,
    text: 'We have your payment, thank you. Your order is waiting for you.',
  },
  orderExpired: {
    subject: (code, salon) => `Your order ${code} has expired · ${salon}`,
    text: 'Your order was not paid in time and has expired. You are welcome to order again.',
  },
  paymentFailed: {
    subject: (salon) => `Your payment did not go through · ${salon}`,
    text: 'Your payment did not go through, and nothing was charged. You can try again, with the same card or another one.',
  },
  waitlistOffer: {
    subject: (when, salon) => `A time is free for you: ${when} · ${salon}`,
    text: (until) =>
      `A time that you are waiting for is free. It is kept for you until ${until}: accept it by then, or it goes to the next person. Opening this message or a link accepts nothing.`,
  },
  waitlistOfferExpired: {
    subject: (when, salon) => `The offered time has expired: ${when} · ${salon}`,
    stillWaiting:
      'The time we offered you is no longer kept for you. You are still on the waitlist; we will write when another time is free.',
    ended:
      'You did not accept the time we offered you, and it is no longer kept for you. As this was the second offer, you are not on the waitlist any more; you are welcome to join it again.',
  },
  refundFailed: {
    subject: (what) => `A refund failed: ${what}`,
    text: 'The card processor could not give this money back. The customer is still waiting for it: please see to it in your account at the processor, or pay it back in another way.',
  },
  dispute: {
    subject: (what) => `A payment is disputed: ${what}`,
    text: 'The customer has disputed this payment at their bank. There is a deadline for an answer: please look at it in your account at the processor.',
  },
  paymentReview: {
    subject: (what) => `Please check a payment: ${what}`,
    text: 'Another amount arrived than was asked for. Nothing was confirmed and nothing was given back: please check the payment and decide.',
  },
  accountRestricted: {
    subject: (salon) => `${salon} cannot charge cards at the moment`,
    text: 'The card processor has restricted your account. Bookings go on coming in, but unpaid. Your account at the processor says what is missing.',
  },
}
