import type { Query } from '../pool.ts'
import type { Tx } from '../tenant-db.ts'
import type { MessageChannel } from '../types/message.ts'
import { deleteCalendarTokens } from './calendars.ts'
import { orphanedCondition } from './health.ts'
import { registerSender, unregisterSenders } from './messages.ts'

// Repairs of data that is stored in two places. Each statement changes only rows that differ, so
// that it can be repeated. They run in one transaction with a single snapshot, because they compute
// values from rows that other transactions may be changing.
//
// Old and new values become text outside of RETURNING: Citus runs only immutable functions there, and
// those that make text depend on settings.

/** A row that a repair changed. */
export interface RepairedRow {
  id: number
  /** The repaired columns, separated by commas. */
  field: string
  /** Their values as text; null where there was no row. */
  before: string | null
  /** null where the row was deleted */
  after: string | null
}

/**
 * The codes of bookings and orders whose lines add up to no total that they may have: below zero, or above the prices.
 * Their totals are not repaired.
 */
export const listImpossibleTotals = (tx: Tx): Query<{ bookings: string[]; orders: string[] }> => tx`
  select
    array(
      select booking.code
      from booking_lines line
      join bookings booking
        on booking.business_id = ${tx.businessId} and booking.id = line.booking_id
      where line.business_id = ${tx.businessId}
      group by booking.code
      having sum(line.charged_cents) not between 0 and sum(line.price_cents)
      order by booking.code) as bookings,
    array(
      select placed.code
      from order_lines line
      join orders placed
        on placed.business_id = ${tx.businessId} and placed.id = line.order_id
      where line.business_id = ${tx.businessId}
      group by placed.code
      having sum(line.charged_cents * line.quantity)
        not between 0 and sum(line.price_cents * line.quantity)
      order by placed.code) as orders`

/** A booking's totals are the sums of its lines, if they can be (`listImpossibleTotals`). */
export const repairBookingTotals = (tx: Tx): Query<RepairedRow> => tx`
  with repaired as (
    update bookings booking
    set subtotal_cents = total.subtotal_cents, total_cents = total.total_cents,
      discount_cents = total.subtotal_cents - total.total_cents
    from (
      select line.booking_id, sum(line.price_cents) as subtotal_cents,
        sum(line.charged_cents) as total_cents
      from booking_lines line
      where line.business_id = ${tx.businessId}
      group by line.booking_id) total
    join bookings previous on previous.id = total.booking_id
    where booking.business_id = ${tx.businessId} and previous.business_id = ${tx.businessId}
      and booking.id = total.booking_id
      and total.total_cents between 0 and total.subtotal_cents
      and (booking.subtotal_cents <> total.subtotal_cents
        or booking.total_cents <> total.total_cents)
    returning booking.id, previous.subtotal_cents as subtotal_before,
      previous.discount_cents as discount_before, previous.total_cents as total_before,
      booking.subtotal_cents, booking.discount_cents, booking.total_cents)
  select id, 'subtotal_cents, discount_cents, total_cents' as field,
    concat_ws(', ', subtotal_before, discount_before, total_before) as before,
    concat_ws(', ', subtotal_cents, discount_cents, total_cents) as after
  from repaired`

