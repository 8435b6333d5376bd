import { rateNames } from '@silla/core'
import type { Sql } from '@silla/db'
import { salonFileFor } from '../../support/salon-fixture.ts'
import type { MeasuredCode } from '../code.ts'
import { loadInBulk } from './bulk-load.ts'

/** How much a database contains. */
export interface DataSetSize {
  salons: number
  /** Of each salon. */
  bookings: number
}

const professionals = 2
const visitsPerDay = 5
const minutesPerVisit = 30
const firstMinute = 9 * 60
/** Each visit of a day is at one of so many times. */
const choices = 4

export const upcomingDays = 30

/** The times at which visits begin, in minutes of the day. */
export const visitTimes = Array.from(
  { length: visitsPerDay * choices },
  (_, index) => firstMinute + index * minutesPerVisit,
)

export const slugOf = (number: number): string => `salon-${String(number).padStart(5, '0')}`

/** The customers of a salon that has so many bookings. */
export const customersOf = (bookings: number): number => Math.max(10, Math.ceil(bookings / 6))

/**
 * Creates salons with the same catalogue and, for each, its customers, its bookings and what every
 * booking leaves behind: lines, transitions, points, events, emails, claims and jobs. Every
 * professional has five visits a day; how far back they go depends on the number of bookings. The
 * rows of the salons alternate on disk, as they do where all of them work at the same time.
 */
export async function insertDataSet(
  {
    core,
    admin,
    superuser,
  }: { core: Pick<MeasuredCode['core'], 'applySalon'>; admin: Sql; superuser: Sql },
  { salons, bookings }: DataSetSize,
): Promise<void> {
  await core.applySalon(
    admin,
    salonFileFor(slugOf(1), {
      timezone: 'UTC',
      professionals: Array.from({ length: professionals }, (_, index) => `Professional ${index}`),
      services: Array.from({ length: 12 }, (_, index) => ({ name: `Service ${index}` })),
      products: [{ name: 'Shampoo', stock: 1_000_000 }],
    }),
  )
  // requests are counted and never refused
  const rates = Object.fromEntries(rateNames.map((name) => [name, 1_000_000_000]))
  await admin`update registry.businesses set rates = ${admin.json(rates)}`
  await copySalon(superuser, salons)
  await superuser`set synchronous_commit = off`
  await superuser`set maintenance_work_mem = '1GB'`
  await describeVisits(superuser, bookings)
  await loadInBulk(superuser, Object.keys(rowsOfVisits), async () => {
    for (const [table, select] of Object.entries(rowsOfVisits))
      await superuser.unsafe(`insert into ${table} ${select}`)
  })
  await insertJobs(superuser)
}

/** What applying a salon file writes, referred tables first. */
const catalogueTables = [
  'businesses',
  'business_settings',
  'opening_hours',
  'categories',
  'services',
  'resources',
  'professionals',
  'professional_services',
  'shifts',
  'products',
]

/** Copies the first salon with its catalogue; the copies differ in the id of the business alone. */
async function copySalon(superuser: Sql, salons: number): Promise<void> {
  await superuser`
    insert into registry.businesses (business_id, slug, mode, status, created_at, rates)
    select gen_random_uuid(), 'salon-' || lpad(number::text, 5, '0'), mode, status, created_at, rates
    from registry.businesses, generate_series(2, ${salons}::int) number`
  await superuser`
    insert into registry.api_keys (
      key_id, business_id, key_hash, kind, prefix, last_four, name, created_at)
    select gen_random_uuid(), business_id, sha256(uuid_send(gen_random_uuid())), kind, '', '0000',
      'bench', created_at
    from registry.businesses, unnest(array['publishable', 'secret']) kind`
  for (const table of catalogueTables) {
    const [row] = await superuser<{ columns: string[] }[]>`
      select array_agg(quote_ident(attname) order by attnum) as columns from pg_attribute
      where attrelid = ${`app.${table}`}::regclass and attnum > 0 and not attisdropped
        and attgenerated = '' and attname <> 'business_id'`
    const columns = row?.columns ?? []
    await superuser.unsafe(`
      insert into app.${table} (business_id, ${columns.join(', ')}) overriding system value
      select salon.business_id, ${columns.map((column) => `template.${column}`).join(', ')}
      from app.${table} template
      join registry.businesses salon on salon.business_id <> template.business_id`)
  }
}

