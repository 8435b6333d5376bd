import assert from 'node:assert/strict'
import { test } from 'node:test'
import { adjustPoints, applySalon, checkCoverage, checkData, checkedBusinesses } from '@silla/core'
import { dataFindingOf } from '../../cli/src/doctor/data-messages.ts'
import { findingOf } from '../../cli/src/doctor/messages.ts'
import { dataOf } from '../support/assertions.ts'
import { testDatabase } from '../support/database.ts'
import { publishEvents } from '../support/events.ts'
import { jobsDatabase, runJobs } from '../support/jobs.ts'
import { openSalon, type TestSalon } from '../support/salon.ts'
import { salonFileFor } from '../support/salon-fixture.ts'
import { staffOf } from '../support/staff.ts'
import { tableReads } from '../support/table-reads.ts'

const { admin, urls, witness } = await testDatabase()

test('nightly maintenance runs for every salon and continues work whose jobs were lost', async () => {
  const salons = [
    await openSalon({
      professionals: ['Ana'],
      settings: { confirmsByHand: true },
      now: '2030-03-04T08:00',
    }),
    await openSalon({
      professionals: ['Ana'],
      settings: { confirmsByHand: true },
      now: '2030-03-04T08:00',
    }),
  ]
  const [first] = salons
  for (const salon of salons) await salon.guest.book('Ana', '10:00')
  const jobs = await jobsDatabase()
  await jobs`delete from jobs.outbox`
  first?.setTime('2030-03-05T03:13')
  await jobs`select jobs.add_job('begin-night')`
  for (const salon of salons) await runJobs(salon)
  for (const { businessId } of salons) {
    const [booking] = await witness`select state from bookings where business_id = ${businessId}`
    assert.equal(booking?.state, 'cancelled')
    const [event] = await witness`
      select position from events where business_id = ${businessId} order by id limit 1`
    assert.equal(event?.position, 1)
  }
})

const bookingRequest = (professionalId: number, serviceId: number) => ({
  servicio_ids: [serviceId],
  peluquero_id: professionalId,
  fecha: '2030-05-06',
  hora_inicio: '10:00',
  nombre: 'Lucía',
  email: 'lucia@example.com',
})

test('D19: nightly maintenance deletes expired rows, such as idempotency keys after a day, and no others', async () => {
  const salon = await openSalon({ now: '2030-03-04T08:00' })
  await salon.guest.post('/auth/registro/', {
    nombre: 'Lucía',
    email: 'lucia@example.com',
    password: 'a long enough one',
  })
  const book = () =>
    salon.guest.post('/reservas/crear/', bookingRequest(salon.id('Ana'), salon.id('Corte')), {
      'idempotency-key': 'uno',
    })
  assert.equal((await book()).status, 201)
  await runJobs(salon)
  const countRows = async () => {
    const { businessId } = salon
    const [row] = await witness`
      select (select count(*)::int from sign_in_challenges where business_id = ${businessId})
          as challenges,
        (select count(*)::int from idempotency_keys where business_id = ${businessId}) as keys`
    return row && { ...row }
  }
  const runNightly = async (time: string) => {
    salon.setTime(time)
    await (await jobsDatabase())`select jobs.add_job('begin-night')`
    await runJobs(salon)
  }
  await runNightly('2030-03-05T07:59')
  assert.deepEqual(await countRows(), { challenges: 1, keys: 1 })
  assert.equal((await book()).headers.get('idempotent-replayed'), 'true')
  await runNightly('2030-03-05T08:01')
  assert.deepEqual(await countRows(), { challenges: 0, keys: 0 })
})

