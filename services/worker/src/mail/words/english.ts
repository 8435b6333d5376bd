import type { Words } from './words.ts'

export const english: Words = {
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
  bookingReceived: {
    subject: (when, salon) => `We have your booking: ${when} · ${salon}`,
    toBeConfirmed: 'We have your booking. The time is kept for you; we will write as soon as it is confirmed.',
    toBePaid: (until) =>
      `We have your booking. The time is kept for you until it is paid, until ${until} at the latest.`,
  },
  bookingConfirmed: {
    subject: (when, salon) => `Confirmed: ${when} · ${salon}`,
    text: 'Your appointment is confirmed. See you then.',
  },
  bookingCancelled: {
    subject: (when, salon) => `Cancelled: ${when} · ${salon}`,
    byCustomer: 'We have cancelled your appointment, as you asked.',
    byBusiness: 'We are sorry to say that we had to cancel your appointment.',
    bySystem: 'Your appointment was cancelled.',
  },
  bookingExpired: {
    subject: (when, salon) => `Your booking has lapsed: ${when} · ${salon}`,
    text: 'Your booking was not completed in time and has lapsed. The time is free again; you are welcome to book anew.',
  },
  bookingReminder: {
    subject: (when, salon) => `Reminder: ${when} · ${salon}`,
    text: 'We would like to remind you of your appointment. See you then.',
  },
  orderReceived: {
    subject: (code, salon) => `We have your order ${code} · ${salon}`,
    text: (until) => `We have your order. It is kept for you until it is paid, until ${until} at the latest.`,
    textOnly: 'We have your order.',
  },
  orderExpired: {
    subject: (code, salon) => `Your order ${code} has lapsed · ${salon}`,
    text: 'Your order was not paid in time and has lapsed. You are welcome to order anew.',
  },
}
