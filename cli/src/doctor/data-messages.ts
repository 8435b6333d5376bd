import type { DataCheck, DataCheckResult } from '@silla/core'
import { formatList } from '@silla/core/text'
import { formatLocalTime } from '../format/values.ts'
import { type Finding, ok, problem } from './finding.ts'

/** What a check of stored data found, and how to fix it. */
export function dataFindingOf({ check, status, code, facts }: DataCheckResult): Finding {
  const message = dataMessages[code]
  if (status === 'ok') {
    const { readInFullAt: at } = facts
    return ok(check, at ? `${message.ok} Last read in full: ${utcMinute(at)}.` : message.ok)
  }
  const affected = facts.businesses.map(({ slug, count, rows }) => {
    if (rows === null) return `${slug} (${count})`
    return `${slug} (${rows.kind === 'codes' ? formatList(rows.codes) : payments(rows.ids)})`
  })
  const fix = message.fix ?? `Run silla db repair ${check} --business SLUG.`
  return problem(check, `${message.problem}: ${formatList(affected, 'businesses')}.`, fix)
}

const payments = (ids: readonly number[]): string =>
  `${ids.length === 1 ? 'payment' : 'payments'} ${formatList(ids.map(String))}`

/** `fix` is null where `silla db repair` fixes the problem. */
const dataMessages: Record<DataCheck, { ok: string; problem: string; fix: string | null }> = {
  expiredBookings: {
    ok: 'No booking is pending past its deadline.',
    problem: 'Bookings that were not paid or confirmed in time are still pending',
    fix:
      'The worker expires them unless a bank is still processing the payment, at the latest in ' +
      'its nightly maintenance: check that it is running, and silla jobs list for its error. ' +
      'silla bookings cancel CODE frees the time at once.',
  },
  staleClaims: {
    ok: 'No cancelled booking of the last week or later has a claim.',
    problem: 'Cancelled bookings still claim their time',
    fix: null,
  },
  unclaimedBookings: {
    ok: 'Every upcoming booking has a claim on its time.',
    problem: 'Upcoming bookings have no claim on their time, which can be booked again',
    fix:
      'Run silla db repair unclaimed-bookings --business SLUG. If the problem remains, ' +
      'another booking has taken the time: call one of the two customers.',
  },
  unclaimedBlocks: {
    ok: 'Every block has claims on all of its time.',
    problem: 'Blocks have no claims on a part of their time, which can be booked',
    fix:
      'Run silla db repair unclaimed-blocks --business SLUG. If the problem remains, a booking ' +
      'has taken the time: delete the block, or agree on another time with the customer.',
  },
  visitsOutsideHours: {
    ok: 'Every upcoming booking is within the working time of its professional.',
    problem: 'Upcoming bookings are on a closed day or outside the working time',
    fix:
      'Agree on another time with the customers and run silla bookings cancel CODE, or open these ' +
      'times again: silla schedule week --business SLUG shows them.',
  },
  misalignedBookings: {
    ok: 'Every upcoming booking is at the local time that was agreed.',
    problem: 'Upcoming bookings are at another local time than was agreed',
    fix:
      'The time zone of the salon, or its rules, has changed. Run silla bookings realign ' +
      '--business SLUG, which shows them and moves them back to their time.',
  },
  bookingDrift: {
    ok: 'Every booking of the last week or later agrees with its lines and transitions.',
    problem: 'Bookings do not agree with their lines or transitions',
    fix: null,
  },
  expiredOrders: {
    ok: 'No order is pending past its deadline.',
    problem: 'Orders that were not paid in time still hold products',
    fix:
      'The worker expires them unless a bank is still processing the payment, at the latest in ' +
      'its nightly maintenance: check that it is running, and silla jobs list for its error.',
  },
  orderDrift: {
    ok: 'The totals of every order of the last week are those of its lines.',
    problem: 'The totals of orders are not those of their lines',
    fix: null,
  },
  pointsDrift: {
    ok: 'Every points balance is the sum of its movements.',
    problem: 'Points balances are not the sum of their movements',
    fix: null,
  },
  stockDrift: {
    ok: 'The quantity taken of each product is the quantity in its orders.',
    problem: 'The quantity taken of products is not the quantity in their orders',
    fix: null,
  },
  waitingMails: {
    ok: 'No email is waiting to be sent.',
    problem: 'Emails are waiting to be sent',
    fix:
      'Check that the worker is running and that its SMTP_URL is right. silla mail list ' +
      '--business SLUG --state waiting lists them.',
  },
  failedMails: {
    ok: 'No email has failed.',
    problem: 'Emails have failed',
    fix:
      'Run silla mail list --business SLUG --state failed, fix the cause, then run silla mail ' +
      'retry --business SLUG --all.',
  },
  waitingEvents: {
    ok: 'Every event has its position.',
    problem: 'Events are waiting for their position and cannot be read',
    fix:
      'The worker assigns it within a second: check that it is running. Where a job was lost, the ' +
      'next event of the salon brings it, or the night.',
  },
  positionDrift: {
    ok: 'No event has a position after the last one that was given.',
    problem: 'Events or endpoints have a position that would be given again',
    fix: null,
  },
  deliveryDrift: {
    ok: 'No delivery awaits an attempt at an endpoint that is off.',
    problem: 'Deliveries await an attempt at an endpoint that is off or does not exist',
    fix: null,
  },
  calendarDrift: {
    ok: 'Every calendar has its token, and every token its calendar.',
    problem: 'Calendars have no token, or tokens no calendar',
    fix: null,
  },
  accountDrift: {
    ok: 'The registry and the salons have the same accounts.',
    problem: 'The registry and the salon have different accounts, so that events are lost',
    fix:
      'Run silla stripe disconnect SLUG if that works, then silla stripe connect SLUG ' +
      '--account ACCOUNT.',
  },
  unsentRefunds: {
    ok: 'Every refund was sent.',
    problem: 'Refunds were not sent to the processor yet',
    fix:
      'The worker sends them: check that it is running. silla jobs list shows the error, ' +
      'silla jobs retry ID tries again.',
  },
  underfundedRefunds: {
    ok: 'No refund waits for the balance of a salon.',
    problem: "The balance of the salon's account does not cover refunds",
    fix:
      'The worker sends them again for two weeks: the salon can add funds at the processor. ' +
      'silla payments show ID --business SLUG shows its reason.',
  },
  unsettledRefunds: {
    ok: 'Every refund that was sent two weeks ago is settled.',
    problem: 'Refunds were sent more than two weeks ago and are not settled',
    fix:
      'The bank delays them: find them with silla payments show ID --business SLUG and ' +
      'contact the processor.',
  },
  failedRefunds: {
    ok: 'No refund has failed without a replacement.',
    problem: 'Refunds failed and were not replaced',
    fix:
      'Run silla payments refund ID --business SLUG, or refund it in another way; it is ' +
      'reported for 30 days.',
  },
  openPayments: {
    ok: 'No payment is open past its time.',
    problem: 'Payments that were not made in time are still open',
    fix:
      'Run silla payments reconcile --business SLUG, which closes them. The worker does so ' +
      'every night: check that it is running.',
  },
  reviewPayments: {
    ok: 'No payment needs a decision.',
    problem: 'Another amount than requested arrived, and nobody has decided about it',
    fix:
      'Agree with the customer, then run silla payments refund ID --business SLUG, so that ' +
      'they can pay again.',
  },
  paymentDrift: {
    ok: 'The state of every payment follows from its facts.',
    problem: 'The state of payments does not follow from their facts',
    fix:
      'Run silla payments reconcile --business SLUG, which corrects it. The worker does so ' +
      'every night.',
  },
  paidDrift: {
    ok: 'Every payment and its booking or order refer to each other.',
    problem: 'Payments do not agree with their booking or order',
    fix:
      'Compare silla payments show ID --business SLUG with the booking or order, then run ' +
      'silla db repair paid-drift --business SLUG.',
  },
  paymentsWithoutEvent: {
    ok: 'The processor has sent an event for every payment of the last week.',
    problem: 'The processor has sent no event for payments of the last week',
    fix: 'Its events do not arrive: silla stripe webhook verify shows where they are lost.',
  },
  unverifiedPayments: {
    ok: 'The processor has confirmed how every payment ended.',
    problem: 'Payments were closed that the processor does not know or gives no access to',
    fix:
      'Nobody can pay them now. silla payments reconcile --business SLUG verifies them again, ' +
      'as the worker does every night; silla stripe status SLUG shows the account. They are ' +
      'reported for 30 days.',
  },
  unreadableEvents: {
    ok: 'Every event of the last day was parsed.',
    problem: 'Events of the last day could not be parsed',
    fix:
      'Run silla payments reconcile --business SLUG, which fetches what they would have ' +
      'reported. Check whether there is a newer Silla.',
  },
}

const utcMinute = (at: Date) => `${formatLocalTime(at, 'UTC')} UTC`
