import type { Query } from '../pool.ts'
import type { Tx } from '../tenant-db.ts'
import type { Currency, Translated } from '../types/values.ts'

/** What a report counts (D76), in periods that follow each other, or for each subject. */
export interface ReportScope {
  from: Date
  before: Date
  /** Where the periods begin: the first at `from`. */
  starts: readonly Date[]
  /** What the rows are about besides their period; null: nothing. */
  subject: ReportSubject | null
  /** Whose work counts, and of each amount their part; null: everybody's. */
  professionalId: number | null
}

/**
 * `source`: where the customers of the visits came from; `staff`: who has taken the money at the desk.
 */
export type ReportSubject = 'professional' | 'service' | 'source' | 'staff'

/** A row of a report. Rows without anything to count are missing. */
interface Counted {
  /** From 1 on. */
  period: number
  /** The professional, the service or the member of staff; null: none. */
  subjectId: number | null
}

/** Bookings by the start of the visit. Each counts once for each subject; amounts are those of its lines. */
export interface VisitCounts extends Counted {
  /** Where the customers came from; null: unknown, or another subject. */
  source: string | null
  pending: number
  confirmed: number
  completed: number
  noShow: number
  cancelledByCustomer: number
  cancelledByBusiness: number
  cancelledLate: number
  completedCents: number
  upcomingCents: number
  discountCents: number
  /** null: unknown, because points are those of a whole booking */
  pointsUsed: number | null
  noShowCents: number
  cancelledLateCents: number
}

/**
 * Without bookings that the system cancelled, because nobody paid or confirmed them.
 *
 * @param noticeHours a booking that is cancelled later than these hours before its start is cancelled late
 */
export const countVisits = (
  tx: Tx,
  scope: ReportScope,
  noticeHours: number,
): Query<VisitCounts> => tx`
  select ${periodCondition(tx, scope, tx`visit.starts_at`)} as period, visit.subject_id,
    visit.source,
    count(*) filter (where visit.state = 'pending')::int as pending,
    count(*) filter (where visit.state = 'confirmed')::int as confirmed,
    count(*) filter (where visit.state = 'completed')::int as completed,
    count(*) filter (where visit.state = 'no_show')::int as no_show,
    count(*) filter (where visit.cancelled_by = 'customer')::int as cancelled_by_customer,
    count(*) filter (where visit.cancelled_by = 'business')::int as cancelled_by_business,
    count(*) filter (where visit.is_late)::int as cancelled_late,
    coalesce(sum(visit.cents) filter (where visit.state = 'completed'), 0)::bigint
      as completed_cents,
    coalesce(sum(visit.cents) filter (where visit.state in ('pending', 'confirmed')), 0)::bigint
      as upcoming_cents,
    coalesce(sum(visit.discount_cents) filter (where visit.state = 'completed'), 0)::bigint
      as discount_cents,
    ${pointsCondition(tx, scope)} as points_used,
    coalesce(sum(visit.cents) filter (where visit.state = 'no_show'), 0)::bigint as no_show_cents,
    coalesce(sum(visit.cents) filter (where visit.is_late), 0)::bigint as cancelled_late_cents
  from (
    select booking.starts_at, booking.state, booking.cancelled_by,
      booking.state = 'cancelled'
        and booking.starts_at - booking.cancelled_at < make_interval(hours => ${noticeHours})
        as is_late,
      ${amountsCondition(tx, scope)}
    from bookings booking
    ${linesCondition(tx, scope)}
    where booking.business_id = ${tx.businessId}
      and booking.starts_at >= ${scope.from} and booking.starts_at < ${scope.before}
      and booking.cancelled_by is distinct from 'system'
      ${ownCondition(tx, scope)}
    ${usesLines(scope) ? tx`group by booking.business_id, booking.id, 5` : tx``}) visit
  group by 1, 2, 3`

