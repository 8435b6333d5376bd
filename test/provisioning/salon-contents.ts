import type { Sql } from '@silla/db'

/** The stored rows of one salon as short strings, for comparisons. */
export interface Contents {
  catalogVersion: number
  openings: string[]
  closings: string[]
  /** In display order, like the professionals. */
  services: string[]
  professionals: string[]
  offers: string[]
  shifts: string[]
  /** Ids of services and professionals, by handle. */
  ids: Record<string, number>
}

/** @param owner a connection that can read every row */
export async function contentsOf(owner: Sql, businessId: string | null): Promise<Contents> {
  const lines = async (query: PromiseLike<readonly { line: string }[]>) =>
    (await query).map(({ line }) => line)
  const [business] = await owner<{ version: number }[]>`
    select catalog_version as version from businesses where business_id = ${businessId}`
  const ids = await owner<{ handle: string; id: number }[]>`
    select handle, id from services where business_id = ${businessId}
    union all select handle, id from professionals where business_id = ${businessId} order by handle`
  return {
    catalogVersion: business?.version ?? 0,
    openings: await lines(owner<{ line: string }[]>`
      select format('%s %s-%s %s-%s', weekday, opens_minute, closes_minute, coalesce(break_start_minute::text, 'null'),
        coalesce(break_end_minute::text, 'null')) as line
      from opening_hours where business_id = ${businessId} order by weekday`),
    closings: await lines(owner<{ line: string }[]>`
      select day || case when from_minute is null then '' else format(' %s-%s', from_minute, to_minute) end as line
      from closing_days where business_id = ${businessId} order by day, from_minute`),
    services: await lines(owner<{ line: string }[]>`
      select format('%s %s %s %s', s.handle, c.handle, s.price_cents, case when s.active then 'active' else 'inactive' end) as line
      from services s join categories c on c.business_id = s.business_id and c.id = s.category_id
      where s.business_id = ${businessId} order by s.position, s.id`),
    professionals: await lines(owner<{ line: string }[]>`
      select handle || case when active then ' active' else ' inactive' end as line
      from professionals where business_id = ${businessId} order by position, id`),
    offers: await lines(owner<{ line: string }[]>`
      select p.handle || ' ' || s.handle as line from professional_services o
      join professionals p on p.business_id = o.business_id and p.id = o.professional_id
      join services s on s.business_id = o.business_id and s.id = o.service_id
      where o.business_id = ${businessId} order by p.handle, s.handle`),
    shifts: await lines(owner<{ line: string }[]>`
      select format('%s %s %s-%s', p.handle, weekday, start_minute, end_minute) as line from shifts t
      join professionals p on p.business_id = t.business_id and p.id = t.professional_id
      where t.business_id = ${businessId} order by p.handle, weekday, start_minute`),
    ids: Object.fromEntries(ids.map(({ handle, id }) => [handle, id])),
  }
}

/** Inserts a half-hour booking directly, without the checks of the API. */
export async function insertBooking(
  witness: Sql,
  businessId: string | null,
  visit: {
    professional: string
    service: string
    startsAt: string
    code: string
    state?: 'confirmed' | 'cancelled'
  },
): Promise<void> {
  const startsAt = new Date(visit.startsAt)
  const endsAt = new Date(startsAt.getTime() + 30 * 60_000)
  const state = visit.state ?? 'confirmed'
  await witness`
    insert into customers (business_id, email_key, email, name, language, created_at)
    values (${businessId}, 'lucia@example.com', 'lucia@example.com', 'Lucía', 'es', ${startsAt})
    on conflict (business_id, email_key) do nothing`
  await witness`
    insert into bookings (business_id, code, state, professional_id, customer_id, starts_at, ends_at, contact_name,
      contact_email, contact_phone, notes, currency, subtotal_cents, discount_cents, total_cents, payment_required,
      points_used, points_earned, cancelled_at, cancelled_by, version, created_at, updated_at)
    select p.business_id, ${visit.code}, ${state}, p.id, c.id, ${startsAt}, ${endsAt}, 'Lucía', 'lucia@example.com', '', '',
      'EUR', 1850, 0, 1850, false, 0, 0, ${state === 'cancelled' ? startsAt : null},
      ${state === 'cancelled' ? 'customer' : null}, 1, ${startsAt}, ${startsAt}
    from professionals p join customers c on c.business_id = p.business_id
    where p.business_id = ${businessId} and p.handle = ${visit.professional}`
  await witness`
    insert into booking_lines (business_id, booking_id, position, service_id, name, price_cents, charged_cents,
      duration_minutes, points_awarded, professional_id, starts_at, ends_at, phase_minutes)
    select b.business_id, b.id, 0, s.id, s.name, 1850, 1850, 30, 0, b.professional_id, b.starts_at, b.ends_at, '{30}'
    from bookings b join services s on s.business_id = b.business_id and s.handle = ${visit.service}
    where b.business_id = ${businessId} and b.code = ${visit.code}`
}
