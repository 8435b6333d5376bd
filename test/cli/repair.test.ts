import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  checkConsistency,
  checkData,
  checkedBusinesses,
  type RepairableCheck,
  systemClock,
} from '@silla/core'
import { openPool } from '@silla/db'
import { dataFindingOf } from '../../cli/src/doctor/data-messages.ts'
import { dataOf } from '../support/assertions.ts'
import { atEnd } from '../support/at-end.ts'
import { testDatabase } from '../support/database.ts'
import { insertDeliveries } from '../support/deliveries.ts'
import { insertEndpoint } from '../support/event-endpoints.ts'
import { publishEvents } from '../support/events.ts'
import { runJobs } from '../support/jobs.ts'
import { payOnline } from '../support/money.ts'
import { requestContextFor } from '../support/request-context.ts'
import { openSalon, type TestSalon } from '../support/salon.ts'
import { joined } from '../support/staff-members.ts'
import { runMany, runSilla } from './run-silla.ts'

const { admin, urls, witness } = await testDatabase()
const migrator = openPool({ url: urls.migrator, max: 1, name: 'silla-test-migrator' })
atEnd(() => migrator.end({ timeout: 1 }))
const environment = { CLI_DATABASE_URL: urls.cli, SILLA_OPERATOR: 'marta@desk' }

interface Data {
  salon: TestSalon
  /** A booking that was paid online. */
  paid: number
  confirmed: number
  cancelled: number
  order: number
  /** A block of three days. */
  block: number
  customer: number
}