/** A booking has the professional of its first line, and lasts from its first line to its last. */
export const repairBookingTimes = (tx: Tx): Query<RepairedRow> => tx`
  with repaired as (
    update bookings booking
    set professional_id = agreed.professional_id, starts_at = agreed.starts_at,
      ends_at = agreed.ends_at
    from (
      select line.booking_id, min(line.starts_at) as starts_at, max(line.ends_at) as ends_at,
        max(line.professional_id) filter (where line.position = 0) as professional_id
      from booking_lines line
      where line.business_id = ${tx.businessId}
      group by line.booking_id) agreed
    join bookings previous on previous.id = agreed.booking_id
    where booking.business_id = ${tx.businessId} and previous.business_id = ${tx.businessId}
      and booking.id = agreed.booking_id
      and (booking.professional_id <> agreed.professional_id
        or booking.starts_at <> agreed.starts_at or booking.ends_at <> agreed.ends_at)
    returning booking.id, previous.professional_id as professional_before,
      previous.starts_at as starts_before, previous.ends_at as ends_before,
      booking.professional_id, booking.starts_at, booking.ends_at)
  select id, 'professional_id, starts_at, ends_at' as field,
    concat_ws(', ', professional_before, starts_before at time zone 'UTC',
      ends_before at time zone 'UTC') as before,
    concat_ws(', ', professional_id, starts_at at time zone 'UTC', ends_at at time zone 'UTC')
      as after
  from repaired`

/** A booking without transitions gets the one to its state, as of its last change. */
export async function repairBookingTransitions(tx: Tx): Promise<RepairedRow[]> {
  const lacking = await tx<{ id: number; state: string; updatedAt: Date }[]>`
    select booking.id, booking.state, booking.updated_at
    from bookings booking
    where booking.business_id = ${tx.businessId} and not exists (
      select from booking_transitions transition
      where transition.business_id = ${tx.businessId} and transition.booking_id = booking.id)`
  if (lacking.length === 0) return []
  const inserted = await tx<{ id: number; toState: string }[]>`
    insert into booking_transitions (
      business_id, booking_id, from_state, to_state, actor, reason, occurred_at)
    select ${tx.businessId}::uuid, booking.id, null, booking.state, 'system', '',
      booking."updatedAt"
    from jsonb_to_recordset(${tx.json(lacking as never)}) as booking (
      id bigint, state text, "updatedAt" timestamptz)
    returning booking_id as id, to_state`
  return inserted.map(({ id, toState }) => ({
    id,
    field: 'transition',
    before: null,
    after: toState,
  }))
}

/**
 * A booking's state is that of its latest transition. Where two have the same time, either is
 * right.
 */
export const repairBookingStates = (tx: Tx): Query<RepairedRow> => tx`
  update bookings booking
  set state = latest.to_state, asked_from = null,
    cancelled_at = case when latest.to_state = 'cancelled' then latest.occurred_at end,
    cancelled_by = case when latest.to_state = 'cancelled' then latest.actor end
  from (
    select distinct on (transition.booking_id) transition.booking_id, transition.to_state,
      transition.actor, transition.occurred_at
    from booking_transitions transition
    where transition.business_id = ${tx.businessId}
    order by transition.booking_id, transition.occurred_at desc, transition.id desc) latest
  join bookings previous on previous.id = latest.booking_id
  where booking.business_id = ${tx.businessId} and previous.business_id = ${tx.businessId}
    and booking.id = latest.booking_id
    and not exists (
      select from booking_transitions transition
      where transition.business_id = ${tx.businessId} and transition.booking_id = booking.id
        and transition.to_state = booking.state and transition.occurred_at = latest.occurred_at)
  returning booking.id, 'state' as field, previous.state as before, booking.state as after`

/** A cancelled booking has no claims. */
export async function repairStaleClaims(tx: Tx): Promise<RepairedRow[]> {
  const deleted = await tx<Claim[]>`
    delete from claims claim using bookings booking
    where claim.business_id = ${tx.businessId} and booking.business_id = ${tx.businessId}
      and claim.owner_kind = 'booking' and booking.id = claim.owner_id
      and booking.state = 'cancelled'
    returning booking.id, claim.starts_at`
  return deleted.map((claim) => ({ ...rowOf(claim), before: textOf(claim.startsAt) }))
}

/**
 * Time that nothing needs is not claimed. A claim that began too early or ended too late may have been all that held
 * the time of its booking or block, which is claimed again.
 */