/** Points are those of a whole booking. */
const pointsCondition = (tx: Tx, scope: ReportScope) =>
  usesLines(scope)
    ? tx`null::int`
    : tx`coalesce(sum(visit.points_used) filter (where visit.state = 'completed'), 0)::int`

/** The rest of the columns: of whole bookings, or of their lines by booking and subject. */
const amountsCondition = (tx: Tx, scope: ReportScope) =>
  usesLines(scope)
    ? tx`${subjectCondition(tx, scope)} as subject_id, ${sourceCondition(tx, scope)} as source,
        sum(line.charged_cents) as cents,
        sum(line.price_cents - line.charged_cents) as discount_cents`
    : tx`null::bigint as subject_id, ${sourceCondition(tx, scope)} as source,
        booking.total_cents as cents, booking.discount_cents, booking.points_used`

/** Services by the start of the visit; one that a visit has twice counts twice. */
export interface ServiceCounts extends Counted {
  completed: number
  completedCents: number
  discountCents: number
  upcoming: number
  upcomingCents: number
}

export const countServices = (tx: Tx, scope: ReportScope): Query<ServiceCounts> => tx`
  select ${periodCondition(tx, scope, tx`booking.starts_at`)} as period,
    ${subjectCondition(tx, scope)} as subject_id,
    count(*) filter (where booking.state = 'completed')::int as completed,
    coalesce(sum(line.charged_cents) filter (where booking.state = 'completed'), 0)::bigint
      as completed_cents,
    coalesce(sum(line.price_cents - line.charged_cents)
      filter (where booking.state = 'completed'), 0)::bigint as discount_cents,
    count(*) filter (where booking.state <> 'completed')::int as upcoming,
    coalesce(sum(line.charged_cents) filter (where booking.state <> 'completed'), 0)::bigint
      as upcoming_cents
  from bookings booking
  join booking_lines line
    on line.business_id = ${tx.businessId} and line.booking_id = booking.id
  where booking.business_id = ${tx.businessId}
    and booking.starts_at >= ${scope.from} and booking.starts_at < ${scope.before}
    and booking.state in ('pending', 'confirmed', 'completed')
    ${ownCondition(tx, scope)}
  group by 1, 2`

export interface WorkMinutes extends Counted {
  /** Minutes of work, without waits and buffers. */
  minutes: number
}

/** Work of each professional in bookings that are not cancelled. The subject is the professional. */
export const sumWork = (tx: Tx, scope: ReportScope): Query<WorkMinutes> => tx`
  select ${periodCondition(tx, scope, tx`booking.starts_at`)} as period,
    line.professional_id as subject_id,
    sum(case cardinality(line.phase_minutes) when 1 then line.phase_minutes[1] else (
      select sum(phase.minutes)
      from unnest(line.phase_minutes) with ordinality phase (minutes, place)
      where phase.place % 2 = 1) end)::int as minutes
  from bookings booking
  join booking_lines line
    on line.business_id = ${tx.businessId} and line.booking_id = booking.id
  where booking.business_id = ${tx.businessId}
    and booking.starts_at >= ${scope.from} and booking.starts_at < ${scope.before}
    and booking.state <> 'cancelled'
    ${ownCondition(tx, scope)}
  group by 1, 2`

export interface CustomerCounts extends Counted {
  visits: number
  customers: number
  newCustomers: number
}

/**
 * Customers with a visit that took place or is to. One is new at their first visit ever, of whichever
 * professional. What came before `scope.from` is not read, only whether there was anything.
 */