test('D61: nightly maintenance deletes what signing in has left, a day after it ended', async () => {
  const salon = await openSalon({ now: '2030-03-04T08:00' })
  const { businessId } = salon
  const { staffId } = await salon.staff('owner')
  const hash = 'sha256(now()::text::bytea)'
  await witness.unsafe(`
    insert into staff_used_challenges (business_id, challenge_hash, expires_at)
    values ('${businessId}', ${hash}, '2030-03-04T07:00Z');
    insert into staff_recovery_codes (business_id, staff_id, code_hash, created_at, used_at)
    values ('${businessId}', ${staffId}, ${hash}, '2030-03-01', '2030-03-04T07:00Z'),
      ('${businessId}', ${staffId}, sha256('unused'), '2030-03-01', null);
    insert into registry.staff_codes (public_id, email_hash, code_hash, sent_at, expires_at)
    values ('${businessId}', ${hash}, ${hash}, '2030-03-04T07:00Z', '2030-03-04T07:10Z');
    insert into staff_devices (
      business_id, token_hash, name, registered_by, registered_at, last_seen_at, expires_at, ended_at)
    values ('${businessId}', ${hash}, 'ended', ${staffId}, '2030-03-01', '2030-03-01',
        '2030-08-31', '2030-03-04T07:00Z'),
      ('${businessId}', sha256('open'), 'open', ${staffId}, '2030-03-01', '2030-03-01',
        '2030-08-31', null);
    update staff_sessions set expires_at = '2030-03-04T07:00Z', device_id = (
      select id from staff_devices where business_id = '${businessId}' and name = 'ended')
    where staff_id = ${staffId};`)
  const countRows = async (time: string) => {
    salon.setTime(time)
    await (await jobsDatabase())`select jobs.add_job('begin-night')`
    await runJobs(salon)
    const [row] = await witness`
      select (select count(*)::int from staff_used_challenges where business_id = ${businessId})
          as challenges,
        (select count(*)::int from staff_recovery_codes where business_id = ${businessId})
          as recovery,
        (select count(*)::int from registry.staff_codes where public_id = ${businessId}) as codes,
        (select count(*)::int from staff_sessions where business_id = ${businessId}) as sessions,
        (select count(*)::int from staff_devices where business_id = ${businessId}) as devices`
    return row && { ...row }
  }
  const all = { challenges: 1, recovery: 2, codes: 1, sessions: 1, devices: 2 }
  assert.deepEqual(await countRows('2030-03-05T07:59'), all)
  const left = { challenges: 0, recovery: 1, codes: 0, sessions: 0, devices: 1 }
  assert.deepEqual(await countRows('2030-03-05T08:01'), left)
})

test('D36: nightly maintenance deletes holds a day after they have expired, and claims that no job has deleted', async () => {
  const salon = await openSalon({ now: '2030-03-04T08:00' })
  const held = await salon.guest.post('/retenciones/', {
    servicio_ids: [salon.id('Corte')],
    peluquero_id: salon.id('Ana'),
    fecha: '2030-05-06',
    hora_inicio: '10:00',
  })
  assert.equal(held.status, 201, held.text)
  // as if the job that deletes expired claims had been lost
  await (await jobsDatabase())`delete from jobs.outbox where task = 'delete-expired-claims'`
  const countRows = async (time: string) => {
    salon.setTime(time)
    await (await jobsDatabase())`select jobs.add_job('begin-night')`
    await runJobs(salon)
    const { businessId } = salon
    const [row] = await witness`
      select (select count(*)::int from holds where business_id = ${businessId}) as holds,
        (select count(*)::int from claims where business_id = ${businessId}) as claims`
    return row && { ...row }
  }
  assert.deepEqual(await countRows('2030-03-05T08:09'), { holds: 1, claims: 1 })
  assert.deepEqual(await countRows('2030-03-05T08:11'), { holds: 0, claims: 0 })
})

test('D40: nightly maintenance deletes ended entries of the waitlist with their offers after a month', async () => {
  const salon = await openSalon({ hours: '10:00-10:30', now: '2030-03-04T08:00' })
  const join = async (email: string, date: string, fields = {}) => {
    const visit = { servicio_ids: [salon.id('Corte')], peluquero_id: salon.id('Ana') }
    const entry = { ...visit, desde: date, hasta: date, nombre: 'Eva', email, ...fields }
    return dataOf(await salon.guest.post('/lista-espera/', entry), 201)
  }
  const booking = dataOf(await salon.guest.book('Ana', '10:00', { date: '2030-03-06' }), 201)
  const { id, codigo } = await join('eva@example.com', '2030-03-06')
  await join('leo@example.com', '2030-05-06', { hora_desde: '12:00' })
  dataOf(await salon.guest.cancel(booking))
  await runJobs(salon)
  dataOf(await salon.guest.post(`/lista-espera/${id}/aceptar/`, { codigo }), 201)
  const countRows = async (time: string) => {
    salon.setTime(time)
    await (await jobsDatabase())`select jobs.add_job('begin-night')`
    await runJobs(salon)
    const { businessId } = salon
    const [row] = await witness`
      select (select array_agg(state order by state) from waitlist_entries
          where business_id = ${businessId}) as entries,
        (select count(*)::int from waitlist_offers where business_id = ${businessId}) as offers`
    return row && { ...row }
  }
  const kept = { entries: ['accepted', 'waiting'], offers: 1 }
  assert.deepEqual(await countRows('2030-04-03T08:59'), kept)
  assert.deepEqual(await countRows('2030-04-03T09:01'), { entries: ['waiting'], offers: 0 })
})