export async function repairOrphanedClaims(tx: Tx, now: Date): Promise<RepairedRow[]> {
  const deleted = await tx<(Claim & { ownerKind: string; ownerId: number })[]>`
    delete from claims claim
    where claim.business_id = ${tx.businessId} and ${orphanedCondition(tx, now)}
    returning claim.id, claim.starts_at, claim.owner_kind, claim.owner_id`
  const owners = (kind: string) =>
    deleted.filter(({ ownerKind }) => ownerKind === kind).map(({ ownerId }) => ownerId)
  const claimed = [
    ...(await claimAgain(tx, 'booking', await listUpcoming(tx, now, owners('booking')))),
    ...(await claimAgain(tx, 'block', owners('block'))),
  ]
  return [
    ...deleted.map((claim) => ({ ...rowOf(claim), before: textOf(claim.startsAt) })),
    ...claimed.map((claim) => ({ ...rowOf(claim), after: textOf(claim.startsAt) })),
  ]
}

interface Claim {
  /** of the claim, or of its booking or block */
  id: number
  startsAt: Date
}

const rowOf = ({ id }: Claim) => ({ id, field: 'claim', before: null, after: null })

/** `2030-03-04T10:00Z` */
const textOf = (time: Date) => `${time.toISOString().slice(0, 16)}Z`

/**
 * An upcoming booking has a claim on each resource that its lines need. A booking whose time another
 * one has claimed is not repaired, and remains a problem.
 */
export async function repairUnclaimedBookings(tx: Tx, now: Date): Promise<RepairedRow[]> {
  return ownerRows(await claimAgain(tx, 'booking', await listUpcoming(tx, now, null)))
}

/** @param of only these; null: all */
async function listUpcoming(
  tx: Tx,
  now: Date,
  of: readonly number[] | null,
): Promise<readonly number[]> {
  const upcoming = await tx<{ id: number }[]>`
    select id from bookings
    where business_id = ${tx.businessId} and starts_at > ${now}
      and state in ('pending', 'confirmed')
      and ${of === null ? tx`true` : tx`id = any(${[...of]}::bigint[])`}`
  return upcoming.map(({ id }) => id)
}

/**
 * A block has claims on all of its time. The part of it that something else has claimed is not
 * repaired, and remains a problem.
 */
export async function repairUnclaimedBlocks(tx: Tx, now: Date): Promise<RepairedRow[]> {
  const lasting = await tx<{ id: number }[]>`
    select id from blocks where business_id = ${tx.businessId} and ends_at > ${now}`
  return ownerRows(
    await claimAgain(
      tx,
      'block',
      lasting.map(({ id }) => id),
    ),
  )
}

interface OwnedClaim extends Claim {
  ownerId: number
}

const ownerRows = (claims: readonly OwnedClaim[]): RepairedRow[] =>
  claims.map(({ ownerId, startsAt }) => ({
    ...rowOf({ id: ownerId, startsAt }),
    after: textOf(startsAt),
  }))

/**
 * Claims what these bookings or blocks lack of their time and is still free. What they have of a time
 * that is not claimed as a whole is deleted first, because the whole would overlap with it.
 */
async function claimAgain(
  tx: Tx,
  ownerKind: 'booking' | 'block',
  owners: readonly number[],
): Promise<readonly OwnedClaim[]> {
  if (owners.length === 0) return []
  const listUnclaimed = unclaimed[ownerKind]
  const times = await listUnclaimed(tx, owners)
  if (times.length === 0) return []
  const deleted = await tx`
    delete from claims own
    using jsonb_to_recordset(${tx.json(times as never)}) as needed (
      "ownerId" bigint, "resourceId" bigint, "startsAt" timestamptz, "endsAt" timestamptz)
    where own.business_id = ${tx.businessId} and own.owner_kind = ${ownerKind}
      and own.owner_id = needed."ownerId" and own.resource_id = needed."resourceId"
      and own.starts_at < needed."endsAt" and own.ends_at > needed."startsAt"
      and not exists (
        select from claims other
        where other.business_id = ${tx.businessId} and other.resource_id = needed."resourceId"
          and other.starts_at < needed."endsAt" and other.ends_at > needed."startsAt"
          and (other.owner_kind, other.owner_id) <> (own.owner_kind, own.owner_id))
    returning own.id`
  return insertClaims(tx, ownerKind, deleted.length === 0 ? times : await listUnclaimed(tx, owners))
}