export const countCustomers = (tx: Tx, scope: ReportScope): Query<CustomerCounts> => tx`
  with visit as materialized (
    select booking.id, booking.customer_id, booking.starts_at
    from bookings booking
    where booking.business_id = ${tx.businessId}
      and booking.starts_at >= ${scope.from} and booking.starts_at < ${scope.before}
      and booking.state in ('pending', 'confirmed', 'completed')),
  known as (
    select earliest.customer_id, case when not exists (
      select from bookings earlier
      where earlier.business_id = ${tx.businessId} and earlier.customer_id = earliest.customer_id
        and earlier.starts_at < ${scope.from}
        and earlier.state in ('pending', 'confirmed', 'completed')) then earliest.at end as first_at
    from (select visit.customer_id, min(visit.starts_at) as at from visit group by 1) earliest),
  customer as (
    select ${periodCondition(tx, scope, tx`counted.starts_at`)} as period, counted.subject_id,
      counted.customer_id, count(*) as visits,
      bool_or(counted.starts_at = known.first_at) as is_new
    from ${visitsCondition(tx, scope)} counted
    join known on known.customer_id = counted.customer_id
    group by 1, 2, 3)
  select customer.period, customer.subject_id, sum(customer.visits)::int as visits,
    count(*)::int as customers, (count(*) filter (where customer.is_new))::int as new_customers
  from customer
  group by 1, 2`

/** Each visit once for each subject. */
const visitsCondition = (tx: Tx, scope: ReportScope) =>
  usesLines(scope)
    ? tx`(
      select distinct visit.id, visit.customer_id, visit.starts_at,
        ${subjectCondition(tx, scope)} as subject_id
      from visit
      join booking_lines line
        on line.business_id = ${tx.businessId} and line.booking_id = visit.id
      where true ${ownCondition(tx, scope)})`
    : tx`(select visit.customer_id, visit.starts_at, null::bigint as subject_id from visit)`

/** Money by the day on which it moved. */
export interface Takings extends Counted {
  bookingCents: number
  orderCents: number
  packageCents: number
  refundedCents: number
  /** What a bank has taken back or is deciding about. */
  disputedCents: number
  /** Taken at the desk, without what was reversed; of `otherCents` neither in cash nor by card. */
  cashCents: number
  cardCents: number
  otherCents: number
  /** No part of any of these. */
  tipCents: number
  /** What was taken off visits that took place, on their day. */
  discountCents: number
}

/**
 * Money that moved, from the ledger: payments that were received, refunds that were made, disputes that
 * are open or lost. Of a payment no more is refunded, and no more is disputed, than was received. A
 * refund of which the processor has reported nothing but the total counts when that was last read.
 *
 * The money of a booking is divided over its lines in proportion to their prices: of each movement the
 * parts add up to it. A reversal at the desk counts on its own day.
 */