/** Makes stored data inconsistent; returns what repairing it changes: `record column`. */
const drifts: Record<RepairableCheck, (data: Data) => Promise<string[]>> = {
  'booking-drift': async ({ salon: { businessId }, paid, confirmed, cancelled }) => {
    await witness`delete from booking_transitions
      where business_id = ${businessId} and booking_id = ${cancelled}`
    await witness`update bookings
        set total_cents = total_cents + 5, subtotal_cents = subtotal_cents + 5,
          starts_at = (starts_at at time zone 'UTC' - interval '1 hour') at time zone 'UTC'
      where business_id = ${businessId} and id = ${paid}`
    await witness`update bookings
        set state = 'cancelled', cancelled_at = now(), cancelled_by = 'system'
      where business_id = ${businessId} and id = ${confirmed}`
    return [
      `booking ${paid} subtotal_cents, discount_cents, total_cents`,
      `booking ${paid} professional_id, starts_at, ends_at`,
      `booking ${cancelled} transition`,
      `booking ${confirmed} state`,
    ]
  },
  'stale-claims': async ({ salon: { businessId }, cancelled }) => {
    await witness`insert into claims (business_id, resource_id, starts_at, ends_at, kind,
        owner_kind, owner_id)
      select business_id, professional_id, starts_at, ends_at, 'booking', 'booking', id
      from bookings where business_id = ${businessId} and id = ${cancelled}`
    return [`booking ${cancelled} claim`]
  },
  'orphaned-claims': async ({ salon: { businessId }, confirmed }) => {
    // upcoming claims of a booking and a block that do not exist, of no line of its booking, and of a hold without an end
    const owners = [
      { kind: 'booking', owner: 1 },
      { kind: 'block', owner: 1 },
      { kind: 'booking', owner: confirmed },
      { kind: 'hold', owner: 1 },
    ]
    const expected = []
    for (const [index, { kind, owner }] of owners.entries()) {
      const [claim] = await witness<{ id: number }[]>`
        insert into claims (
          business_id, resource_id, starts_at, ends_at, kind, owner_kind, owner_id)
        select business_id, professional_id, starts_at + ${`${index + 1} years`}::interval,
          ends_at + ${`${index + 1} years`}::interval, ${kind}, ${kind}, ${owner}
        from bookings where business_id = ${businessId} and id = ${confirmed}
        returning id`
      expected.push(`claim ${claim?.id} claim`)
    }
    return expected
  },
  'unclaimed-bookings': async ({ salon: { businessId }, confirmed }) => {
    await witness`delete from claims where business_id = ${businessId} and owner_id = ${confirmed}`
    return [`booking ${confirmed} claim`]
  },
  'unclaimed-blocks': async ({ salon: { businessId }, block }) => {
    await witness`delete from claims where business_id = ${businessId} and id in (
      select id from claims where owner_kind = 'block' and owner_id = ${block}
      order by starts_at desc limit 2)`
    return [`block ${block} claim`, `block ${block} claim`]
  },
  'order-drift': async ({ salon: { businessId }, order }) => {
    await witness`update orders
        set subtotal_cents = subtotal_cents + 1, discount_cents = discount_cents + 1
      where business_id = ${businessId}`
    return [`order ${order} subtotal_cents, discount_cents, total_cents`]
  },
  'points-drift': async ({ salon: { businessId }, customer }) => {
    await witness`update customers set points_balance = points_balance + 1
      where business_id = ${businessId} and id = ${customer}`
    const [movement] = await witness`update points_movements set balance_after = balance_after + 1
      where business_id = ${businessId} and customer_id = ${customer} returning id`
    return [`points movement ${movement?.id} balance_after`, `customer ${customer} points_balance`]
  },
  'stock-drift': async ({ salon }) => {
    await witness`update products set taken = taken + 1 where business_id = ${salon.businessId}`
    return [`product ${salon.id('Cera')} taken`]
  },
  'paid-drift': async ({ salon: { businessId }, paid, cancelled }) => {
    await witness`update bookings set payment_id = null where business_id = ${businessId}
        and id = ${paid}`
    // and a booking that refers to the payment of another one
    await witness`update bookings set payment_id = (
        select id from payments where business_id = ${businessId} and booking_id = ${paid})
      where business_id = ${businessId} and id = ${cancelled}`
    return [`booking ${cancelled} payment_id`, `booking ${paid} payment_id`]
  },
  'position-drift': async ({ salon }) => {
    await publishEvents(salon)
    const [last] = await witness<{ position: number }[]>`
      update event_positions set last_position = last_position - 3
      where business_id = ${salon.businessId} returning last_position + 3 as position`
    return [`event position ${last?.position} last_position`]
  },
  'delivery-drift': async ({ salon }) => {
    const endpoint = await insertEndpoint(salon, { url: 'https://till.example/' })
    await insertDeliveries(salon, endpoint.id)
    await witness`
      update event_endpoints set is_active = false where business_id = ${salon.businessId}`
    const [pending] = await witness<{ id: number }[]>`
      select id from event_deliveries
      where business_id = ${salon.businessId} and state = 'pending'`
    return [`delivery ${pending?.id} state`]
  },
  'calendar-drift': async ({ salon }) => {
    const create = async () => dataOf(await salon.backend.post('/calendarios/', {}), 201).id
    await create()
    const [noToken, noFeed] = [await create(), await create()]
    await witness`
      delete from registry.calendar_tokens
      where business_id = ${salon.businessId} and feed_id = ${noToken}`
    await witness`
      delete from calendar_feeds where business_id = ${salon.businessId} and id = ${noFeed}`
    return [`calendar ${noToken} created_at`, `calendar ${noFeed} token`]
  },
  'catalog-drift': async ({ salon }) => {
    await checkConsistency(await requestContextFor(salon))
    const [row] = await witness<{ version: number }[]>`
      update businesses set catalog_version = catalog_version - 1
      where business_id = ${salon.businessId} returning catalog_version + 1 as version`
    // the next night does not forget it
    assert.equal((await checkConsistency(await requestContextFor(salon)))?.catalogDrift, 1)
    return [`catalogue ${(row?.version ?? 0) + 10_000} catalog_version`]
  },
  'sender-drift': async ({ salon: { businessId, slug } }) => {
    const [own] = await witness<{ id: number }[]>`
      insert into message_senders (business_id, channel, sender, created_at)
      values (${businessId}, 'sms', ${slug}, now()) returning id`
    await witness`
      insert into registry.message_senders (channel, sender, business_id)
      values ('whatsapp', ${slug}, ${businessId})`
    return [`sender ${own?.id} sender`, 'sender 0 sender']
  },
  'waitlist-drift': async ({ salon }) => {
    const entry = dataOf(
      await salon.guest.post('/lista-espera/', {
        ...{ servicio_ids: [salon.id('Corte')], desde: '2030-03-07', hasta: '2030-03-07' },
        ...{ nombre: 'Eva', email: 'eva@example.com' },
      }),
      201,
    )
    await witness`
      update waitlist_entries set state = 'offered'
      where business_id = ${salon.businessId} and id = ${entry.id}`
    return [`waitlist entry ${entry.id} state`]
  },
  'membership-drift': async ({ salon }) => {
    const { id: lost } = await joined(salon, { email: 'lost@example.com' })
    const { id: gone } = await joined(salon, { email: 'gone@example.com' })
    await witness`
      delete from registry.staff_memberships
      where business_id = ${salon.businessId} and staff_id = ${lost}`
    await witness`
      update staff set email_hash = null
      where business_id = ${salon.businessId} and id = ${gone}`
    return [`member of staff ${gone} membership`, `member of staff ${lost} membership`]
  },
}