const insertClaims = (
  tx: Tx,
  ownerKind: 'booking' | 'block',
  times: readonly UnclaimedTime[],
): Query<OwnedClaim> => tx`
  insert into claims (business_id, resource_id, starts_at, ends_at, kind, owner_kind, owner_id)
  select ${tx.businessId}::uuid, needed."resourceId", needed."startsAt", needed."endsAt",
    ${ownerKind}, ${ownerKind}, needed."ownerId"
  from jsonb_to_recordset(${tx.json(times as never)}) as needed (
    "ownerId" bigint, "resourceId" bigint, "startsAt" timestamptz, "endsAt" timestamptz)
  on conflict on constraint claims_no_overlap do nothing
  returning id, owner_id, starts_at`

interface UnclaimedTime {
  ownerId: number
  resourceId: number
  startsAt: Date
  endsAt: Date
}

/** The times of these bookings or blocks that are not claimed as a whole. */
const unclaimed: Record<
  'booking' | 'block',
  (tx: Tx, owners: readonly number[]) => Query<UnclaimedTime>
> = {
  booking: (tx, bookings) => tx`
    select booking_id as owner_id, resource_id, starts_at, ends_at
    from app.unclaimed_times(${tx.businessId}, ${[...bookings]}::bigint[])`,
  block: (tx, blocks) => tx`
    select block.id as owner_id, resource.id as resource_id, part.starts_at,
      least(part.starts_at + '24 hours', block.ends_at) as ends_at
    from blocks block
    cross join unnest(block.resource_ids) as resource (id)
    cross join generate_series(
      block.starts_at, block.ends_at, interval '24 hours') as part (starts_at)
    where block.business_id = ${tx.businessId} and block.id = any(${[...blocks]}::bigint[])
      and part.starts_at < block.ends_at
      and not exists (
        select from claims claim
        where claim.business_id = ${tx.businessId} and claim.owner_kind = 'block'
          and claim.owner_id = block.id and claim.resource_id = resource.id
          and claim.starts_at = part.starts_at
          and claim.ends_at >= least(part.starts_at + '24 hours', block.ends_at))`,
}

/** An order's totals are the sums of its lines, if they can be. */
export const repairOrderTotals = (tx: Tx): Query<RepairedRow> => tx`
  with repaired as (
    update orders placed
    set subtotal_cents = total.subtotal_cents, total_cents = total.total_cents,
      discount_cents = total.subtotal_cents - total.total_cents
    from (
      select line.order_id, sum(line.price_cents * line.quantity) as subtotal_cents,
        sum(line.charged_cents * line.quantity) as total_cents
      from order_lines line
      where line.business_id = ${tx.businessId}
      group by line.order_id) total
    join orders previous on previous.id = total.order_id
    where placed.business_id = ${tx.businessId} and previous.business_id = ${tx.businessId}
      and placed.id = total.order_id
      and total.total_cents between 0 and total.subtotal_cents
      and (placed.subtotal_cents <> total.subtotal_cents or placed.total_cents <> total.total_cents)
    returning placed.id, previous.subtotal_cents as subtotal_before,
      previous.discount_cents as discount_before, previous.total_cents as total_before,
      placed.subtotal_cents, placed.discount_cents, placed.total_cents)
  select id, 'subtotal_cents, discount_cents, total_cents' as field,
    concat_ws(', ', subtotal_before, discount_before, total_before) as before,
    concat_ws(', ', subtotal_cents, discount_cents, total_cents) as after
  from repaired`

