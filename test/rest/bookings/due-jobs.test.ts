import assert from 'node:assert/strict'
import { test } from 'node:test'
import { completePastBooking, expireBooking, sendReminder } from '@silla/core'
import { dataOf } from '../../support/assertions.ts'
import { emailsTo } from '../../support/emails.ts'
import { jobsDatabase } from '../../support/jobs.ts'
import { balanceOf, givePoints } from '../../support/points.ts'
import { noProcessors, requestContextFor } from '../../support/request-context.ts'
import { openSalon, type TestSalon } from '../../support/salon.ts'

const byHand = { settings: { confirmsByHand: true }, now: '2030-03-04T08:00' }
const lucia = { nombre: 'Lucía Prado', email: 'lucia@example.com' }

/** Jobs that wait for this booking, as `task 2030-03-04T09:00Z`. */
async function jobsOf({ businessId }: TestSalon, bookingId: number): Promise<string[]> {
  const jobs = await jobsDatabase()
  const rows = await jobs<{ task: string; runAt: Date; payload: { businessId: string } }[]>`
    select task, run_at, payload from jobs.outbox where payload ->> 'bookingId' = ${String(bookingId)} order by run_at`
  for (const { payload } of rows) assert.equal(payload.businessId, businessId)
  return rows.map(({ task, runAt }) => `${task} ${runAt.toISOString().slice(0, 16)}Z`)
}

/** The jobs of this booking that were removed from the queue, in the order of their names. */
async function removedJobsOf({ businessId }: TestSalon, bookingId: number): Promise<string[]> {
  const jobs = await jobsDatabase()
  const rows = await jobs<{ jobKey: string }[]>`
    select job_key from jobs.outbox
    where task is null and job_key like ${`${businessId}:%:${bookingId}`} order by job_key`
  return rows.map(({ jobKey }) => jobKey.split(':')[1] ?? '')
}

const kindsTo = async (salon: TestSalon) =>
  (await emailsTo(salon, lucia.email)).map(({ kind }) => kind)

test('a reminder is sent a day before the start, and the booking is completed a day after the end', async () => {
  const salon = await openSalon({ now: '2030-03-04T08:00' })
  const late = dataOf(await salon.guest.book('Ana', '18:00'), 201)
  assert.deepEqual(await jobsOf(salon, late.id), ['complete-booking 2030-03-05T17:30Z'])
  const early = dataOf(await salon.guest.book('Ana', '18:00', { date: '2030-03-08' }), 201)
  assert.deepEqual(await jobsOf(salon, early.id), [
    'remind-booking 2030-03-07T17:00Z',
    'complete-booking 2030-03-09T17:30Z',
  ])
  assert.deepEqual(await kindsTo(salon), ['booking_confirmed', 'booking_confirmed'])
})

test('reminder and automatic completion can be switched off', async () => {
  const salon = await openSalon({
    now: '2030-03-04T08:00',
    settings: { autocompleteHours: null, reminderHours: null },
  })
  const { id } = dataOf(await salon.guest.book('Ana', '18:00', { date: '2030-03-08' }), 201)
  assert.deepEqual(await jobsOf(salon, id), [])
  const context = await requestContextFor(salon)
  salon.setTime('2030-03-20T08:00')
  await completePastBooking(context, id)
  await sendReminder(context, id)
  assert.equal(dataOf(await salon.backend.get(`/reservas/${id}/`)).estado, 'confirmada')
})

test('D14: manual confirmation has 12 hours, until 30 minutes before the start, at least 15 minutes', async () => {
  const salon = await openSalon(byHand)
  const expiry = async (time: string, date: string) => {
    const { id } = dataOf(await salon.backend.book('Ana', time, { date }), 201)
    const { expira_en } = dataOf(await salon.backend.get(`/reservas/${id}/`))
    assert.ok((await jobsOf(salon, id)).includes(`expire-booking ${expira_en.slice(0, 16)}Z`))
    return expira_en
  }
  assert.equal(await expiry('10:00', '2030-03-06'), '2030-03-04T19:00:00.000Z')
  assert.equal(await expiry('12:00', '2030-03-04'), '2030-03-04T10:30:00.000Z')
  salon.setTime('2030-03-04T15:00')
  assert.equal(await expiry('15:15', '2030-03-04'), '2030-03-04T14:15:00.000Z')
})

test('D14: an unconfirmed booking expires: it is cancelled, its time is free, the guest gets an email', async () => {
  const salon = await openSalon(byHand)
  const { id } = dataOf(await salon.guest.book('Ana', '10:00', { date: '2030-03-06' }), 201)
  const tenantContext = await requestContextFor(salon)
  salon.setTime('2030-03-04T19:59')
  await expireBooking(tenantContext, noProcessors, id)
  assert.equal(dataOf(await salon.backend.get(`/reservas/${id}/`)).estado, 'pendiente')

  salon.setTime('2030-03-04T20:00')
  await expireBooking(tenantContext, noProcessors, id)
  await expireBooking(tenantContext, noProcessors, id)
  const expired = dataOf(await salon.backend.get(`/reservas/${id}/`))
  assert.deepEqual(
    [
      expired.estado,
      expired.cancelada_por,
      expired.cancelada_en,
      expired.motivo_cancelacion,
      expired.version,
    ],
    ['cancelada', 'sistema', '2030-03-04T19:00:00.000Z', null, 2],
  )
  assert.deepEqual(await kindsTo(salon), ['booking_received', 'booking_expired'])
  dataOf(
    await salon.guest.book('Ana', '10:00', { date: '2030-03-06', email: 'otra@example.com' }),
    201,
  )
})