test('the doctor names the repair of each inconsistency, a dry run changes nothing, and the repair fixes it', async () => {
  const cases = []
  for (const [check, drift] of Object.entries(drifts)) {
    const data = await consistentData()
    const { slug } = data.salon
    assert.equal((await finding(check, slug)).state, 'ok', check)
    const expected = await drift(data)
    const { state, fix } = await finding(check, slug)
    assert.equal(state, 'problem', check)
    const command = `silla db repair SLUG ${check}`
    assert.ok(fix?.includes(command), `${check}: ${fix}`)
    const words = command.replace('SLUG', slug).split(' ').slice(1)
    cases.push({ check, salon: data.salon, expected, words })
  }
  const runs = await runMany(
    cases.flatMap(({ check, salon, words }) => [
      [...words, '--dry-run', '--json'],
      ['db', 'repair', otherThan(check), '--business', salon.slug, '--yes', '--json'],
      [...words, '--yes', '--json'],
      [...words, '--yes', '--json'],
    ]),
    environment,
  )
  for (const [index, { check, salon, expected }] of cases.entries()) {
    const { slug } = salon
    const [dryRun, other, repaired, again] = runs.slice(index * 4)
    const repairs = repaired?.json().businesses?.[0].repairs ?? assert.fail(repaired?.stderr)
    assert.deepEqual(
      repairs.map((each: Record<string, unknown>) => `${each.record} ${each.id} ${each.field}`),
      expected,
    )
    for (const { before, after } of repairs) assert.notEqual(before, after, check)
    const rest = { unrepaired: [], error: null }
    assert.deepEqual(dryRun?.json(), { dryRun: true, businesses: [{ slug, repairs, ...rest }] })
    for (const unchanged of [other, again])
      assert.deepEqual(unchanged?.json().businesses, [{ slug, repairs: [], ...rest }])
    assert.equal((await finding(check, slug)).state, 'ok', check)
    assert.deepEqual(await auditEntries(salon), [
      { operator: 'marta@desk', detail: { check, repaired: { [check]: expected.length } } },
    ])
  }
})

interface WrongClaim {
  title: string
  startsLater?: number
  endsLater?: number
  otherKind?: true
  /** Whether a block has such a claim too. */
  ofBlock?: true
  reported: string[]
}

const lost = ['unclaimed-bookings', 'unclaimed-blocks']
/** What somebody does to claims, in minutes, and the checks that report it. */
const wrongClaims: WrongClaim[] = [
  {
    ...{ title: 'later', startsLater: 10, endsLater: 10, ofBlock: true },
    reported: ['orphaned-claims', ...lost],
  },
  { title: 'that end too early', endsLater: -10, ofBlock: true, reported: lost },
  { title: 'that end too late', endsLater: 10, reported: ['orphaned-claims'] },
  { title: 'that begin too early', startsLater: -10, reported: ['orphaned-claims'] },
  { title: 'of another kind', otherKind: true, ofBlock: true, reported: ['orphaned-claims'] },
]