test('D42: the nightly job drops events by the month, with their deliveries, and readers notice', async () => {
  const salon = await openSalon({ now: '2030-03-04T08:00', professionals: ['Ana'] })
  const { businessId } = salon
  const book = async (time: string) => {
    dataOf(await salon.guest.book('Ana', time, { date: '2030-05-06' }), 201)
    await publishEvents(salon)
  }
  const feedFrom = async (from: number) => {
    await (await jobsDatabase())`select jobs.add_job('begin-night')`
    await runJobs(salon)
    const { data, error } = await salon.backend.get(`/eventos/?desde=${from}`)
    return error?.primera ?? data.items.map(({ posicion }: { posicion: number }) => posicion)
  }
  const moveTo = (month: string, position: number) => witness`
    update events set partition_month = ${month}::date
    where business_id = ${businessId} and position = ${position}`
  for (const time of ['10:00', '11:00', '12:00']) await book(time)
  const [{ id = 0 } = {}] = await witness<{ id: number }[]>`
    select id from events where business_id = ${businessId} and position = 1`
  await insertDelivery(businessId, id)
  assert.deepEqual(await feedFrom(0), [1, 2, 3])
  await witness`
    update event_deliveries set partition_month = '2020-01-01' where business_id = ${businessId}`
  await Promise.all([moveTo('2020-01-01', 1), moveTo('2020-01-01', 2)])
  assert.deepEqual(await feedFrom(0), 3)
  assert.deepEqual(await feedFrom(2), [3])
  const deliveries = await witness`
    select id from event_deliveries where business_id = ${businessId}`
  assert.equal(deliveries.length, 0)
})

test('D42: no event is in an earlier month than the one before it', async () => {
  const salon = await openSalon({ now: '2030-03-04T08:00', professionals: ['Ana'] })
  const { businessId } = salon
  const book = async (time: string) =>
    dataOf(await salon.guest.book('Ana', time, { date: '2030-05-06' }), 201)
  await book('10:00')
  await publishEvents(salon)
  // one that was recorded before midnight, and got its position after another of the next month
  await witness`
    update events set partition_month = '2099-01-01' where business_id = ${businessId}`
  await book('11:00')
  await publishEvents(salon)
  const events = await witness`
    select position, partition_month::text as month from events
    where business_id = ${businessId} order by position`
  assert.deepEqual(
    [...events],
    [
      { position: 1, month: '2099-01-01' },
      { position: 2, month: '2099-01-01' },
    ],
  )
})

/** A delivered event, at an endpoint that is switched off. */
async function insertDelivery(businessId: string, eventId: number): Promise<void> {
  const at = new Date('2030-03-04T08:00Z')
  await witness`insert into event_endpoints ${witness({
    business_id: businessId,
    id: 1,
    url: 'https://example.com/hook',
    description: '',
    is_active: false,
    sealed_secret: Buffer.from('secret'),
    position: 1,
    created_at: at,
    updated_at: at,
  })}`
  await witness`insert into event_deliveries ${witness({
    business_id: businessId,
    endpoint_id: 1,
    event_id: eventId,
    type: 'reserva.creada',
    state: 'delivered',
    attempts: witness.json([]),
    created_at: at,
  })}`
}

test('after a night, the doctor reads of the bookings and points only what Silla has changed', async () => {
  const salon = await checkedSalon()
  const { businessId, clock } = salon
  const tables = ['booking_lines', 'booking_transitions', 'claims', 'customers', 'points_movements']
  assert.deepEqual(
    await rowsRead(),
    tables.map((table) => [table, 0]),
  )
  const booked = dataOf(await salon.guest.book('Ana', '12:00', { date: '2030-03-06' }), 201)
  // its line twice: for the totals and for the claims
  const readForBooking = [2, 1, 1, 0, 0]
  assert.deepEqual(
    await rowsRead(),
    tables.map((table, index) => [table, readForBooking[index]]),
  )
  await runJobs(salon)
  assert.deepEqual(
    await rowsRead(),
    tables.map((table, index) => [table, readForBooking[index]]),
    'its event has a position now',
  )
  await witness`delete from claims where business_id = ${businessId} and owner_id = ${booked.id}`
  assert.deepEqual(await problems(salon), ['unclaimed-bookings'])

  async function rowsRead() {
    const reads = await tableReads(urls.cli, async (tx) => {
      await tx`select app.set_business(${businessId})`
      await tx`select from app.check_business(${businessId}, ${clock.now()},
        ${clock.now()}::timestamptz - interval '36 hours')`
    })
    return tables.map((table) => [table, reads.get(`app.${table}`)?.rowsByIndex ?? 0])
  }
})