test('a confirmed booking does not expire, and an expired one returns its points', async () => {
  const salon = await openSalon({ ...byHand, services: [{ name: 'Corte', pointsPrice: 100 }] })
  const customer = await salon.customer(lucia)
  await givePoints(salon, customer.id, 200)
  const input = { usar_puntos: true, date: '2030-03-06' }
  const kept = dataOf(await customer.book('Ana', '10:00', input), 201)
  const lost = dataOf(await customer.book('Ana', '11:00', input), 201)
  dataOf(await salon.backend.post(`/reservas/${kept.id}/confirmar/`))
  assert.equal(await balanceOf(salon, lucia.email), 0)
  const worker = await requestContextFor(salon)
  salon.setTime('2030-03-05T08:00')
  await expireBooking(worker, noProcessors, kept.id)
  await expireBooking(worker, noProcessors, lost.id)
  assert.equal(dataOf(await salon.backend.get(`/reservas/${kept.id}/`)).estado, 'confirmada')
  assert.equal(await balanceOf(salon, lucia.email), 100)
})

test('D14: a booking is completed automatically a day after its end, with its points', async () => {
  const salon = await openSalon({ now: '2030-03-04T08:00', professionals: ['Ana', 'Bea'] })
  const done = dataOf(await salon.guest.book('Ana', '10:00'), 201)
  const missed = dataOf(await salon.guest.book('Bea', '10:00'), 201)
  const worker = await requestContextFor(salon)
  salon.setTime('2030-03-04T12:00')
  dataOf(await salon.backend.post(`/reservas/${missed.id}/no-show/`))
  salon.setTime('2030-03-05T10:29')
  await completePastBooking(worker, done.id)
  assert.equal(dataOf(await salon.backend.get(`/reservas/${done.id}/`)).estado, 'confirmada')
  salon.setTime('2030-03-05T10:30')
  for (const { id } of [done, missed, done]) await completePastBooking(worker, id)
  assert.equal(dataOf(await salon.backend.get(`/reservas/${done.id}/`)).estado, 'completada')
  assert.equal(dataOf(await salon.backend.get(`/reservas/${missed.id}/`)).estado, 'no_show')
  assert.equal(await balanceOf(salon, lucia.email), 10)
})

test('a change removes the jobs that may wait for a booking in its state, and no others', async () => {
  const salon = await openSalon(byHand)
  const book = async (time: string) =>
    dataOf(await salon.guest.book('Ana', time, { date: '2030-03-06' }), 201).id
  const confirmed = await book('10:00')
  dataOf(await salon.backend.post(`/reservas/${confirmed}/confirmar/`))
  assert.deepEqual(await removedJobsOf(salon, confirmed), ['expire'])
  const to = { fecha: '2030-03-06', hora_inicio: '12:00', por_negocio: true }
  dataOf(await salon.backend.post(`/reservas/${confirmed}/reprogramar/`, to))
  assert.deepEqual(await removedJobsOf(salon, confirmed), ['expire'], 'nothing more')
  dataOf(await salon.backend.post(`/reservas/${confirmed}/cancelar/`))
  assert.deepEqual(await removedJobsOf(salon, confirmed), ['complete', 'expire', 'remind'])

  const pending = await book('11:00')
  dataOf(await salon.backend.post(`/reservas/${pending}/cancelar/`))
  assert.deepEqual(await removedJobsOf(salon, pending), ['complete', 'expire', 'remind'])

  const done = await book('13:00')
  dataOf(await salon.backend.post(`/reservas/${done}/confirmar/`))
  salon.setTime('2030-03-06T14:00')
  dataOf(await salon.backend.post(`/reservas/${done}/completar/`))
  assert.deepEqual(await removedJobsOf(salon, done), ['complete', 'expire', 'remind'])
  dataOf(await salon.backend.post(`/reservas/${done}/no-show/`))
  assert.deepEqual(await removedJobsOf(salon, done), ['complete', 'expire', 'remind', 'review'])
})

test('D30: one reminder, and none for a cancelled or past booking', async () => {
  const salon = await openSalon({ now: '2030-03-04T08:00' })
  const kept = dataOf(await salon.guest.book('Ana', '10:00', { date: '2030-03-06' }), 201)
  const off = dataOf(await salon.guest.book('Ana', '11:00', { date: '2030-03-06' }), 201)
  dataOf(await salon.backend.post(`/reservas/${off.id}/cancelar/`))
  const worker = await requestContextFor(salon)
  salon.setTime('2030-03-05T10:00')
  for (const { id } of [kept, off, kept]) await sendReminder(worker, id)
  salon.setTime('2030-03-06T10:00')
  await sendReminder(worker, kept.id)
  const reminders = (await emailsTo(salon, lucia.email)).filter(
    ({ kind }) => kind === 'booking_reminder',
  )
  assert.deepEqual(
    reminders.map(({ payload }) => payload.remindedAt),
    ['2030-03-05T09:00:00.000Z'],
    'what still holds for the visit depends on when it is sent',
  )
})