/** The balance after each movement of points is the sum of the movements up to it. */
export const repairPointsMovements = (tx: Tx): Query<RepairedRow> => tx`
  update points_movements movement
  set balance_after = running.balance
  from (
    select each.id, each.balance_after as previous,
      sum(each.points) over (partition by each.customer_id order by each.ordinal) as balance
    from points_movements each
    where each.business_id = ${tx.businessId}) running
  where movement.business_id = ${tx.businessId} and movement.id = running.id
    and movement.balance_after <> running.balance
  returning movement.id, 'balance_after' as field, running.previous::text as before,
    movement.balance_after::text as after`

/** A customer's balance is the sum of their movements. */
export const repairPointsBalances = (tx: Tx): Query<RepairedRow> => tx`
  update customers customer
  set points_balance = total.points
  from (
    select each.id, each.points_balance as previous, coalesce(sum(movement.points), 0) as points
    from customers each
    left join points_movements movement
      on movement.business_id = ${tx.businessId} and movement.customer_id = each.id
    where each.business_id = ${tx.businessId}
    group by each.id, each.points_balance) total
  where customer.business_id = ${tx.businessId} and customer.id = total.id
    and customer.points_balance <> total.points
  returning customer.id, 'points_balance' as field, total.previous::text as before,
    customer.points_balance::text as after`

/**
 * The quantity taken of a product is the quantity in its orders, cancelled ones excluded. A
 * refunded order may or may not have returned its quantity to stock: both values are right.
 */
export const repairProductStock = (tx: Tx): Query<RepairedRow> => tx`
  update products product
  set taken = ordered.taken
  from (
    select each.id, each.taken as previous,
      coalesce(sum(line.quantity)
        filter (where placed.state not in ('cancelled', 'refunded')), 0) as taken,
      coalesce(sum(line.quantity) filter (where placed.state = 'refunded'), 0) as uncertain
    from products each
    left join order_lines line
      on line.business_id = ${tx.businessId} and line.product_id = each.id
    left join orders placed
      on placed.business_id = ${tx.businessId} and placed.id = line.order_id
    where each.business_id = ${tx.businessId}
    group by each.id, each.taken) ordered
  where product.business_id = ${tx.businessId} and product.id = ordered.id
    and product.taken not between ordered.taken and ordered.taken + ordered.uncertain
  returning product.id, 'taken' as field, ordered.previous::text as before,
    product.taken::text as after`

/** A booking refers to none of the payments of others. */
export const repairForeignPaidBookings = (tx: Tx): Query<RepairedRow> => tx`
  update bookings booking
  set payment_id = null
  from payments payment
  where booking.business_id = ${tx.businessId} and payment.business_id = ${tx.businessId}
    and payment.id = booking.payment_id and payment.booking_id is distinct from booking.id
  returning booking.id, 'payment_id' as field, payment.id::text as before, null as after`

/** An order refers to none of the payments of others. */
export const repairForeignPaidOrders = (tx: Tx): Query<RepairedRow> => tx`
  update orders placed
  set payment_id = null
  from payments payment
  where placed.business_id = ${tx.businessId} and payment.business_id = ${tx.businessId}
    and payment.id = placed.payment_id and payment.order_id is distinct from placed.id
  returning placed.id, 'payment_id' as field, payment.id::text as before, null as after`

/** A booking refers to the payment that was applied to it. */
export const repairPaidBookings = (tx: Tx): Query<RepairedRow> => tx`
  update bookings booking
  set payment_id = payment.id, asked_from = null
  from payments payment
  where booking.business_id = ${tx.businessId} and payment.business_id = ${tx.businessId}
    and payment.booking_id = booking.id and payment.applied and booking.payment_id is null
  returning booking.id, 'payment_id' as field, null as before, booking.payment_id::text as after`