/**
 * Creates temporary tables with what is the same for every salon: its customers and its visits. The
 * ids follow from numbers and are as scattered as random ones.
 */
async function describeVisits(superuser: Sql, bookings: number): Promise<void> {
  const customers = customersOf(bookings)
  await superuser.unsafe(`
    create temporary table contact as
    select number, 1 + (hashint4extended(number, 1) & 281474976710655) as id,
      'customer-' || number || '@example.com' as email, concat_ws(' ',
        (array['Ana', 'Lucía', 'María', 'José', 'Iñigo', 'Carmen', 'Sofía', 'Hugo', 'Omar',
          'Layla', 'Sara', 'Noor', 'Pablo', 'Elena', 'Jorge', 'Marta'])[1 + number % 16],
        (array['García', 'Pérez', 'Prado', 'Santos', 'Haddad', 'Núñez', 'Vidal', 'Rojas', 'Salem',
          'Moreno', 'Torres', 'Ibarra', 'Castro'])[1 + number % 13], number) as name,
      '+346' || lpad(number::text, 8, '0') as phone
    from generate_series(1, ${customers}) number`)
  await superuser.unsafe(`
    create temporary table visit as
    select numbered.id, lpad(upper(to_hex(numbered.id & 1099511627775)), 10, '0') as code,
      decided.state, professional.ids[1 + place % ${professionals}] as professional_id,
      service.id as service_id, contact.id as customer_id, contact.name, contact.email,
      contact.phone, timed.starts_at,
      timed.starts_at + make_interval(mins => ${minutesPerVisit}) as ends_at,
      decided.created_at, case decided.state when 'confirmed' then decided.created_at
        when 'cancelled' then decided.created_at + interval '1 day'
        else timed.starts_at + interval '1 day' end as updated_at,
      case decided.state when 'completed' then 10 end as points,
      row_number() over (
        partition by contact.id, decided.state order by timed.starts_at, numbered.id)::int as ordinal
    from generate_series(0, ${bookings - 1}) place
    cross join (
      select array_agg(id order by position, id) as ids from app.professionals
      where business_id = (select business_id from registry.businesses where slug = '${slugOf(1)}')
    ) professional
    cross join (
      select id from app.services
      where business_id = (select business_id from registry.businesses where slug = '${slugOf(1)}')
      order by position, id limit 1) service
    cross join lateral (
      select 1 + (hashint4extended(place, 2) & 281474976710655) as id,
        hashint4extended(place, 3) & 2147483647 as hash) numbered
    cross join lateral (
      select (current_date + ${upcomingDays} - place / ${professionals * visitsPerDay})::timestamptz
        + make_interval(mins => ${firstMinute} + ${minutesPerVisit} * (
          place / ${professionals} % ${visitsPerDay} * ${choices} + numbered.hash % ${choices})::int) as starts_at
    ) timed
    cross join lateral (
      select least(timed.starts_at, now()) - interval '2 days' as created_at,
        case when numbered.hash % 13 = 0 then 'cancelled'
          when timed.starts_at > now() - interval '1 day' then 'confirmed'
          when numbered.hash % 37 = 0 then 'no_show'
          else 'completed' end as state) decided
    join contact on contact.number = 1 + numbered.hash % ${customers}
    order by decided.created_at`)
  await superuser`create index on visit (customer_id)`
  await superuser`analyze contact, visit`
}

// The salons are the inner side of each join, so that their rows alternate.
const everySalon = `
  cross join lateral (
    select business_id from registry.businesses where visit.id is not null offset 0) salon`

