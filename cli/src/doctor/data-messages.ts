import type { DataCheck, DataCheckResult } from '@silla/core'
import { formatList } from '@silla/core/text'
import { formatLocalTime } from '../text/values.ts'
import { type Finding, ok, problem, warning } from './finding.ts'

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
  const fix = message.fix ?? `Run silla db repair SLUG ${check}.`
  const report = message.isWarning ? warning : problem
  return report(check, `${message.problem}: ${formatList(affected, 'businesses')}.`, fix)
}

const payments = (ids: readonly number[]): string =>
  `${ids.length === 1 ? 'payment' : 'payments'} ${formatList(ids.map(String))}`

interface DataMessage {
  ok: string
  problem: string
  /** Null where `silla db repair` fixes the problem. */
  fix: string | null
  /** It may be intended. */
  isWarning?: boolean
}

const dataMessages: Record<DataCheck, DataMessage> = {
  expiredBookings: {
    ok: 'No booking is pending past its deadline.',
    problem: 'Bookings that were not paid or confirmed in time are still pending',
    fix:
      'The worker expires them unless a bank is still processing the payment, at the latest in ' +
      'its nightly maintenance: check that it is running, and silla jobs list for its error. ' +
      'silla bookings cancel SLUG CODE frees the time at once.',
  },
  staleClaims: {
    ok: 'No cancelled booking of the last week or later has a claim.',
    problem: 'Cancelled bookings still claim their time',
    fix: null,
  },
  orphanedClaims: {
    ok: 'Every claim on upcoming time is that of a booking, block or hold.',
    problem: 'Time is claimed that no booking, block or hold needs, and cannot be booked',
    fix: null,
  },
  unclaimedBookings: {
    ok: 'Every upcoming booking has a claim on its time.',
    problem: 'Upcoming bookings have no claim on their time, which can be booked again',
    fix:
      'Run silla db repair SLUG unclaimed-bookings. If the problem remains, ' +
      'another booking has taken the time: call one of the two customers.',
  },
  unclaimedBlocks: {
    ok: 'Every block has claims on all of its time.',
    problem: 'Blocks have no claims on a part of their time, which can be booked',
    fix:
      'Run silla db repair SLUG unclaimed-blocks. If the problem remains, a booking ' +
      'has taken the time: delete the block, or agree on another time with the customer.',
  },
  professionalsWithoutShifts: {
    ok: 'Every professional has shifts.',
    problem: 'Professionals have no shifts, so customers cannot book with them',
    fix:
      'Set them with silla schedule shifts set SLUG, or take the professional out of the salon file. ' +
      'Somebody on leave may stay.',
    isWarning: true,
  },
  unofferedServices: {
    ok: 'Every service is offered by somebody.',
    problem: 'Nobody offers these services, so customers cannot book them',
    fix:
      'Name them in the services of a professional in the salon file and run silla businesses apply, or take ' +
      'them out of it: silla catalog list SLUG services shows who offers each.',
    isWarning: true,
  },
  guestBookingCeilings: {
    ok: 'No client address or email domain has reached the ceiling of bookings by guests today.',
    problem:
      'Guests from a client address or with an email domain have made as many bookings as allowed, ' +
      'and make no more until 00:00 UTC',
    fix:
      'Look at the bookings of today with silla bookings list SLUG. If they are real, raise ' +
      'guest_bookings_per_address or guest_bookings_per_domain with silla businesses update SLUG.',
    isWarning: true,
  },
  visitsOutsideHours: {
    ok: 'Every upcoming booking is within the working time of its professional.',
    problem: 'Upcoming bookings are on a closed day or outside the working time',
    fix:
      'Agree on another time with the customers and run silla bookings cancel SLUG CODE, or open these ' +
      'times again: silla schedule week SLUG shows them.',
  },
  misalignedBookings: {
    ok: 'Every upcoming booking is at the local time that was agreed.',
    problem: 'Upcoming bookings are at another local time than was agreed',
    fix:
      'The time zone of the salon, or its rules, has changed. Run silla bookings realign ' +
      'SLUG, which shows them and moves them back to their time.',
  },
  bookingDrift: {
    ok: 'Every booking of the last week or later agrees with its lines and transitions.',
    problem: 'Bookings do not agree with their lines or transitions',
    fix: null,
  },
  bookingsWithoutLines: {
    ok: 'Every booking of the last week or later has its lines.',
    problem: 'Bookings have no lines: nobody knows which services they are for',
    fix:
      'Nothing else has them: restore them from a backup, or run silla bookings cancel SLUG CODE for an ' +
      'upcoming one and book it again with the customer. A past one is reported for a week.',
  },
  brokenHistories: {
    ok: 'The history of every booking of the last week or later leads to one state.',
    problem: 'The history of bookings contradicts itself',
    fix:
      'Somebody has changed app.booking_transitions, which nothing else has: silla bookings show SLUG CODE shows ' +
      'the history, silla audit list SLUG what was done by command. Delete what was added, or restore what is ' +
      'missing from a backup. A past one is reported for a week.',
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
  ordersWithoutLines: {
    ok: 'Every order of the last week has its lines.',
    problem: 'Orders have no lines: nobody knows which products they are for',
    fix: 'Nothing else has them: restore them from a backup. They are reported for a week.',
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
      'SLUG --state waiting lists them.',
  },
  failedMails: {
    ok: 'No email has failed.',
    problem: 'Emails have failed',
    fix:
      'Run silla mail list SLUG --state failed, fix the cause, then run silla mail ' +
      'retry SLUG --all.',
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
  senderDrift: {
    ok: 'What customers answer to each sender of messages finds its salon.',
    problem:
      'Answers to messages, and reports about them, do not find the salon or find another one',
    fix:
      'Run silla db repair SLUG sender-drift. If the problem remains, another salon has this sender: set another ' +
      'one with silla messages senders set SLUG.',
  },
  waitlistDrift: {
    ok: 'Every entry of the waitlist has an offer exactly while it is offered a time.',
    problem: 'Entries of the waitlist are offered nothing and get no other offer, or the reverse',
    fix: null,
  },
  membershipDrift: {
    ok: 'Sign-in finds the salons of everybody who has confirmed their email.',
    problem: 'Sign-in finds a salon for somebody who does not work there, or does not find it',
    fix: null,
  },
  catalogDrift: {
    ok: 'The version of no catalogue is lower than it was at its last nightly check.',
    problem:
      'The version of the catalogue is lower than it was, so that API processes may take an older copy for the ' +
      'present one',
    fix: null,
  },
  foreignMoney: {
    ok: 'Upcoming bookings and the money of the last three months are in the currency of their salon.',
    problem: 'Bookings or money are in another currency than the salon',
    fix:
      'If the currency of the salon was changed by mistake, set it back in the salon file and run silla ' +
      'businesses apply. Otherwise cancel these bookings and book them again; what is paid stays as it is, and ' +
      'is reported for three months.',
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
      'silla payments show SLUG ID shows its reason.',
  },
  unsettledRefunds: {
    ok: 'Every refund that was sent two weeks ago is settled.',
    problem: 'Refunds were sent more than two weeks ago and are not settled',
    fix:
      'The bank delays them: find them with silla payments show SLUG ID and ' +
      'contact the processor.',
  },
  failedRefunds: {
    ok: 'No refund has failed without a replacement.',
    problem: 'Refunds failed and were not replaced',
    fix:
      'Run silla payments refund SLUG ID, or refund it in another way; it is ' +
      'reported for 30 days.',
  },
  openPayments: {
    ok: 'No payment is open past its time.',
    problem: 'Payments that were not made in time are still open',
    fix:
      'Run silla payments reconcile SLUG, which closes them. The worker does so ' +
      'every night: check that it is running.',
  },
  reviewPayments: {
    ok: 'No payment needs a decision.',
    problem: 'Another amount than requested arrived, and nobody has decided about it',
    fix:
      'Agree with the customer, then run silla payments refund SLUG ID, so that ' +
      'they can pay again.',
  },
  paymentDrift: {
    ok: 'The state of every payment follows from its facts.',
    problem: 'The state of payments does not follow from their facts',
    fix:
      'Run silla payments reconcile SLUG, which corrects it. The worker does so ' + 'every night.',
  },
  paidDrift: {
    ok: 'Every payment and its booking or order refer to each other.',
    problem: 'Payments do not agree with their booking or order',
    fix:
      'Compare silla payments show SLUG ID with the booking or order, then run ' +
      'silla db repair SLUG paid-drift.',
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
      'Nobody can pay them now. silla payments reconcile SLUG verifies them again, ' +
      'as the worker does every night; silla stripe status SLUG shows the account. They are ' +
      'reported for 30 days.',
  },
  unreadableEvents: {
    ok: 'Every event of the last day was parsed.',
    problem: 'Events of the last day could not be parsed',
    fix:
      'Run silla payments reconcile SLUG, which fetches what they would have ' +
      'reported. Check whether there is a newer Silla.',
  },
}

const utcMinute = (at: Date) => `${formatLocalTime(at, 'UTC')} UTC`