/** An order refers to the payment that was applied to it. */
export const repairPaidOrders = (tx: Tx): Query<RepairedRow> => tx`
  update orders placed
  set payment_id = payment.id
  from payments payment
  where placed.business_id = ${tx.businessId} and payment.business_id = ${tx.businessId}
    and payment.order_id = placed.id and payment.applied and placed.payment_id is null
  returning placed.id, 'payment_id' as field, null as before, placed.payment_id::text as after`

/**
 * No event and no endpoint has a position after the last one that was given. It is raised, because a
 * position that an integrator has seen must not be given again (D42).
 */
export async function repairLastPosition(tx: Tx): Promise<RepairedRow[]> {
  const [found] = await tx<{ given: number | null; highest: number | null }[]>`
    select
      (select given.last_position from event_positions given
        where given.business_id = ${tx.businessId}) as given,
      greatest(
        (select max(event.position) from events event
          where event.business_id = ${tx.businessId}),
        (select max(endpoint.position) from event_endpoints endpoint
          where endpoint.business_id = ${tx.businessId})) as highest`
  const { given = null, highest = null } = found ?? {}
  if (highest === null || highest <= (given ?? 0)) return []
  await tx`
    insert into event_positions (business_id, last_position) values (${tx.businessId}, ${highest})
    on conflict on constraint event_positions_pk do update
    set last_position = excluded.last_position`
  const before = given === null ? null : String(given)
  return [{ id: highest, field: 'last_position', before, after: String(highest) }]
}

/** The version of the catalogue is higher than all that were given (`findCatalogDrift`). */
export async function repairCatalogVersion(tx: Tx): Promise<RepairedRow[]> {
  const [found] = await tx<{ version: number; checked: number }[]>`
    select business.catalog_version as version, last.catalog_version as checked
    from consistency_checks last
    join businesses business on business.business_id = ${tx.businessId}
    where last.business_id = ${tx.businessId} and last.catalog_version > business.catalog_version`
  if (!found) return []
  const version = found.checked + mostVersionsSinceCheck
  await tx`
    update businesses set catalog_version = ${version} where business_id = ${tx.businessId}`
  const [before, after] = [String(found.version), String(version)]
  return [{ id: version, field: 'catalog_version', before, after }]
}

/** In a day and a half; how many were given in fact is not known. */
const mostVersionsSinceCheck = 10_000

/** A delivery awaits an attempt only where its endpoint is active. */
export const repairPendingDeliveries = (tx: Tx): Query<RepairedRow> => tx`
  update event_deliveries delivery set state = 'failed', next_attempt_at = null
  where delivery.business_id = ${tx.businessId} and delivery.state = 'pending'
    and not exists (
      select from event_endpoints endpoint
      where endpoint.business_id = ${tx.businessId} and endpoint.id = delivery.endpoint_id
        and endpoint.is_active)
  returning delivery.id, 'state' as field, 'pending' as before, delivery.state as after`

/** A calendar has a token. One without it can be read by nobody, and is deleted. */
export async function repairCalendarFeeds(tx: Tx): Promise<RepairedRow[]> {
  const deleted = await tx<{ id: number; createdAt: Date }[]>`
    delete from calendar_feeds feed
    where feed.business_id = ${tx.businessId} and not exists (
      select from registry.calendar_tokens token
      where token.business_id = ${tx.businessId} and token.feed_id = feed.id)
    returning feed.id, feed.created_at`
  return deleted.map(({ id, createdAt }) => ({
    id,
    field: 'created_at',
    before: textOf(createdAt),
    after: null,
  }))
}

/** An entry of the waitlist is offered something as long as it has an offer without an outcome. */
export const repairWaitlistEntries = (tx: Tx): Query<RepairedRow> => tx`
  update waitlist_entries entry
  set state = case when entry.state = 'offered' then 'waiting' else 'offered' end
  where entry.business_id = ${tx.businessId} and entry.state in ('waiting', 'offered')
    and (entry.state = 'offered') <> exists (
      select from waitlist_offers offer
      where offer.business_id = ${tx.businessId} and offer.entry_id = entry.id
        and offer.outcome is null)
  returning entry.id, 'state' as field,
    case when entry.state = 'offered' then 'waiting' else 'offered' end as before,
    entry.state as after`

