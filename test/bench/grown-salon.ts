import { openAccessTokens } from '@silla/core'
import { testSecrets } from '../support/secrets.ts'
import { type Administration, type BenchSalon, busyDays, openBenchSalon } from './salon.ts'
import { staffHost } from './sign-in.ts'

/** A salon as large as one may be, whose longest answers are measured. */
export interface GrownSalon extends BenchSalon {
  /** Of the customer whom most records belong to. */
  customerHeaders: Record<string, string>
  endpointId: number
  bookingId: number
  /** Of as many lines as `GET /liquidaciones/{id}/` returns at once. */
  payoutId: number
  /** Makes the next request load the catalogue. */
  touchCatalog(): Promise<void>
  /** Of an owner, for everything of the salon. */
  ownerHeaders: Record<string, string>
  /** As if the owner had used their passkey just now. */
  usePasskey(): Promise<void>
}

/** Where its page is, and what assistants use. */
export const pagesHost = 'book.example'

export const grownSlug = 'grown'
const professionals = 500
const services = 2000
/** 25,000 pairs in all. */
const servicesOfEach = 50
const linesOfEach = 10
const records = 1000
const payouts = 250
const movements = 5000

/** Creates it, with 10,120 visits of ten services each, of which one customer has 1,000. */
export async function openGrownSalon(
  administration: Administration,
  signInOwner: (slug: string) => Promise<string>,
): Promise<GrownSalon> {
  const { owner } = administration
  const salon = await openBenchSalon(administration, grownSlug, {
    hasAccount: true,
    fixture: {
      settings: { onlinePage: true },
      services: Array.from({ length: services }, (_, index) => ({
        name: `Service ${index}`,
        category: `Category ${index % 20}`,
      })),
      professionals: Array.from({ length: professionals }, (_, index) => ({
        name: `Professional ${index}`,
        services: Array.from(
          { length: servicesOfEach },
          (_, place) => `Service ${(index * servicesOfEach + place) % services}`,
        ),
      })),
      products: Array.from({ length: 1000 }, (_, index) => ({
        name: `Product ${index}`,
        stock: 5,
      })),
    },
  })
  await salon.fill({ ...busyDays, fromDay: -30, toDay: 15, professionals: 20 })
  const [registered] = await owner<{ businessId: string }[]>`
    select business_id from registry.businesses where slug = ${grownSlug}`
  const { businessId } = registered as { businessId: string }
  const [customer] = await owner<{ id: number }[]>`
    select id from app.customers where business_id = ${businessId} limit 1`
  const customerId = customer?.id ?? 0
  const [professionalId] = salon.professionalIds

  await owner`
    update app.bookings set customer_id = ${customerId}, notes = repeat('nota ', 40)
    where business_id = ${businessId} and id in (
      select id from app.bookings where business_id = ${businessId} order by id limit ${records})`
  await owner`
    insert into app.booking_lines (
      business_id, booking_id, position, service_id, name, price_cents, charged_cents,
      duration_minutes, points_awarded, professional_id, starts_at, ends_at, phase_minutes)
    select business_id, booking_id, number, service_id, name, price_cents, charged_cents,
      duration_minutes, points_awarded, professional_id, starts_at, ends_at, phase_minutes
    from app.booking_lines cross join generate_series(1, ${linesOfEach - 1}::int) number
    where business_id = ${businessId} and position = 0`
  await owner`
    insert into app.customer_accounts (business_id, id, verified_at)
    values (${businessId}, ${customerId}, now())`
  const [session] = await owner<{ id: number }[]>`
    insert into app.sessions (business_id, customer_id, signed_in_at)
    select ${businessId}, ${customerId}, now() from generate_series(1, ${records}::int) returning id`
  await owner`
    insert into app.points_movements (business_id, customer_id, ordinal, kind, points,
      balance_after, concept, cause, created_at)
    select ${businessId}, ${customerId}, number, 'adjusted', 1, number, '{"reason": "adjustment", "note": ""}',
      'bench:' || number, now() from generate_series(1, ${records}::int) number`
  await owner`
    insert into app.mails (business_id, kind, to_email, language, payload, cause, state, subject,
      text_body, html_body, created_at)
    select ${businessId}, 'booking_confirmed', email, 'es', '{}', 'bench:' || number, 'sent',
      'Reserva confirmada', repeat('texto ', 100), repeat('<p>texto</p>', 500), now()
    from app.customers cross join generate_series(1, ${records}::int) number
    where business_id = ${businessId} and id = ${customerId}`
  await owner`
    insert into app.waitlist_entries (business_id, code, state, service_ids, professional_id,
      first_day, last_day, ends_at, customer_id, email_key, contact_name, contact_email,
      contact_phone, language, notes, created_at, updated_at)
    select ${businessId}, 'W' || lpad(number::text, 9, '0'), 'expired',
      array_fill(${salon.serviceId}::bigint, array[${linesOfEach}::int]), ${professionalId ?? 0},
      current_date, current_date, now(), ${customerId}, email_key, name, email, '', 'es', '', now(),
      now()
    from app.customers cross join generate_series(1, ${records}::int) number
    where business_id = ${businessId} and id = ${customerId}`
  await owner`
    insert into app.blocks (business_id, professional_id, resource_ids, starts_at, ends_at, reason,
      created_at)
    select ${businessId}, ${professionalId ?? 0}, array[${professionalId ?? 0}::bigint],
      now() + make_interval(days => 100 + number), now() + make_interval(days => 101 + number),
      'vacaciones', now() from generate_series(1, 1000) number`
  await owner`
    insert into app.reviews (business_id, professional_id, customer_name, rating, comment, day,
      created_at)
    select ${businessId}, ${professionalId ?? 0}, 'Lola', 5, repeat('muy bien ', 50), current_date,
      now() from generate_series(1, 1000)`
  await owner`
    insert into app.orders (business_id, code, state, customer_id, notes, currency, subtotal_cents,
      discount_cents, total_cents, points_awarded, version, created_at, updated_at)
    select ${businessId}, 'P' || lpad(number::text, 9, '0'), 'paid', ${customerId}, '', 'EUR', 1000,
      0, 1000, 0, 1, now(), now() from generate_series(1, ${records}::int) number`
  await owner`
    insert into app.order_lines (business_id, order_id, position, product_id, name, price_cents,
      charged_cents, quantity)
    select ${businessId}, purchase.id, number, product.id, '{"es": "Product"}', 1000, 1000, 1
    from app.orders purchase cross join generate_series(0, 9) number
    join (select id from app.products where business_id = ${businessId} limit 1) product on true
    where purchase.business_id = ${businessId}`
  await owner`
    insert into app.messages (business_id, kind, channel, customer_id, to_phone, language, payload,
      cause, state, segments, sender, provider_ref, created_at, sent_at, delivered_at, succeeded_at)
    select ${businessId}, 'booking_reminder', 'sms', ${customerId}, '+34600111222', 'es', '{}',
      'bench:' || number, 'delivered', 1, 'Silla', 'SM' || number, now(), now(), now(), now()
    from generate_series(1, ${records}::int) number`
  const payoutId = await insertMoney()
  const [booking] = await owner<{ id: number }[]>`
    select id from app.bookings where business_id = ${businessId} order by id limit 1`
  const endpointId = await insertEvents()
  const ownerToken = await signInOwner(grownSlug)
  const linkToken = await insertDownload()
  const tokens = await openAccessTokens(testSecrets.signingKeys)
  const now = new Date()
  const access = { businessId, customerId, sessionId: session?.id ?? 0, authenticatedAt: now }
  const token = await tokens.issue({ ...access, byCode: false }, now)
  return {
    ...salon,
    endpointId,
    bookingId: booking?.id ?? 0,
    payoutId,
    customerHeaders: { ...salon.publishableHeaders, authorization: `Bearer ${token}` },
    touchCatalog: async () => {
      await owner`select app.touch_catalog(${businessId})`
    },
    ownerHeaders: {
      ...{ host: staffHost, authorization: `Bearer ${ownerToken}`, 'x-descarga': linkToken },
    },
    usePasskey: async () => {
      await owner`
        update app.staff_sessions set passkey_at = now() where business_id = ${businessId}`
    },
  }

  /** A link with which the owner downloads everything. */
  async function insertDownload(): Promise<string> {
    const token = 'bench'
    await owner`
      insert into app.salon_downloads (business_id, staff_id, token_hash, requested_at, expires_at)
      select ${businessId}, id, sha256(${token}::text::bytea), now(), now() + interval '1 day'
      from app.staff where business_id = ${businessId} and role = 'owner'`
    return token
  }

  /**
   * Payments of bookings with ten lines at two rates of VAT, what they have moved this month, of which
   * the latest payout has a part, and what was taken at the desk in the last year and today.
   */
  async function insertMoney(): Promise<number> {
    await owner`
      update app.booking_lines set vat_basis_points = case when position % 2 = 0 then 2100 else 1000 end
      where business_id = ${businessId}`
    await owner`
      insert into app.payments (business_id, booking_id, customer_id, account_ref, amount_cents,
        currency, fee_cents, processor_key, state, is_open, status_seen, status_seen_at,
        received_cents, received_currency, settled_at, applied, created_at, updated_at, intent_ref)
      select business_id, id, customer_id, 'acct_bench', 18000, 'EUR', 0, id::text, 'completed', false,
        'succeeded', now(), 18000, 'EUR', now(), true, now(), now(), 'pi_' || id
      from app.bookings where business_id = ${businessId} order by bookings.id limit ${records}`
    const [payout] = await owner<{ id: number }[]>`
      insert into app.payouts (business_id, account_ref, payout_ref, state, amount_cents, currency,
        arrives_on, contents_read, created_at)
      select ${businessId}, 'acct_bench', 'po_' || number, 'paid', 180000, 'EUR',
        current_date - number, true, now() - make_interval(days => number)
      from generate_series(0, ${payouts - 1}::int) number returning id`
    await owner`
      insert into app.balance_entries (business_id, account_ref, entry_ref, kind, intent_ref,
        amount_cents, processor_fee_cents, platform_fee_cents, net_cents, currency, payout_ref,
        created_at)
      select ${businessId}, 'acct_bench', 'txn_' || number, 'charge', intent_ref, 18000, 25, 10, 17965,
        'EUR', case when number <= 1000 then 'po_0' end,
        date_trunc('month', now()) + number * interval '1 second'
      from (
        select intent_ref, row_number() over (order by id, copy) as number
        from app.payments
        cross join generate_series(1, ${movements / records}::int) copy
        where business_id = ${businessId}) moved`
    await owner`
      insert into app.till_entries (business_id, booking_id, method, amount_cents, tip_cents, currency,
        author_kind, author_name, created_at)
      select business_id, id, 'cash', 18000, 100, 'EUR', 'key', 'bench',
        date_trunc('milliseconds', now())
          - make_interval(days => (row_number() over (order by id) % 730)::int / 2)
      from app.bookings where business_id = ${businessId}`
    return payout?.id ?? 0
  }

  /** Each contains a booking of ten services, as the events of bookings do. */
  async function insertEvents(): Promise<number> {
    await owner`
      insert into app.event_positions (business_id, last_position) values (${businessId}, 1000)`
    await owner`
      insert into app.events (business_id, type, occurred_at, payload, position)
      select ${businessId}, 'reserva.creada', now(), booking.payload,
        row_number() over (order by booking.id)
      from (
        select booking.id, jsonb_build_object(
          'id', booking.id, 'code', booking.code, 'state', booking.state,
          'startsAt', booking.starts_at, 'endsAt', booking.ends_at, 'expiresAt', null,
          'customerId', booking.customer_id, 'language', 'es', 'notes', booking.notes,
          'currency', 'EUR', 'subtotalCents', 1800, 'discountCents', 0, 'totalCents', 1800,
          'paymentRequired', false, 'paymentId', null, 'pointsUsed', 0, 'pointsEarned', 0,
          'version', 1, 'createdAt', booking.created_at, 'updatedAt', booking.updated_at,
          'assignedBy', 'customer', 'timezone', 'UTC', 'payment', null, 'cancellation', null,
          'contact', jsonb_build_object('name', contact_name, 'email', contact_email, 'phone', ''),
          'professional', jsonb_build_object('id', booking.professional_id, 'name', 'Ana'),
          'lines', (
            select jsonb_agg(jsonb_build_object('serviceId', line.service_id, 'name', line.name,
              'priceCents', 1800, 'chargedCents', 1800, 'durationMinutes', 30, 'pointsAwarded', 0,
              'professional', jsonb_build_object('id', line.professional_id, 'name', 'Ana'),
              'startsAt', line.starts_at, 'endsAt', line.ends_at, 'phases', line.phase_minutes,
              'bufferMinutes', 0, 'unitIds', line.unit_ids) order by line.position)
            from app.booking_lines line
            where line.business_id = ${businessId} and line.booking_id = booking.id)) as payload
        from app.bookings booking where booking.business_id = ${businessId} limit 1000) booking`
    const [endpoint] = await owner<{ id: number }[]>`
      insert into app.event_endpoints (business_id, url, description, is_active, sealed_secret,
        position, created_at, updated_at)
      values (${businessId}, 'https://example.com/', '', false, 'sealed', 1000, now(), now())
      returning id`
    const attempt = {
      at: new Date().toISOString(),
      ...{ status: 500, durationMilliseconds: 90, response: 'x'.repeat(900), error: null },
    }
    await owner`
      insert into app.event_deliveries (business_id, endpoint_id, event_id, type, state, attempts,
        created_at)
      select ${businessId}, ${endpoint?.id ?? 0}, id, type, 'failed',
        ${owner.json(Array(8).fill(attempt))}, now()
      from app.events where business_id = ${businessId}`
    return endpoint?.id ?? 0
  }
}
