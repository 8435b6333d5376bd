import type { Sql } from '@silla/db'

/** Visits of two customers of a salon with 40 professionals. */
export interface VisitsOfTwo {
  businessId: string
  /** Of the first visits. */
  customerId: number
  /** How many these are. */
  share: number
  /** Of the others. */
  otherId: number
  count: number
}

/** Inserts visits of one service, each a minute after the other and with another professional. */
export async function insertVisitsOfTwo(
  witness: Sql,
  { businessId, customerId, share, otherId, count }: VisitsOfTwo,
): Promise<void> {
  await witness`
    with booked as (
      insert into bookings (
        business_id, code, state, professional_id, customer_id, starts_at, ends_at, contact_name,
        contact_email, contact_phone, notes, currency, subtotal_cents, discount_cents, total_cents,
        payment_required, points_used, points_earned, version, created_at, updated_at)
      select ${businessId}, 'V' || number, 'confirmed', professional.id,
        case when number <= ${share}::int then ${customerId}::bigint else ${otherId} end, starts_at,
        starts_at + interval '30 minutes', 'Lucía', 'lucia@example.com', '', '', 'EUR', 1800, 0,
        1800, false, 0, 0, 1, starts_at, starts_at
      from generate_series(1, ${count}::int) number
      cross join lateral (
        select timestamptz '2030-03-05T08:00Z' + make_interval(mins => number) as starts_at) time
      join (
        select id, row_number() over (order by id) as place from professionals
        where business_id = ${businessId}) professional on professional.place = 1 + number % 40
      returning id, professional_id, starts_at, ends_at)
    insert into booking_lines (
      business_id, booking_id, position, service_id, name, price_cents, charged_cents,
      duration_minutes, points_awarded, professional_id, starts_at, ends_at, phase_minutes)
    select ${businessId}, booked.id, 0, service.id, service.name, 1800, 1800, 30, 0,
      booked.professional_id, booked.starts_at, booked.ends_at, '{30}'
    from booked cross join (
      select id, name from services where business_id = ${businessId} limit 1) service`
}
