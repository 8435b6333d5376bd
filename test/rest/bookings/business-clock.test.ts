import assert from 'node:assert/strict'
import test from 'node:test'
import { createBusiness, setClock, showClock, suspendBusiness } from '@silla/core'
import { parseDate, parseTime } from '@silla/slots'
import { openApi } from '../../support/api.ts'
import { assertError, dataOf } from '../../support/assertions.ts'
import { testDatabase } from '../../support/database.ts'
import { codeFor } from '../../support/emails.ts'
import { jobsDatabase, runJobs } from '../../support/jobs.ts'
import { openSalon, type TestSalon } from '../../support/salon.ts'
import { until } from '../../support/until.ts'
import { hasAccount, marta } from '../auth/an-account.ts'

const { admin, witness } = await testDatabase()

/** Sets the clock of a salon, as staff would, and waits until the cached API key is looked up again. */
async function setsClock(salon: TestSalon, time: string): Promise<void> {
  await setClock(admin, { slug: salon.slug, to: localTime(time) }, salon.clock)
  salon.clock.set(new Date(salon.clock.now().getTime() + 1001))
}

function localTime(text: string) {
  const [day = '', time = ''] = text.split('T')
  return { day: parseDate(day) ?? 0, minute: parseTime(time) ?? 0 }
}

async function bookingOf({ backend }: TestSalon, { id }: { id: number }) {
  return dataOf(await backend.get(`/reservas/${id}/`))
}

const remindersOf = async ({ businessId }: TestSalon) =>
  (
    await witness`
      select payload ->> 'id' as id from mails
      where business_id = ${businessId} and kind = 'booking_reminder' order by created_at`
  ).map(({ id }) => Number(id))

test('D44: reminder and completion of a booking run when the clock of its salon is set past them', async () => {
  const salon = await openSalon({ professionals: ['Ana'], now: '2030-03-04T08:00' })
  const before = dataOf(await salon.guest.book('Ana', '10:00', { date: '2030-03-11' }), 201)
  // relayed before the clock is set, and after it
  await (await jobsDatabase())`select jobs.relay(1000)`
  const waiting = dataOf(await salon.guest.book('Ana', '11:00', { date: '2030-03-11' }), 201)

  await setsClock(salon, '2030-03-10T10:30')
  await runJobs(salon)
  assert.deepEqual(await remindersOf(salon), [before.id])
  assert.equal((await bookingOf(salon, before)).estado, 'confirmada')

  await setsClock(salon, '2030-03-10T11:00')
  await runJobs(salon)
  await setsClock(salon, '2030-03-12T10:45')
  await runJobs(salon)
  assert.deepEqual(await remindersOf(salon), [before.id, waiting.id])
  assert.equal((await bookingOf(salon, before)).estado, 'completada')
  assert.equal((await bookingOf(salon, waiting)).estado, 'confirmada')
  const events = await witness`
    select occurred_at from events
    where business_id = ${salon.businessId} and type = 'reserva.completada'`
  assert.match(events[0]?.occurredAt.toISOString(), /^2030-03-12T09:45:0\d/)
})

test('D44: a job of a booking that is made after the clock was set is due by that clock', async () => {
  const salon = await openSalon({ professionals: ['Ana'], now: '2030-03-04T08:00' })
  await setsClock(salon, '2030-06-03T08:00')
  const booked = dataOf(await salon.guest.book('Ana', '10:00', { date: '2030-06-05' }), 201)
  await runJobs(salon)
  assert.deepEqual(await remindersOf(salon), [])
  // a day and two hours later in real time
  salon.setTime('2030-03-05T10:00:02')
  await runJobs(salon)
  assert.deepEqual(await remindersOf(salon), [booked.id])
})

test('D44: a hold and a booking that nobody confirms end by the clock of the salon', async () => {
  const salon = await openSalon({
    professionals: ['Ana'],
    settings: { confirmsByHand: true },
    now: '2030-03-04T08:00',
  })
  const booked = dataOf(await salon.guest.book('Ana', '10:00', { date: '2030-03-20' }), 201)
  const held = {
    servicio_ids: [salon.id('Corte')],
    peluquero_id: salon.id('Ana'),
    fecha: '2030-03-20',
    hora_inicio: '12:00',
  }
  dataOf(await salon.guest.post('/retenciones/', held), 201)
  assertError(await salon.guest.book('Ana', '12:00', { date: '2030-03-20' }), 'SLOT_NOT_AVAILABLE')

  await setsClock(salon, '2030-03-04T08:11')
  dataOf(await salon.guest.book('Ana', '12:00', { date: '2030-03-20' }), 201)
  await setsClock(salon, '2030-03-10T08:00')
  await runJobs(salon)
  assert.equal((await bookingOf(salon, booked)).estado, 'cancelada')
  assert.ok((await salon.guest.listSlots('Ana', '2030-03-20')).includes('10:00'))
})

