import type { Sql } from '@silla/db'

/** Which visits a diary contains. */
export interface Diary {
  businessId: string
  professionalIds: readonly number[]
  serviceId: number
  /** Days from today, both included. */
  fromDay: number
  toDay: number
  /** The day is divided into times of this length, of which some are taken. */
  visitMinutes: number
  firstMinute: number
  timesPerDay: number
  visitsPerDay: number
}

const regularCustomers = 2000

/** Creates the customers of a salon whose diary is filled. */
export async function insertCustomers(owner: Sql, businessId: string): Promise<void> {
  await owner`
    insert into app.customers (
      business_id, email_key, email, name, phone, language, created_at, search_name,
      search_word_2, search_word_3, search_word_4, search_word_5, search_word_6, phone_reversed)
    select ${businessId}::uuid, email, email, 'Customer ' || number, '', 'es', now() - interval '2 years', words.*
    from generate_series(1, ${regularCustomers}) number
    cross join lateral (select 'customer-' || number || '@example.com' as email) address
    cross join lateral app.search_columns('Customer ' || number, '') words`
}

/**
 * Inserts the visits of a diary, with everything that a booking consists of: claim, line and
 * transitions. Past visits were completed, the others are confirmed. Which times are taken depends
 * on nothing but the day and the position of the professional, so that two runs on one day measure
 * the same diary.
 *
 * @param owner connected as the owner of the tables, whom the policies let see every salon
 */
export async function insertVisits(owner: Sql, diary: Diary): Promise<void> {
  const { businessId } = diary
  await owner`
    with regular as (
      select array_agg(id) as ids from app.customers where business_id = ${businessId}
    ), visits as materialized (
      select 1 + ('x' || right(gen_random_uuid()::text, 12))::bit(48)::bigint as id,
        professional.id as professional_id,
        regular.ids[1 + abs(taken.hash % ${regularCustomers})] as customer_id,
        taken.starts_at, taken.starts_at + make_interval(mins => ${diary.visitMinutes}) as ends_at,
        least(taken.starts_at - interval '7 days', now()) as created_at,
        taken.starts_at < now() as is_past
      from regular
      cross join unnest(${[...diary.professionalIds]}::bigint[])
        with ordinality as professional (id, position)
      cross join generate_series(${diary.fromDay}::int, ${diary.toDay}::int) as day (number)
      cross join lateral (
        select candidate.hash,
          (current_date + day.number)::timestamp at time zone 'UTC'
            + make_interval(mins => ${diary.firstMinute} + candidate.number * ${diary.visitMinutes})
            as starts_at
        from (
          select number,
            hashtextextended(concat_ws(' ', professional.position, day.number, number), 0) as hash
          from generate_series(0, ${diary.timesPerDay - 1}::int) number) candidate
        order by candidate.hash limit ${diary.visitsPerDay}) taken
    ), claimed as (
      insert into app.claims (
        business_id, resource_id, starts_at, ends_at, kind, owner_kind, owner_id)
      select ${businessId}::uuid, professional_id, starts_at, ends_at, 'booking', 'booking', id
      from visits order by professional_id, starts_at
    ), booked as (
      insert into app.bookings (
        business_id, id, code, state, professional_id, customer_id, starts_at, ends_at,
        contact_name, contact_email, contact_phone, language, notes, currency, subtotal_cents,
        discount_cents, total_cents, payment_required, points_used, points_earned, version,
        created_at, updated_at)
      select ${businessId}::uuid, visits.id, upper(lpad(to_hex(visits.id), 12, '0')),
        case when is_past then 'completed' else 'confirmed' end, professional_id, customer_id,
        starts_at, ends_at, customer.name, customer.email, '', 'es', '', 'EUR', 1800, 0, 1800,
        false, 0, 10, case when is_past then 2 else 1 end, visits.created_at,
        case when is_past then ends_at else visits.created_at end
      from visits
      join app.customers customer
        on customer.business_id = ${businessId} and customer.id = visits.customer_id
      order by visits.starts_at
    ), agreed as (
      insert into app.booking_lines (
        business_id, booking_id, position, service_id, name, price_cents, charged_cents,
        duration_minutes, points_awarded, professional_id, starts_at, ends_at, phase_minutes)
      select ${businessId}::uuid, id, 0, ${diary.serviceId}, '{"es": "Service 0"}', 1800, 1800,
        ${diary.visitMinutes}, 10, professional_id, starts_at, ends_at,
        array[${diary.visitMinutes}::int]
      from visits order by starts_at
    )
    insert into app.booking_transitions (
      business_id, booking_id, from_state, to_state, actor, reason, occurred_at)
    select ${businessId}::uuid, id, null, 'confirmed', 'customer', '', created_at from visits
    union all
    select ${businessId}::uuid, id, 'confirmed', 'completed', 'system', '', ends_at
    from visits where is_past`
}

/** The times of a diary that are free, in random order, as (professional, start). */
export const findFreeTimes = (
  owner: Sql,
  diary: Diary,
): Promise<{ professionalId: number; startsAt: Date }[]> => owner`
  select professional_id, starts_at
  from unnest(${[...diary.professionalIds]}::bigint[]) as professional_id
  cross join generate_series(${diary.fromDay}::int, ${diary.toDay}::int) as day (number)
  cross join generate_series(0, ${diary.timesPerDay - 1}::int) as time (number)
  cross join lateral (
    select (current_date + day.number)::timestamp at time zone 'UTC'
      + make_interval(mins => ${diary.firstMinute} + time.number * ${diary.visitMinutes})
      as starts_at) candidate
  where not exists (
    select from app.claims claim
    where claim.business_id = ${diary.businessId} and claim.resource_id = professional_id
      and claim.starts_at = candidate.starts_at)
  order by random()`

/** The visits of a diary that are confirmed, in random order. */
export const findVisits = (
  owner: Sql,
  diary: Diary,
): Promise<{ id: number; professionalId: number }[]> => owner`
  select id, professional_id from app.bookings
  where business_id = ${diary.businessId} and state = 'confirmed'
    and starts_at >= (current_date + ${diary.fromDay}::int)::timestamp at time zone 'UTC'
    and starts_at < (current_date + ${diary.toDay + 1}::int)::timestamp at time zone 'UTC'
  order by random()`