export const sumTakings = (tx: Tx, scope: ReportScope, currency: Currency): Query<Takings> => tx`
  with moved as (
    select case when payment.booking_id is not null then 'booking'
        when payment.order_id is not null then 'order' else 'package' end as kind,
      payment.booking_id, coalesce(payment.settled_at, payment.status_seen_at) as at,
      payment.received_cents as cents, null::bigint as staff_id
    from payments payment
    where payment.business_id = ${tx.businessId} and payment.received_cents > 0
      and payment.received_currency = ${currency}
      and coalesce(payment.settled_at, payment.status_seen_at) >= ${scope.from}
      and coalesce(payment.settled_at, payment.status_seen_at) < ${scope.before}
    union all
    select 'refunded', payment.booking_id, refund.at,
      least(payment.received_cents, refund.until_cents)
        - least(payment.received_cents, refund.until_cents - refund.amount_cents), null
    from (
      select made.payment_id, made.updated_at as at, made.amount_cents,
        (sum(made.amount_cents) over (
          partition by made.payment_id order by made.updated_at, made.id))::bigint as until_cents
      from refunds made
      where made.business_id = ${tx.businessId} and made.state = 'completed') refund
    join payments payment
      on payment.business_id = ${tx.businessId} and payment.id = refund.payment_id
    where payment.received_currency = ${currency}
      and refund.at >= ${scope.from} and refund.at < ${scope.before}
    union all
    select 'refunded', payment.booking_id, payment.updated_at,
      greatest(0, least(payment.received_cents,
          payment.refund_seen_cents - coalesce(known.failed_cents, 0))
        - least(payment.received_cents, coalesce(known.made_cents, 0))), null
    from payments payment
    left join (
      select refund.payment_id,
        (sum(refund.amount_cents) filter (where refund.state = 'failed'))::bigint as failed_cents,
        (sum(refund.amount_cents) filter (where refund.state = 'completed'))::bigint as made_cents
      from refunds refund
      where refund.business_id = ${tx.businessId}
      group by refund.payment_id) known on known.payment_id = payment.id
    where payment.business_id = ${tx.businessId} and payment.refund_seen_cents > 0
      and payment.received_currency = ${currency}
      and payment.updated_at >= ${scope.from} and payment.updated_at < ${scope.before}
    union all
    select 'disputed', payment.booking_id, dispute.at,
      least(payment.received_cents, dispute.until_cents)
        - least(payment.received_cents, dispute.until_cents - dispute.amount_cents), null
    from (
      select opened.payment_id, opened.created_at as at, opened.amount_cents,
        (sum(opened.amount_cents) over (
          partition by opened.payment_id order by opened.created_at, opened.id))::bigint
          as until_cents
      from disputes opened
      where opened.business_id = ${tx.businessId} and opened.state <> 'won') dispute
    join payments payment
      on payment.business_id = ${tx.businessId} and payment.id = dispute.payment_id
    where payment.received_currency = ${currency}
      and dispute.at >= ${scope.from} and dispute.at < ${scope.before}
    union all
    select entry.method, entry.booking_id, entry.created_at, entry.amount_cents, entry.staff_id
    from till_entries entry
    where entry.business_id = ${tx.businessId} and entry.currency = ${currency}
      and entry.created_at >= ${scope.from} and entry.created_at < ${scope.before}
    union all
    select 'tip', entry.booking_id, entry.created_at, entry.tip_cents, entry.staff_id
    from till_entries entry
    where entry.business_id = ${tx.businessId} and entry.currency = ${currency}
      and entry.created_at >= ${scope.from} and entry.created_at < ${scope.before})
  ${
    usesLines(scope)
      ? dividedCondition(tx, scope)
      : tx`, part as (
    select kind, at, ${movedSubject(tx, scope)} as subject_id, cents from moved)`
  }
  select ${periodCondition(tx, scope, tx`part.at`)} as period, part.subject_id,
    coalesce(sum(part.cents) filter (where part.kind = 'booking'), 0)::bigint as booking_cents,
    coalesce(sum(part.cents) filter (where part.kind = 'order'), 0)::bigint as order_cents,
    coalesce(sum(part.cents) filter (where part.kind = 'package'), 0)::bigint as package_cents,
    coalesce(sum(part.cents) filter (where part.kind = 'refunded'), 0)::bigint as refunded_cents,
    coalesce(sum(part.cents) filter (where part.kind = 'disputed'), 0)::bigint as disputed_cents,
    coalesce(sum(part.cents) filter (where part.kind = 'cash'), 0)::bigint as cash_cents,
    coalesce(sum(part.cents) filter (where part.kind = 'card'), 0)::bigint as card_cents,
    coalesce(sum(part.cents) filter (where part.kind = 'other'), 0)::bigint as other_cents,
    coalesce(sum(part.cents) filter (where part.kind = 'tip'), 0)::bigint as tip_cents,
    coalesce(sum(part.cents) filter (where part.kind = 'discount'), 0)::bigint as discount_cents
  from (
    select kind, at, subject_id, cents from part
    union all
    ${discountsCondition(tx, scope)}) part
  group by 1, 2`

/** Of whole bookings, or of their lines. */
const discountsCondition = (tx: Tx, scope: ReportScope) => tx`
  select 'discount', booking.starts_at, ${
    usesLines(scope)
      ? tx`${subjectCondition(tx, scope)}, line.price_cents - line.charged_cents`
      : tx`null::bigint, booking.discount_cents`
  }
  from bookings booking
  ${linesCondition(tx, scope)}
  where booking.business_id = ${tx.businessId}
    and booking.starts_at >= ${scope.from} and booking.starts_at < ${scope.before}
    and booking.state = 'completed'
    ${ownCondition(tx, scope)}`