for (const { title, startsLater = 0, endsLater = 0, otherKind, ofBlock, reported } of wrongClaims)
  test(`claims ${title} are put right`, async () => {
    const { salon, confirmed, block } = await consistentData()
    const { businessId, slug } = salon
    const claims = () => witness`
      select resource_id, starts_at, ends_at, kind from claims
      where business_id = ${businessId} order by starts_at`
    const before = await claims()
    // of the block the claim of its last day, which no other follows
    const chosen = await witness<{ id: number; startsAt: Date; endsAt: Date; kind: string }[]>`
      select id, starts_at, ends_at, kind from claims
      where business_id = ${businessId} and owner_kind = 'booking' and owner_id = ${confirmed}
      union all
      (select id, starts_at, ends_at, kind from claims
      where business_id = ${businessId} and owner_kind = 'block' and owner_id = ${block}
      order by starts_at desc limit ${ofBlock ? 1 : 0}::int)`
    assert.equal(chosen.length, ofBlock ? 2 : 1)
    const later = (time: Date, minutes: number) => new Date(time.getTime() + minutes * 60_000)
    for (const { id, startsAt, endsAt, kind } of chosen)
      await witness`
        update claims set starts_at = ${later(startsAt, startsLater)},
          ends_at = ${later(endsAt, endsLater)},
          kind = ${otherKind ? (kind === 'block' ? 'booking' : 'block') : kind}
        where business_id = ${businessId} and id = ${id}`
    const problems = async () => {
      const checks = ['orphaned-claims', 'unclaimed-bookings', 'unclaimed-blocks']
      const findings = await Promise.all(checks.map((check) => finding(check, slug)))
      return findings.filter(({ state }) => state !== 'ok').map(({ check }) => check)
    }
    assert.deepEqual(await problems(), reported)
    const { code, stderr } = await runSilla(['db', 'repair', '-b', slug, '--yes'], environment)
    assert.equal(code, 0, stderr)
    assert.deepEqual(await problems(), [])
    assert.deepEqual(await claims(), before)
  })

test('a claim that ends later than its hold is deleted', async () => {
  const { salon, confirmed } = await consistentData()
  const { businessId, slug } = salon
  const [hold] = await witness<{ id: number }[]>`
    insert into holds (business_id, starts_at, ends_at, lines, requested_ids, currency,
      due_now_cents, expires_at, created_at)
    select business_id, starts_at + interval '1 year', ends_at + interval '1 year', '[{}]', '{1}',
      currency, 0, now() + interval '20 minutes', now()
    from bookings where business_id = ${businessId} and id = ${confirmed}
    returning id`
  await witness`
    insert into claims (
      business_id, resource_id, starts_at, ends_at, kind, owner_kind, owner_id, expires_at)
    select held.business_id, ${salon.id('Ana')}, held.starts_at, held.ends_at, 'hold', 'hold',
      held.id, held.expires_at
    from holds held where held.business_id = ${businessId} and held.id = ${hold?.id ?? 0}`
  assert.equal((await finding('orphaned-claims', slug)).state, 'ok')
  await witness`
    update claims set expires_at = ${new Date(Date.now() + 5 * 365 * 86_400_000)}
    where business_id = ${businessId} and owner_kind = 'hold'`
  assert.equal((await finding('orphaned-claims', slug)).state, 'problem')
  await runSilla(['db', 'repair', 'orphaned-claims', '-b', slug, '--yes'], environment)
  assert.equal((await finding('orphaned-claims', slug)).state, 'ok')
})

test('a booking without lines is not called repairable, and cancelling it is the way out', async () => {
  const { salon, confirmed, order } = await consistentData()
  const { businessId, slug } = salon
  const [booking] = await witness`
    delete from booking_lines line using bookings booking
    where line.business_id = ${businessId} and line.booking_id = ${confirmed}
      and booking.business_id = line.business_id and booking.id = line.booking_id
    returning booking.code`
  await witness`
    delete from order_lines where business_id = ${businessId} and order_id = ${order}`
  await witness`update products set taken = 0 where business_id = ${businessId}`
  assert.equal((await finding('booking-drift', slug)).state, 'ok')
  assert.equal((await finding('order-drift', slug)).state, 'ok')
  assert.match(
    (await finding('orders-without-lines', slug)).fix ?? '',
    /restore them from a backup/,
  )
  const { message, fix } = await finding('bookings-without-lines', slug)
  assert.ok(message.includes(booking?.code), message)
  assert.match(fix ?? '', /silla bookings cancel SLUG CODE/)
  // what the command calls, by the clock of the salon
  dataOf(await salon.backend.post(`/reservas/${confirmed}/cancelar/`))
  assert.equal((await finding('bookings-without-lines', slug)).state, 'ok')
})