test('what something else has changed since the night is found by --full, with the next change by Silla, and by the next night', async () => {
  const salon = await checkedSalon()
  const { businessId, customer, booking } = salon
  const lastRead = `Last read in full: ${await checkTime(salon)}.`
  await witness`update customers set points_balance = points_balance + 1
      where business_id = ${businessId} and id = ${customer.id}`
  await witness`update bookings set total_cents = total_cents + 1, subtotal_cents = subtotal_cents + 1
      where business_id = ${businessId} and id = ${booking.id}`
  assert.deepEqual(await problems(salon), [])
  assert.deepEqual(await messages(salon, ['booking-drift', 'points-drift', 'stock-drift']), [
    `Every booking of the last week or later agrees with its lines and transitions. ${lastRead}`,
    `Every points balance is the sum of its movements. ${lastRead}`,
    'The quantity taken of each product is the quantity in its orders.',
  ])
  const drifts = ['booking-drift', 'points-drift']
  assert.deepEqual(await problems(salon, { full: true }), drifts)

  await adjustPoints(await staffOf(salon), { customerId: customer.id, points: 5, reason: 'x' })
  assert.deepEqual(await problems(salon), ['points-drift'])
  dataOf(await salon.backend.post(`/reservas/${booking.id}/cancelar/`))
  assert.deepEqual(await problems(salon), drifts)

  const warnings = await runNight(salon, '2030-03-06T03:13')
  assert.deepEqual(warnings, [
    {
      businessId,
      found: {
        staleClaims: 0,
        orphanedClaims: 0,
        unclaimedBookings: 0,
        bookingDrift: 1,
        bookingsWithoutLines: 0,
        brokenHistories: 0,
        pointsDrift: 1,
        visitsOutsideHours: 0,
        misalignedBookings: 0,
        foreignMoney: 0,
        catalogDrift: 0,
      },
    },
  ])
  assert.deepEqual(await problems(salon), drifts)
})

test('visits are compared with the schedule again when it changes, and a check counts for 36 hours', async () => {
  const salon = await checkedSalon()
  const coverage = async () => findingOf(checkCoverage(await checkedSince(salon))).message
  const time = await checkTime(salon)
  assert.equal(
    await coverage(),
    `1 of 1 business: all rows were read between ${time} and ${time}, and agreed; since then, ` +
      'those that Silla has changed. silla db doctor --full reads all of them now.',
  )
  const closed = { professionals: ['Ana'], closings: { '2030-03-06': null } }
  await applySalon(admin, salonFileFor(salon.slug, closed), {
    clock: salon.clock,
    allowOrphaned: true,
  })
  assert.deepEqual(await problems(salon), ['visits-outside-hours'])

  salon.setTime('2030-03-06T18:14')
  assert.equal(await coverage(), 'All rows of 1 business that are compared were read now.')
})

/** A salon with a booking and a customer with points, after a night. */
async function checkedSalon() {
  const salon = await openSalon({ professionals: ['Ana'], now: '2030-03-04T08:00' })
  const customer = await salon.customer({ nombre: 'Lucía', email: 'lucia@example.com' })
  await adjustPoints(await staffOf(salon), { customerId: customer.id, points: 50, reason: 'x' })
  const booking = dataOf(await customer.book('Ana', '10:00', { date: '2030-03-06' }), 201)
  assert.deepEqual(await runNight(salon, '2030-03-05T03:13'), [])
  return Object.assign(salon, { customer, booking })
}

/** Runs the jobs of a night; returns what the worker logged about the salon. */
async function runNight(salon: TestSalon, time: string): Promise<object[]> {
  const warnings: { businessId?: string }[] = []
  salon.setTime(time)
  await (await jobsDatabase())`select jobs.add_job('begin-night')`
  const onWarning = (line: object) => void warnings.push(line)
  await runJobs(salon, { onWarning })
  // consistency checks are spread over two hours
  salon.clock.set(new Date(salon.clock.now().getTime() + 2 * 3_600_000))
  await runJobs(salon, { onWarning })
  return warnings.filter(({ businessId }) => businessId === salon.businessId)
}

/** When all rows of the salon were read. */
async function checkTime({ businessId }: TestSalon): Promise<string> {
  const [row] = await witness<{ checkedAt: Date }[]>`
    select checked_at from consistency_checks where business_id = ${businessId}`
  return `${row?.checkedAt.toISOString().slice(0, 16).replace('T', ' ')} UTC`
}

const checkedSince = async ({ slug, clock }: TestSalon, options = { full: false }) =>
  (await checkedBusinesses(admin, clock, options)).filter((business) => business.slug === slug)

const findings = async (salon: TestSalon, options?: { full: boolean }) =>
  checkData(await checkedSince(salon, options)).map(dataFindingOf)

const problems = async (salon: TestSalon, options?: { full: boolean }) =>
  (await findings(salon, options))
    .filter(({ state }) => state === 'problem')
    .map(({ check }) => check)

const messages = async (salon: TestSalon, checks: readonly string[]) =>
  (await findings(salon))
    .filter(({ check }) => checks.includes(check))
    .map(({ message }) => message)
