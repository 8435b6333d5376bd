import type { CheckedBusiness } from './checked-businesses.ts'

/** What can be wrong with a business's books. */
export type HealthCheck = {
  [Column in keyof CheckedBusiness]: CheckedBusiness[Column] extends number | number[]
    ? Column
    : never
}[keyof CheckedBusiness]

/**
 * Each with what is said when all is well, when it is not, and how it is mended; in the order in
 * which it is told.
 */
export const healthChecks: Record<
  HealthCheck,
  { check: string; well: string; ill: string; fix: string }
> = {
  expiredBookings: {
    check: 'bookings',
    well: 'No booking waits past its time.',
    ill: 'Bookings that nobody paid or confirmed in time still wait',
    fix: 'The worker lets go of them, at the latest in its nightly round: is it alive? Else silla bookings cancel CODE.',
  },
  staleClaims: {
    check: 'holds',
    well: 'No chair is held for a cancelled booking of the last week or to come.',
    ill: 'Chairs are held for bookings that are cancelled',
    fix: 'The bookings are right: docs/operations.md, "Books that do not agree", says how to let go of the chairs.',
  },
  unclaimedBookings: {
    check: 'chairs',
    well: 'Every visit to come holds its chair.',
    ill: 'Visits to come hold no chair, and somebody else may take it',
    fix: 'docs/operations.md, "Books that do not agree", says how to give them their chair.',
  },
  bookingDrift: {
    check: 'visits',
    well: 'Every booking of the last week and to come costs what its lines cost, and is where its moves led.',
    ill: 'Bookings do not agree with their lines or moves',
    fix: 'The lines and moves are right: docs/operations.md, "Books that do not agree", says how to mend the booking.',
  },
  expiredOrders: {
    check: 'orders',
    well: 'No order waits past its time.',
    ill: 'Orders that nobody paid in time still hold products',
    fix: 'The worker lets go of them, at the latest in its nightly round: is it alive?',
  },
  orderDrift: {
    check: 'order-sums',
    well: 'Every order of the last week costs what its lines cost.',
    ill: 'Orders do not cost what their lines cost',
    fix: 'The lines are right: docs/operations.md, "Books that do not agree", says how to mend the order.',
  },
  pointsDrift: {
    check: 'points',
    well: 'Every balance of points is the sum of its movements.',
    ill: 'Customers hold other points than their movements add up to',
    fix: 'The movements are right: docs/operations.md, "Books that do not agree", says how to set the balance to their sum.',
  },
  stockDrift: {
    check: 'stock',
    well: 'What is taken of each product is what orders hold.',
    ill: 'Products are taken that no order holds, or the other way round',
    fix: 'The orders are right: docs/operations.md, "Books that do not agree", says how to set products to what they hold.',
  },
  waitingMails: {
    check: 'mail',
    well: 'No letter waits to be sent.',
    ill: 'Letters wait to be sent',
    fix: 'Is the worker alive, and does its SMTP_URL lead somewhere? silla mail list --business SLUG --state waiting.',
  },
  failedMails: {
    check: 'failed-mail',
    well: 'No letter was given up.',
    ill: 'Letters were given up',
    fix: 'Look at silla mail list --business SLUG --state failed, mend the cause, then silla mail retry --business SLUG --all.',
  },
  waitingEvents: {
    check: 'events',
    well: 'Every event can be read.',
    ill: 'Events wait for their number and cannot be read',
    fix: 'The worker gives it to them: is it alive?',
  },
  accountDrift: {
    check: 'registry',
    well: 'The registry knows the accounts that salons have.',
    ill: 'The registry and the salon do not know the same account, so that its events get lost',
    fix: 'silla stripe disconnect SLUG if it lets you, then silla stripe connect SLUG --account ACCOUNT.',
  },
  unsentRefunds: {
    check: 'refunds',
    well: 'Every refund was sent.',
    ill: 'Refunds that the processor was not asked for yet',
    fix: 'The worker sends them: is it alive? silla jobs list says what keeps it from that, silla jobs retry ID lets it begin anew.',
  },
  unsettledRefunds: {
    check: 'old-refunds',
    well: 'Every refund that was sent two weeks ago has arrived.',
    ill: 'Refunds were sent more than two weeks ago and have not arrived',
    fix: 'It is the bank that takes its time: find them with silla payments show ID --business SLUG and ask the processor.',
  },
  failedRefunds: {
    check: 'lost-refunds',
    well: 'No refund has failed without another in its place.',
    ill: 'Refunds failed, and nothing was given in their place',
    fix: 'Give it back again, silla payments refund ID --business SLUG, or in another way; it is told for 30 days.',
  },
  openPayments: {
    check: 'payments',
    well: 'No payment is open past its time.',
    ill: 'Payments that nobody made in time are still open',
    fix: 'silla payments reconcile --business SLUG asks the processor and ends them. The worker does so every night: is it alive?',
  },
  reviewPayments: {
    check: 'review',
    well: 'No payment waits for somebody to look at it.',
    ill: 'Other money than was asked for arrived, and nobody has decided about it',
    fix: 'Agree with the customer, then silla payments refund ID --business SLUG gives it back, so that they can pay anew.',
  },
  paymentDrift: {
    check: 'money',
    well: 'Every payment stands where what is known of it puts it.',
    ill: 'Payments do not stand where what is known of them puts them',
    fix: 'silla payments reconcile --business SLUG puts them there, and the worker does so every night.',
  },
  paidDrift: {
    check: 'paid',
    well: 'Every payment and what it paid for know of each other.',
    ill: 'Payments do not agree with what they paid for',
    fix: 'Compare silla payments show ID --business SLUG with what it is for; docs/operations.md, "Books that do not agree", says how to mend it.',
  },
  paymentsWithoutEvent: {
    check: 'silence',
    well: 'The processor has told of every payment of the last week.',
    ill: 'Payments of the last week that the processor has not told us of',
    fix: 'Its events do not arrive: silla stripe webhook verify says where they get lost.',
  },
  unreadableEvents: {
    check: 'unread',
    well: 'Every event of the last day was understood.',
    ill: 'Events of the last day that we could not read',
    fix: 'silla payments reconcile --business SLUG learns what they would have told. Is a newer Silla to be had?',
  },
}