test('D44: today, past times and the horizon move with the clock, also where responses are cached', async () => {
  const salon = await openSalon({
    professionals: [{ name: 'Ana', exceptions: { '2030-03-06': null, '2030-04-02': null } }],
    settings: { horizonDays: 30 },
    now: '2030-03-04T08:00',
  })
  const ana = salon.id('Ana')
  const days = `/disponibilidad/dias/?peluquero_id=${ana}&servicio_id=${salon.id('Corte')}`
  const datesAt = async (path: string, list: string) =>
    dataOf(await salon.guest.get(path))[list].map(({ fecha }: { fecha: string }) => fecha)
  const exceptions = () => datesAt(`/peluqueros/${ana}/horario/`, 'excepciones')
  // the second time the response is ready, and the days are cached
  for (let i = 0; i < 2; i++) {
    assert.deepEqual(await exceptions(), ['2030-03-06', '2030-04-02'])
    assert.equal((await datesAt(days, 'dias'))[0], '2030-03-04')
  }
  assert.ok((await salon.guest.listSlots('Ana', '2030-04-01')).includes('09:00'))

  await setsClock(salon, '2030-04-01T11:50')
  // the key is looked up before a response that is ready would be sent
  await salon.guest.get('/servicios/0/')
  assert.deepEqual(await exceptions(), ['2030-04-02'])
  assert.equal((await datesAt(days, 'dias'))[0], '2030-04-01')
  const slots = await salon.guest.listSlots('Ana', '2030-04-01')
  assert.ok(!slots.includes('11:30') && slots.includes('12:00'), slots.join(' '))
  assertError(await salon.guest.book('Ana', '09:00', { date: '2030-03-20' }), 'DATE_IN_PAST')
  dataOf(await salon.guest.book('Ana', '09:00', { date: '2030-05-01' }), 201)
})

test('D44: the clock of a night in which summer time begins', async () => {
  const salon = await openSalon({
    professionals: ['Ana'],
    hours: '00:00-06:00',
    settings: { horizonDays: 7 },
    now: '2026-11-22T08:00',
  })
  await assert.rejects(
    setClock(admin, { slug: salon.slug, to: localTime('2027-03-28T02:30') }, salon.clock),
    { code: 'NOT_VALID', message: /2027-03-28 02:30 does not exist in Europe\/Madrid/ },
  )
  await setsClock(salon, '2027-03-28T01:30')
  const slots = await salon.guest.listSlots('Ana', '2027-03-28')
  const free = slots.filter((slot) => !slot.includes(' '))
  assert.deepEqual(free.slice(0, 3), ['01:45', '03:00', '03:15'])
  // half an hour of real time later it is three
  salon.clock.set(new Date(salon.clock.now().getTime() + 30 * 60_000))
  const { now } = await showClock(admin, salon.slug, salon.clock)
  assert.match(now.toISOString(), /^2027-03-28T01:00/)
})

test('D44: a clock is set forward only, in a test or demo salon, also in a suspended one', async () => {
  const salon = await openSalon({ now: '2030-03-04T08:00' })
  const set = (slug: string, time: string) =>
    setClock(admin, { slug, to: localTime(time) }, salon.clock)
  const notValid = (message: RegExp) => ({ code: 'NOT_VALID', message })

  await assert.rejects(set(salon.slug, '2030-03-04T07:59'), notValid(/only set forward/))
  await assert.rejects(set(salon.slug, '2030-03-04T08:00'), notValid(/shows 2030-03-04 08:00/))
  await assert.rejects(set(salon.slug, '2040-03-05T08:00'), notValid(/at most 10 years ahead/))
  await suspendBusiness(admin, salon.slug)
  assert.equal((await set(salon.slug, '2030-03-05T08:00')).aheadMilliseconds, 24 * 3_600_000)
  await assert.rejects(set(salon.slug, '2030-03-05T07:59'), notValid(/only set forward/))
  assert.deepEqual(await showClock(admin, salon.slug, salon.clock), {
    slug: salon.slug,
    timezone: 'Europe/Madrid',
    now: new Date('2030-03-05T07:00:00Z'),
    aheadMilliseconds: 24 * 3_600_000,
  })

  await assert.rejects(set('nobody', '2030-03-05T08:00'), { code: 'BUSINESS_NOT_FOUND' })
  const place = {
    timezone: 'Europe/Madrid',
    currency: 'EUR',
    language: 'es',
    country: 'ES',
  } as const
  await createBusiness(admin, { slug: 'clock-live', name: 'Salon', mode: 'live', ...place })
  await assert.rejects(set('clock-live', '2030-03-05T08:00'), {
    code: 'NOT_A_TEST',
    message: /clock-live is a live salon/,
  })
  assert.equal((await showClock(admin, 'clock-live', salon.clock)).aheadMilliseconds, 0)
})

