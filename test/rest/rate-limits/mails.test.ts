import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openApi } from '../../support/api.ts'
import { assertError, dataOf } from '../../support/assertions.ts'
import { client } from '../../support/client.ts'
import { testDatabase } from '../../support/database.ts'
import { runJobs } from '../../support/jobs.ts'
import { limitsIn } from '../../support/redis.ts'
import { reschedule } from '../../support/reschedule.ts'
import { openSalon, type SalonClient, type TestSalon } from '../../support/salon.ts'

const { witness } = await testDatabase()

const now = '2030-03-04T08:00'
const day = { date: '2030-03-06' }

const mailsOf = async ({ businessId }: TestSalon, kind = 'booking_%') => {
  const rows = await witness<{ kind: string; state: string; text: string; cause: string }[]>`
    select kind, state, text_body as text, cause from mails
    where business_id = ${businessId} and kind like ${kind} order by created_at, id`
  return rows
}

const sent = (mails: readonly { state: string }[]) =>
  mails.filter(({ state }) => state === 'kept').length

const send = (salon: TestSalon) => runJobs(salon, { limitsMails: true })

/** Books and cancels, so that no limit of open bookings is reached. */
async function annoy(who: SalonClient, email: string, time = '10:00') {
  const booking = dataOf(await who.book('Ana', time, { ...day, email }), 201)
  dataOf(await who.cancel(booking))
}

/** The announcement to the API takes a moment. */
async function refused(salon: TestSalon, email: string) {
  for (let tries = 0; ; tries++) {
    const answer = await salon.guest.book('Ana', '12:00', { ...day, email })
    if (answer.status !== 201 || tries === 20) return answer
    dataOf(await salon.guest.cancel(answer.data))
  }
}

test('D30: strangers send six emails an hour to an address, over all salons, and then none is booked for it', async () => {
  const [first, second] = [await openSalon({ now }), await openSalon({ now })]
  const email = 'target@example.com'
  for (const salon of [first, first, second, second]) await annoy(salon.guest, email)
  await send(first)
  const mails = [...(await mailsOf(first)), ...(await mailsOf(second))]
  assert.deepEqual([mails.length, sent(mails)], [8, 6])
  for (const salon of [first, second]) {
    const answer = await refused(salon, email.toUpperCase().replace('@', '+more@'))
    assertError(answer, 'RATE_LIMIT_EXCEEDED')
    assert.equal(answer.headers.get('retry-after'), '3600')
  }
  await annoy(first.guest, 'somebody.else@example.com')
  // the salon books for a customer who calls
  const called = { ...day, email, por_negocio: true }
  const own = dataOf(await first.backend.book('Ana', '13:00', called), 201)
  dataOf(await first.backend.cancel(own, {}))
  await send(first)
  assert.equal(sent((await mailsOf(first)).filter(({ cause }) => cause.includes(`:${own.id}:`))), 2)
  first.setTime('2030-03-04T09:01')
  await annoy(first.guest, email)
})

test('D30: a customer with an account books and gets codes and cancellations, whatever strangers do', async () => {
  const salon = await openSalon({ now })
  const email = 'noor@example.com'
  const customer = await salon.customer({ nombre: 'Noor', email })
  for (let times = 0; times < 4; times++) await annoy(salon.guest, email)
  await send(salon)
  assertError(await refused(salon, email), 'RATE_LIMIT_EXCEEDED')
  const booking = dataOf(await customer.book('Ana', '17:00', day), 201)
  dataOf(await customer.post(`/reservas/${booking.id}/cancelar/`))
  dataOf(await salon.guest.post('/auth/login/', { email }), 200)
  await send(salon)
  assert.ok((await mailsOf(salon)).slice(-2).every(({ state }) => state === 'kept'))
  assert.equal((await mailsOf(salon, 'code')).at(-1)?.state, 'kept')
})

test('D30: offers of the waitlist count as well, and then nobody joins it with the address', async () => {
  const salon = await openSalon({ now })
  const email = 'waits@example.com'
  const join = () =>
    salon.guest.post('/lista-espera/', {
      servicio_ids: [salon.id('Corte')],
      desde: day.date,
      hasta: day.date,
      nombre: 'Eva',
      email,
    })
  const freed = dataOf(await salon.guest.book('Ana', '10:00', day), 201)
  let entry = dataOf(await join(), 201)
  dataOf(await salon.guest.cancel(freed))
  for (let offers = 1; offers <= 8; offers++) {
    await send(salon)
    const left = entry
    const joined = await join()
    if (offers < 6) entry = dataOf(joined, 201)
    // the announcement to the API takes a moment
    else if (joined.status === 201) entry = joined.data
    const code = { 'x-reserva-codigo': left.codigo }
    dataOf(await salon.guest.delete(`/lista-espera/${left.id}/`, code))
  }
  assert.equal(sent(await mailsOf(salon, 'waitlist_offer')), 6)
  const refusal = await join()
  assertError(refusal, 'RATE_LIMIT_EXCEEDED')
  assert.equal(refusal.headers.get('retry-after'), '3600')
})