test('a history of a booking that leads to two states, or begins nowhere, is found', async () => {
  const other = await openSalon({ professionals: ['Ana'] })
  const booked = dataOf(await other.guest.book('Ana', '10:00'), 201)
  const { businessId, slug } = other
  assert.equal((await finding('broken-histories', slug)).state, 'ok')
  const added = await witness`
    insert into booking_transitions (
      business_id, booking_id, from_state, to_state, actor, reason, occurred_at)
    select business_id, booking_id, from_state, to_state, actor, reason, occurred_at
    from booking_transitions where business_id = ${businessId} and booking_id = ${booked.id}
    returning id`
  const { state, message } = await finding('broken-histories', slug)
  assert.equal(state, 'problem')
  assert.ok(message.includes(booked.codigo), message)
  assert.equal((await finding('booking-drift', slug)).state, 'ok')
  await witness`delete from booking_transitions
    where business_id = ${businessId} and id = any(${added.map(({ id }) => id)})`
  assert.equal((await finding('broken-histories', slug)).state, 'ok')
  await witness`update booking_transitions set from_state = 'no_show'
    where business_id = ${businessId} and booking_id = ${booked.id} and from_state is null`
  assert.equal((await finding('broken-histories', slug)).state, 'problem')
})

test('a business without its profile, settings or entry in the registry is found, and the advice works', async () => {
  const salons = [await openSalon(), await openSalon(), await openSalon()]
  const tables = ['app.businesses', 'app.business_settings', 'registry.businesses']
  const superuser = openPool({ url: urls.prepare, max: 1, name: 'silla-test-superuser' })
  for (const [index, { businessId }] of salons.entries())
    await superuser.begin(async (tx) => {
      // on a cluster, the nodes have foreign keys too
      await tx`set local citus.propagate_set_commands = 'local'`
      await tx`set local session_replication_role = replica`
      await tx`delete from ${tx(tables[index] ?? '')} where business_id = ${businessId}`
    })
  await superuser.end()
  const registry = async () => {
    const { findings } = (await runSilla(['db', 'doctor', '--json'], environment)).json()
    return findings.filter(({ check }: { check: string }) => check === 'registry')
  }
  const found = await registry()
  const [profile, settings, entry] = salons
  assert.deepEqual(
    found.map(({ message }: { message: string }) => message.split(/ (?:has|is) /)[0]).sort(),
    [profile?.slug, settings?.slug, `${entry?.businessId} (${await nameOf(entry)})`].sort(),
  )
  for (const { fix } of found) await witness.unsafe(fix.split('its own values: ')[1])
  assert.deepEqual(
    (await registry()).map(({ state }: { state: string }) => state),
    ['ok'],
  )
})

async function nameOf(salon: TestSalon | undefined): Promise<string> {
  const [row] = await witness`
    select name from businesses where business_id = ${salon?.businessId ?? ''}`
  return row?.name
}

test('a booking whose time another booking has claimed is not repaired', async () => {
  const data = await consistentData()
  const { businessId, slug } = data.salon
  await drifts['unclaimed-bookings'](data)
  await witness`update claims set starts_at = later.starts_at, ends_at = later.ends_at
    from bookings later
    where claims.business_id = ${businessId} and claims.owner_id = ${data.paid}
      and later.business_id = ${businessId} and later.id = ${data.confirmed}`
  const { stdout } = await runSilla(
    ['db', 'repair', 'unclaimed-bookings', '-b', slug, '--yes'],
    environment,
  )
  const [repaired] = await witness`select count(*)::int as count from claims
    where business_id = ${businessId} and owner_id = ${data.confirmed}`
  assert.equal(repaired?.count, 0, stdout)
  assert.equal((await finding('unclaimed-bookings', slug)).state, 'problem')

  // the other booking has no line at that time
  const all = await runSilla(['db', 'repair', '-b', slug, '--yes'], environment)
  assert.match(all.stdout, /\nRepaired 2 rows of /)
  assert.equal((await finding('unclaimed-bookings', slug)).state, 'ok')
})