test('D44: sessions, one-time codes and idempotency keys keep real time', async () => {
  const salon = await openSalon({ professionals: ['Ana'], now: '2030-03-04T09:00' })
  const customer = await salon.customer({ nombre: 'Rosa', email: 'rosa@example.com' })
  await hasAccount(salon)
  const { otp_id } = dataOf(await salon.guest.post('/auth/login/', { email: marta.email }))
  const codigo = await codeFor(salon, marta.email)
  const key = { 'idempotency-key': 'the-same' }
  const input = {
    servicio_ids: [salon.id('Corte')],
    peluquero_id: salon.id('Ana'),
    fecha: '2030-03-05',
    hora_inicio: '10:00',
    nombre: 'Lucía Prado',
    email: 'lucia@example.com',
  }
  const first = dataOf(await salon.guest.post('/reservas/crear/', input, key), 201)

  await setsClock(salon, '2031-03-04T09:00')
  dataOf(await customer.get('/cliente/perfil/'))
  dataOf(await salon.guest.post('/auth/verify-otp/', { otp_id, codigo }))
  const again = dataOf(await salon.guest.post('/reservas/crear/', input, key), 201)
  assert.equal(again.id, first.id)
})

test('D44: a payment has real time, and the booking that it confirms the clock of the salon', async () => {
  const salon = await openSalon({
    payments: true,
    settings: { requiresPrepayment: true },
    now: '2030-03-04T09:00',
  })
  await setsClock(salon, '2030-06-03T09:00')
  const booking = dataOf(await salon.guest.book('Ana', '10:00', { date: '2030-06-10' }), 201)
  const intent = await salon.guest.createIntent(booking)
  salon.stripe.pay(intent)
  dataOf(await salon.guest.confirmPayment(intent, booking))
  assert.equal((await salon.guest.cancel(booking)).status, 200)
  await runJobs(salon)

  const [row] = await witness`
    select payment.created_at, payment.settled_at, refund.created_at as refunded_at, refund.state,
      (select array_agg(to_char(occurred_at, 'YYYY-MM') || ' ' || type order by occurred_at, type)
        from events where business_id = ${salon.businessId}) as events,
      (select array_agg(distinct to_char(occurred_at, 'YYYY-MM'))
        from booking_transitions where business_id = ${salon.businessId}) as transitions,
      (select array_agg(distinct to_char(created_at, 'YYYY-MM'))
        from points_movements where business_id = ${salon.businessId}) as points
    from payments payment join refunds refund on refund.payment_id = payment.id
    where payment.business_id = ${salon.businessId}`
  assert.ok(row)
  assert.deepEqual(
    [row.createdAt, row.settledAt, row.refundedAt].map((at) => at.toISOString().slice(0, 7)),
    ['2030-03', '2030-03', '2030-03'],
  )
  assert.deepEqual(
    [row.state, row.transitions, row.points],
    ['completed', ['2030-06'], ['2030-06']],
  )
  for (const event of row.events)
    assert.match(event, /^2030-03 (pago|reembolso)\.|^2030-06 (reserva|puntos)\./)
})

test('D44: no job is relayed while a clock is being set', async () => {
  const salon = await openSalon({ professionals: ['Ana'], now: '2030-03-04T08:00' })
  dataOf(await salon.guest.book('Ana', '10:00', { date: '2030-03-11' }), 201)
  const jobs = await jobsDatabase()
  await admin.begin(async (tx) => {
    await tx`select jobs.set_clock_forward(${salon.businessId}, interval '1 day')`
    const [row] = await jobs`select jobs.relay(1000) as moved`
    assert.equal(row?.moved, 0)
  })
})

test('D44: every process takes a set clock at once, and other salons keep their time', async (t) => {
  const salon = await openSalon({ professionals: ['Ana'], now: '2030-03-04T08:00' })
  const neighbour = await openSalon({ professionals: ['Ana'], now: '2030-03-04T08:00' })
  const other = await openApi()
  t.after(other.close)
  other.clock.set(salon.clock.now())
  const guests = [salon.guest, salon.guestAt(other.url)]
  for (const guest of guests)
    assert.ok((await guest.listSlots('Ana', '2030-03-04')).includes('12:00'))

  await setClock(admin, { slug: salon.slug, to: localTime('2030-03-04T12:30') }, salon.clock)
  // real time stands still, so nothing but the notification ends the cached keys
  for (const guest of guests)
    await until(async () => !(await guest.listSlots('Ana', '2030-03-04')).includes('12:00'))
  assert.ok((await neighbour.guest.listSlots('Ana', '2030-03-04')).includes('12:00'))
})