/** Lines without a price are all of a booking that has none: the first one gets its money then. */
const dividedCondition = (tx: Tx, scope: ReportScope) => tx`,
  weighed as (
    select line.booking_id, line.position, ${subjectCondition(tx, scope)} as subject_id,
      line.professional_id,
      case when sum(line.charged_cents) over (partition by line.booking_id) > 0
        then line.charged_cents
        when line.position = min(line.position) over (partition by line.booking_id) then 1
        else 0 end as weight
    from booking_lines line
    where line.business_id = ${tx.businessId}
      and line.booking_id in (select moved.booking_id from moved)),
  share as (
    select weighed.booking_id, weighed.subject_id, weighed.professional_id, weighed.weight,
      (sum(weighed.weight) over (
        partition by weighed.booking_id order by weighed.position))::bigint as upto,
      (sum(weighed.weight) over (partition by weighed.booking_id))::bigint as total
    from weighed),
  part as (
    select moved.kind, moved.at, ${
      scope.subject === 'staff' ? movedSubject(tx, scope) : tx`share.subject_id`
    } as subject_id,
      moved.cents * share.upto / share.total
        - moved.cents * (share.upto - share.weight) / share.total as cents
    from moved
    join share on share.booking_id = moved.booking_id
    where ${scope.professionalId}::bigint is null
      or share.professional_id = ${scope.professionalId}::bigint
    union all
    select moved.kind, moved.at, ${movedSubject(tx, scope)}, moved.cents
    from moved
    where moved.booking_id is null and ${scope.professionalId}::bigint is null)`

/** Who has taken the money; null: nobody at the desk, or no report about that. */
const movedSubject = (tx: Tx, { subject }: ReportScope) =>
  subject === 'staff' ? tx`moved.staff_id` : tx`null::bigint`

/** The names of everybody who has ever worked in the salon. */
export const listProfessionalNames = (tx: Tx): Query<{ id: number; name: string }> => tx`
  select id, name from professionals where business_id = ${tx.businessId}`

/** The names of everybody who has ever been a member of staff, in the order of them. */
export const listStaffNames = (tx: Tx): Query<{ id: number; name: string }> => tx`
  select id, name from staff where business_id = ${tx.businessId} order by name, id`

/** The names of all services that the salon has ever had. */
export const listServiceNames = (tx: Tx): Query<{ id: number; name: Translated }> => tx`
  select id, name from services where business_id = ${tx.businessId}`

const usesLines = ({ subject, professionalId }: ReportScope): boolean =>
  subject === 'professional' || subject === 'service' || professionalId !== null

const subjectCondition = (tx: Tx, { subject }: ReportScope) => {
  if (subject === 'professional') return tx`line.professional_id`
  return subject === 'service' ? tx`line.service_id` : tx`null::bigint`
}

const sourceCondition = (tx: Tx, { subject }: ReportScope) =>
  subject === 'source' ? tx`booking.source` : tx`null::text`

const linesCondition = (tx: Tx, scope: ReportScope) =>
  usesLines(scope)
    ? tx`join booking_lines line
      on line.business_id = ${tx.businessId} and line.booking_id = booking.id`
    : tx``

const ownCondition = (tx: Tx, { professionalId }: ReportScope) =>
  professionalId === null ? tx`` : tx`and line.professional_id = ${professionalId}`

/** The sub-select makes the list of starts once, not for each row. */
const periodCondition = (tx: Tx, { starts }: ReportScope, at: ReturnType<Tx>) =>
  tx`width_bucket(${at}, (
    select ${starts.map((start) => start.toISOString())}::text[]::timestamptz[]))`