test('lines that add up to no possible total stop no other repair, and are named', async () => {
  const data = await consistentData()
  const { businessId, slug } = data.salon
  await drifts['booking-drift'](data)
  await drifts['points-drift'](data)
  const [negative] = await witness<{ code: string }[]>`
    update booking_lines line set price_cents = -500, charged_cents = -500
    from bookings booking
    where line.business_id = ${businessId} and line.booking_id = ${data.cancelled}
      and booking.business_id = line.business_id and booking.id = line.booking_id
    returning booking.code`
  const run = () => runSilla(['db', 'repair', '-b', slug, '--yes'], environment)
  const { code, stdout, stderr } = await run()
  assert.equal(code, 1)
  assert.match(stdout, /\nRepaired 6 rows of /)
  const left =
    'Error: 1 of 1 business could not be repaired, or not completely.\n' +
    `${slug}: booking-drift: the lines of ${negative?.code} add up to less than nothing, or to more than their prices. ` +
    'Correct price_cents and charged_cents in app.booking_lines, then repair it again.\n'
  assert.equal(stderr, left)
  assert.equal((await finding('points-drift', slug)).state, 'ok')
  assert.equal((await run()).stderr, left)
  await witness`
    update booking_lines set price_cents = 500, charged_cents = 500
    where business_id = ${businessId} and booking_id = ${data.cancelled}`
  assert.equal((await run()).code, 0)
})

test('values that a constraint does not allow stop no other repair, and are named by the constraint', async () => {
  const data = await consistentData()
  const { businessId, slug } = data.salon
  await drifts['stock-drift'](data)
  await witness`
    update points_movements set kind = 'adjusted', points = -1000
    where business_id = ${businessId} and customer_id = ${data.customer}`
  const { code, stdout, stderr } = await runSilla(
    ['db', 'repair', '-b', slug, '--yes'],
    environment,
  )
  assert.equal(code, 1)
  assert.match(stdout, /stock-drift +product/)
  assert.match(
    stderr,
    /: points-drift: the constraint \w+ does not allow what follows from the rows/,
  )
  assert.equal((await finding('stock-drift', slug)).state, 'ok')
  await witness`
    update points_movements set points = balance_after
    where business_id = ${businessId} and customer_id = ${data.customer}`
})

test('nothing is repaired while a policy hides rows', async () => {
  const { salon } = await consistentData()
  const claims = () =>
    witness`select id from claims where business_id = ${salon.businessId} order by id`
  const before = await claims()
  const alter = (roles: string) => migrator.unsafe(`alter policy tenant on bookings to ${roles}`)
  await alter('silla_api, silla_worker')
  const { code, stderr } = await runSilla(['db', 'repair', '--all', '--yes'], environment)
  await alter('silla_api, silla_worker, silla_admin')
  assert.equal(code, 1)
  assert.match(stderr, /^Error: Policies of app\.bookings are not those that the migrations make\./)
  assert.deepEqual(await claims(), before)
})

test('D40: repaired claims wake the waitlist', async () => {
  const { salon, cancelled } = await consistentData()
  const stale = { salon, cancelled } as Data
  await drifts['stale-claims'](stale)
  const entry = dataOf(
    await salon.guest.post('/lista-espera/', {
      ...{ servicio_ids: [salon.id('Corte')], desde: '2030-03-06', hasta: '2030-03-06' },
      ...{ hora_desde: '12:00', hora_hasta: '12:30', nombre: 'Eva', email: 'eva@example.com' },
    }),
    201,
  )
  await runJobs(salon)
  const { code, stdout } = await runSilla(
    ['db', 'repair', 'stale-claims', '-b', salon.slug, '--yes'],
    environment,
  )
  assert.equal(code, 0, stdout)
  await runJobs(salon)
  const proof = { 'x-reserva-codigo': entry.codigo }
  const shown = dataOf(await salon.guest.get(`/lista-espera/${entry.id}/`, proof))
  assert.equal(shown.estado, 'ofrecida')
})