/** What is answered to a sender of messages, and what the provider reports, finds the salon. */
export async function repairSenders(tx: Tx): Promise<RepairedRow[]> {
  // all is read first: a cluster reads no tenant table beside the registry once that has changed
  const senders = await tx<{ id: number; channel: MessageChannel; sender: string }[]>`
    select id, channel, sender from message_senders
    where business_id = ${tx.businessId} order by channel`
  const known = await tx<{ channel: MessageChannel; sender: string }[]>`
    select channel, sender from registry.message_senders where business_id = ${tx.businessId}`
  const repaired: RepairedRow[] = []
  for (const channel of new Set([...senders, ...known].map((each) => each.channel))) {
    const own = senders.find((sender) => sender.channel === channel)
    const wrong = known.filter(
      (each) => each.channel === channel && each.sender !== (own?.sender ?? null),
    )
    if (wrong.length > 0) await unregisterSenders(tx, { channel, except: own?.sender ?? null })
    for (const { sender } of wrong)
      repaired.push({ id: own?.id ?? 0, field: 'sender', before: sender, after: null })
    if (!own || known.some((each) => each.channel === channel && each.sender === own.sender))
      continue
    const [registered] = await registerSender(tx, own)
    if (registered) repaired.push({ id: own.id, field: 'sender', before: null, after: own.sender })
  }
  return repaired
}

/** Sign-in finds a salon for those who have confirmed their email there, and for nobody else. */
export async function repairMemberships(tx: Tx): Promise<RepairedRow[]> {
  // all is read first: a cluster reads no tenant table beside the registry once that has changed
  const wrong = await tx<RepairedRow[]>`
    select member.staff_id as id, 'membership' as field, 'stored' as before, null as after
    from registry.staff_memberships member
    where member.business_id = ${tx.businessId} and not exists (
      select from staff person
      where person.business_id = ${tx.businessId} and person.id = member.staff_id
        and person.email_hash = member.email_hash)
    order by member.staff_id`
  const missing = await tx<{ id: number; emailHash: Buffer }[]>`
    select person.id, person.email_hash from staff person
    where person.business_id = ${tx.businessId} and person.email_hash is not null
      and not exists (
        select from registry.staff_memberships member
        where member.business_id = ${tx.businessId} and member.staff_id = person.id
          and member.email_hash = person.email_hash)
    order by person.id`
  for (const { id } of wrong) {
    await tx`
      delete from registry.staff_memberships
      where business_id = ${tx.businessId} and staff_id = ${id}`
  }
  for (const { id, emailHash } of missing) {
    await tx`
      insert into registry.staff_memberships (business_id, staff_id, email_hash)
      values (${tx.businessId}, ${id}, ${emailHash})`
  }
  const restored = missing.map(({ id }) => ({
    id,
    field: 'membership',
    before: null,
    after: 'stored',
  }))
  return [...wrong, ...restored]
}

/** A token is that of a calendar. The token of a deleted one is deleted. */
export async function repairCalendarTokens(tx: Tx): Promise<RepairedRow[]> {
  // read first: a cluster deletes from a reference table only by its own columns
  const orphaned = await tx<RepairedRow[]>`
    select token.feed_id as id, 'token' as field, 'stored' as before, null as after
    from registry.calendar_tokens token
    where token.business_id = ${tx.businessId} and not exists (
      select from calendar_feeds feed
      where feed.business_id = ${tx.businessId} and feed.id = token.feed_id)
    order by token.feed_id`
  if (orphaned.length > 0)
    await deleteCalendarTokens(
      tx,
      orphaned.map(({ id }) => id),
    )
  return orphaned
}