/** The rows to insert into each table, from the temporary tables. */
const rowsOfVisits: Record<string, string> = {
  'app.customers': `
    (business_id, id, email_key, email, name, phone, language, created_at, points_balance)
    select salon.business_id, visit.id, email, email, name, phone, 'es', now() - interval '3 years',
      (select coalesce(sum(points), 0) from visit each where each.customer_id = visit.id)
    from contact visit ${everySalon}`,
  'app.bookings': `
    (business_id, id, code, state, professional_id, customer_id, starts_at, ends_at, contact_name,
      contact_email, contact_phone, language, notes, currency, subtotal_cents, discount_cents,
      total_cents, payment_required, points_used, points_earned, cancelled_at, cancelled_by,
      version, created_at, updated_at)
    select salon.business_id, id, code, state, professional_id, customer_id, starts_at, ends_at,
      name, email, phone, 'es', '', 'EUR', 1800, 0, 1800, false, 0, 10,
      case state when 'cancelled' then updated_at end,
      case state when 'cancelled' then 'customer' end,
      case state when 'confirmed' then 1 else 2 end, created_at, updated_at
    from visit ${everySalon}`,
  'app.booking_lines': `
    (business_id, booking_id, position, service_id, name, price_cents, charged_cents,
      duration_minutes, points_awarded, professional_id, starts_at, ends_at, phase_minutes)
    select salon.business_id, id, 0, service_id, '{"es": "Service 0"}', 1800, 1800,
      ${minutesPerVisit}, 10, professional_id, starts_at, ends_at, '{${minutesPerVisit}}'
    from visit ${everySalon}`,
  'app.booking_transitions': `
    (business_id, booking_id, from_state, to_state, actor, reason, occurred_at)
    select salon.business_id, id, from_state, to_state, actor, '', occurred_at
    from (
      select id, null as from_state, 'confirmed' as to_state, 'customer' as actor,
        created_at as occurred_at
      from visit
      union all
      select id, 'confirmed', state, case state when 'cancelled' then 'customer' else 'system' end,
        updated_at
      from visit where state <> 'confirmed'
      order by occurred_at) visit ${everySalon}`,
  'app.claims': `
    (business_id, resource_id, starts_at, ends_at, kind, owner_kind, owner_id)
    select salon.business_id, professional_id, starts_at, ends_at, 'booking', 'booking', id
    from (select * from visit where state <> 'cancelled' order by created_at) visit ${everySalon}`,
  'app.points_movements': `
    (business_id, customer_id, ordinal, kind, points, balance_after, concept, cause, booking_id,
      created_at)
    select salon.business_id, customer_id, ordinal, 'earned', points, points * ordinal,
      '{"reason": "earned"}', 'award:' || id, id, updated_at
    from (select * from visit where points is not null order by updated_at) visit ${everySalon}`,
  'app.events': `
    (business_id, type, occurred_at, payload, position)
    select salon.business_id, 'reserva.creada', created_at,
      jsonb_build_object('id', id, 'code', code, 'contact', name), position
    from (select *, row_number() over (order by created_at, id) as position from visit) visit
    ${everySalon}`,
  'app.event_positions': `
    (business_id, last_position)
    select salon.business_id, count(*) from visit ${everySalon} group by salon.business_id`,
  'app.mails': `
    (business_id, kind, to_email, language, payload, cause, state, created_at, sent_at, subject)
    select salon.business_id, 'booking_confirmed', email, 'es', '{}', 'booking:' || id, 'sent',
      created_at, created_at, 'Reserva confirmada'
    from (select * from visit where created_at > now() - interval '30 days') visit ${everySalon}`,
}

/** The completion and the reminder of every upcoming visit. */
async function insertJobs(superuser: Sql): Promise<void> {
  await superuser`
    insert into jobs._private_tasks (identifier)
    select unnest(array['complete-booking', 'remind-booking']) on conflict do nothing`
  await superuser`
    insert into jobs._private_jobs (task_id, payload, run_at, key)
    select task.id,
      json_build_object('bookingId', visit.id, 'businessId', salon.business_id),
      case task.identifier when 'remind-booking' then visit.starts_at - interval '1 day'
        else visit.ends_at + interval '1 day' end,
      salon.business_id || ':' || task.identifier || ':' || visit.id
    from jobs._private_tasks task
    join visit on visit.state = 'confirmed' and visit.starts_at > now() + interval '1 day'
    cross join registry.businesses salon
    where task.identifier in ('complete-booking', 'remind-booking')`
  await superuser`vacuum (analyze) jobs._private_jobs`
}