test('of two transitions with the same time either may be the last, and a consistent booking stays', async () => {
  const { salon, confirmed } = await consistentData()
  await witness`insert into booking_transitions (business_id, booking_id, from_state, to_state,
      actor, reason, occurred_at)
    select business_id, booking_id, to_state, 'no_show', actor, reason, occurred_at
    from booking_transitions
    where business_id = ${salon.businessId} and booking_id = ${confirmed}
        and to_state = 'confirmed'`
  const { stdout, stderr } = await runSilla(
    ['db', 'repair', '-b', salon.slug, '--yes'],
    environment,
  )
  assert.equal(stdout, 'There is nothing to repair.\n', stderr)
})

test('--all repairs every check of every business, each in a transaction with an audit entry', async () => {
  const [one, two] = [await consistentData(), await consistentData()]
  await drifts['points-drift'](one)
  await drifts['stock-drift'](one)
  await drifts['stock-drift'](two)
  const refused = await runSilla(['db', 'repair', '--all'], environment)
  assert.deepEqual([refused.code, await auditEntries(one.salon)], [2, []])
  const { code, stdout, stderr } = await runSilla(['db', 'repair', '--all', '--yes'], environment)
  assert.equal(code, 0, stderr)
  assert.match(
    stdout,
    new RegExp(`^${one.salon.slug} +points-drift +customer ${one.customer} +points_balance +`, 'm'),
  )
  assert.match(stdout, /\nRepaired 4 rows of 2 businesses\.\n$/)
  assert.deepEqual(
    [...(await auditEntries(one.salon)), ...(await auditEntries(two.salon))].map(
      ({ detail }) => detail,
    ),
    [
      { check: null, repaired: { 'points-drift': 2, 'stock-drift': 1 } },
      { check: null, repaired: { 'stock-drift': 1 } },
    ],
  )
})

async function consistentData(): Promise<Data> {
  const salon = await openSalon({
    payments: true,
    professionals: ['Ana'],
    products: [{ name: 'Cera', stock: 5 }],
  })
  const customer = await salon.customer({ nombre: 'Lucía', email: 'lucia@example.com' })
  const booked = async (time: string) =>
    dataOf(await customer.book('Ana', time, { date: '2030-03-06' }), 201)
  const paid = await booked('10:00')
  await payOnline(salon, { booking: paid })
  const [confirmed, cancelled] = [await booked('11:00'), await booked('12:00')]
  dataOf(await salon.guest.cancel(cancelled))
  const items = [{ producto_id: salon.id('Cera'), cantidad: 1 }]
  const order = dataOf(await customer.post('/pedidos/', { items }), 201)
  const time = { desde: '2030-03-10T00:00', hasta: '2030-03-13T00:00' }
  const input = { peluquero_id: salon.id('Ana'), ...time, motivo: 'Curso' }
  const block = dataOf(await salon.backend.post('/bloqueos/', input), 201)
  return {
    salon,
    paid: paid.id,
    confirmed: confirmed.id,
    cancelled: cancelled.id,
    order: order.id,
    block: block.id,
    customer: customer.id,
  }
}

/** The doctor's finding about one business. */
async function finding(check: string, slug: string) {
  const businesses = await checkedBusinesses(admin, systemClock)
  const results = checkData(businesses.filter((each) => each.slug === slug))
  const result = results.find((each) => each.check === check) ?? assert.fail(check)
  return dataFindingOf(result)
}

/** A check whose repair must not change what another check is about. */
const otherThan = (check: string): RepairableCheck =>
  check === 'order-drift' ? 'stale-claims' : 'order-drift'

const auditEntries = async ({ businessId }: TestSalon) => [
  ...(await witness<{ operator: string; detail: object }[]>`
    select operator, detail from audit_entries
    where business_id = ${businessId} and action = 'db.repair'`),
]