test('D30: one client address causes 120 emails an hour, offers of the waitlist among them', async (t) => {
  const salon = await openSalon({ now })
  const api = await openApi(undefined, {
    limits: limitsIn(null, ['127.0.0.1']),
    clock: salon.clock,
  })
  t.after(api.close)
  const at = (address: string) =>
    client(api.url, { 'x-api-key': salon.publishableKey, 'x-forwarded-for': address })
  const join = (address: string, email: string) =>
    at(address).post('/lista-espera/', {
      servicio_ids: [salon.id('Corte')],
      desde: day.date,
      hasta: day.date,
      nombre: 'Eva',
      email,
    })
  const freed = dataOf(
    await salon.guest.book('Ana', '10:00', { ...day, email: 'frees@example.com' }),
    201,
  )
  dataOf(await join('192.0.2.7', 'stranger@example.com'), 201)
  await witness`
    select registry.count_mail('client 192.0.2.7', 120, null, 0, true, ${salon.clock.now()})
    from generate_series(1, 119)`
  dataOf(await salon.guest.cancel(freed))
  await send(salon)
  assert.equal(sent(await mailsOf(salon, 'waitlist_offer')), 1)
  let answer = await join('192.0.2.7', 'next@example.com')
  // the announcement to the API takes a moment
  for (let tries = 0; answer.status === 201 && tries < 10; tries++) {
    const code = { 'x-reserva-codigo': answer.data.codigo }
    dataOf(await salon.guest.delete(`/lista-espera/${answer.data.id}/`, code))
    answer = await join('192.0.2.7', 'next@example.com')
  }
  assertError(answer, 'RATE_LIMIT_EXCEEDED')
  assert.equal(answer.headers.get('retry-after'), '3600')
  dataOf(await join('192.0.2.8', 'next@example.com'), 201)
})

test('D30: changes of a booking within five minutes are one email', async () => {
  const salon = await openSalon({ now, settings: { ownerNotifications: 'each' } })
  const booking = dataOf(await salon.guest.book('Ana', '10:00', day), 201)
  const moves = async (fecha: string) => {
    dataOf(await reschedule(salon.guest, booking, { fecha, hora_inicio: '16:00' }))
    await send(salon)
  }
  await moves('2030-03-07')
  salon.setTime('2030-03-04T08:01')
  await moves('2030-03-08')
  await moves('2030-03-11')
  const kinds = async () => (await mailsOf(salon, '%')).map(({ kind }) => kind)
  assert.equal(sent(await mailsOf(salon)), 2)
  salon.setTime('2030-03-04T08:05')
  await send(salon)
  for (const kind of ['booking_rescheduled', 'owner_booking_rescheduled']) {
    const [, last, ...others] = await mailsOf(salon, kind)
    assert.equal(others.length, 0)
    assert.match(last?.text ?? '', /11 de marzo/)
    // the first email said the 7th
    assert.match(last?.text ?? '', /7 de marzo/)
    assert.doesNotMatch(last?.text ?? '', /8 de marzo/)
  }
  dataOf(await salon.guest.cancel(booking))
  await send(salon)
  assert.ok((await kinds()).includes('booking_cancelled'))
  assert.equal((await mailsOf(salon, 'booking_cancelled'))[0]?.state, 'waiting')
  salon.setTime('2030-03-04T08:10')
  await send(salon)
  assert.equal((await mailsOf(salon, 'booking_cancelled'))[0]?.state, 'kept')
})

test('D30: a cancellation replaces the email of a reschedule that waits', async () => {
  const salon = await openSalon({ now })
  const booking = dataOf(
    await salon.guest.book('Ana', '10:00', { ...day, email: 'moves@example.com' }),
    201,
  )
  for (const fecha of ['2030-03-07', '2030-03-08'])
    dataOf(await reschedule(salon.guest, booking, { fecha, hora_inicio: '16:00' }))
  dataOf(await salon.guest.cancel(booking))
  await send(salon)
  salon.setTime('2030-03-04T08:05')
  await send(salon)
  assert.deepEqual((await mailsOf(salon)).map(({ kind, state }) => `${kind} ${state}`).sort(), [
    'booking_cancelled kept',
    'booking_confirmed kept',
    'booking_rescheduled kept',
  ])
})
