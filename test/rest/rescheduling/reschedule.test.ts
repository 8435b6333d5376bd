import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sendReminder } from '@silla/core'
import { assertError, assertInvalid, dataOf } from '../../support/assertions.ts'
import { testDatabase } from '../../support/database.ts'
import { emailsTo } from '../../support/emails.ts'
import { runJobs } from '../../support/jobs.ts'
import { requestContextFor } from '../../support/request-context.ts'
import { noCode, reschedule } from '../../support/reschedule.ts'
import { openSalon, type TestSalon } from '../../support/salon.ts'
import { assertWritesNothing } from '../../support/writes.ts'

const monday = '2030-03-04'
const friday = '2030-03-08'
const open = { now: `${monday}T08:00` }
const { witness } = await testDatabase()

const claimsOf = async ({ businessId }: TestSalon) => {
  const rows = await witness<{ startsAt: Date; endsAt: Date }[]>`
    select starts_at, ends_at from claims where business_id = ${businessId} order by starts_at`
  return rows.map(
    ({ startsAt, endsAt }) =>
      `${startsAt.toISOString().slice(8, 16)}-${endsAt.toISOString().slice(11, 16)}`,
  )
}

test('D37: a guest moves a booking; it keeps its id, code and state, and its old time is free', async () => {
  const salon = await openSalon(open)
  const booking = dataOf(await salon.guest.book('Ana', '10:00', { date: friday }), 201)
  const moved = dataOf(
    await reschedule(salon.guest, booking, { fecha: friday, hora_inicio: '16:00', version: 1 }),
  )
  assert.deepEqual(
    [moved.id, moved.codigo, moved.estado, moved.fecha, moved.hora_inicio, moved.hora_fin],
    [booking.id, booking.codigo, 'confirmada', friday, '16:00', '16:30'],
  )
  assert.deepEqual([moved.version, moved.simulado, moved.total], [2, false, 18])
  assert.equal(moved.servicios[0].hora_inicio, '16:00')
  assert.equal(moved.cliente.email, 'l***@e***.com', 'a guest sees the contact masked')
  assert.deepEqual(await claimsOf(salon), ['08T15:00-15:30'])
  dataOf(await salon.guest.book('Ana', '10:00', { date: friday, email: 'eva@example.com' }), 201)
  const seen = dataOf(await salon.guest.get(`/reservas/codigo/${booking.codigo}/`))
  const { simulado: _, ...detail } = moved
  assert.deepEqual(seen, detail)
  const [stored] = await witness`
    select to_char(local_start, 'YYYY-MM-DD HH24:MI') as local_start, timezone from bookings
    where business_id = ${salon.businessId} and id = ${booking.id}`
  assert.deepEqual({ ...stored }, { localStart: `${friday} 16:00`, timezone: 'Europe/Madrid' })
})

test('D37: a booking moves onto times that overlap its own', async () => {
  const salon = await openSalon({ ...open, services: [{ name: 'Corte', minutes: 60 }] })
  const booking = dataOf(await salon.guest.book('Ana', '10:00', { date: friday }), 201)
  for (const [time, claim] of [
    ['10:15', '08T09:15-10:15'],
    ['09:30', '08T08:30-09:30'],
  ] as const) {
    dataOf(await reschedule(salon.guest, booking, { fecha: friday, hora_inicio: time }))
    assert.deepEqual(await claimsOf(salon), [claim])
  }
})

test('D37: the customer moves their own with the token, the business any with its secret key', async () => {
  const salon = await openSalon(open)
  const lucia = await salon.customer({ nombre: 'Lucía Prado', email: 'lucia@example.com' })
  const eva = await salon.customer({ nombre: 'Eva Sanz', email: 'eva@example.com' })
  const booking = dataOf(await lucia.book('Ana', '10:00', { date: friday }), 201)
  const to = { fecha: friday, hora_inicio: '11:00', ...noCode }
  assertError(await reschedule(salon.guest, booking, to), 'AUTHENTICATION_REQUIRED')
  assertError(await reschedule(eva, booking, to), 'BOOKING_NOT_FOUND')
  const wrong = { ...to, codigo: 'AAAAAAAAAA' }
  assertError(await reschedule(salon.guest, booking, wrong), 'BOOKING_NOT_FOUND')
  assertError(await reschedule(lucia, { ...booking, id: 987 }, to), 'BOOKING_NOT_FOUND')
  const moved = dataOf(await reschedule(lucia, booking, to))
  assert.deepEqual([moved.hora_inicio, moved.cliente.email], ['11:00', 'lucia@example.com'])
  const again = { ...to, hora_inicio: '12:00' }
  const byBusiness = { ...again, por_negocio: true }
  assertError(await reschedule(lucia, booking, byBusiness), 'INSUFFICIENT_SCOPE')
  const withCode = { ...byBusiness, codigo: booking.codigo }
  assertError(await reschedule(salon.backend, booking, withCode), 'INSUFFICIENT_SCOPE')
  assert.equal(dataOf(await reschedule(salon.backend, booking, again)).hora_inicio, '12:00')
})

test('D37: until the deadline, which is that for cancelling unless there is one of its own', async () => {
  const to = { fecha: friday, hora_inicio: '18:00' }
  for (const [settings, until, late] of [
    [{ cancellationHours: 24 }, '2030-03-07T10:00', '2030-03-07T10:01'],
    [{ cancellationHours: 24, rescheduleHours: 2 }, `${friday}T08:00`, `${friday}T08:01`],
  ] as const) {
    const salon = await openSalon({ ...open, settings })
    const booking = dataOf(await salon.guest.book('Ana', '10:00', { date: friday }), 201)
    const detail = async () => {
      const seen = dataOf(await salon.guest.get(`/reservas/codigo/${booking.codigo}/`))
      return [seen.puede_reprogramar, seen.reprogramable_hasta]
    }
    salon.setTime(late)
    const limit = new Date(`${until}:00+01:00`).toISOString()
    assert.deepEqual(await detail(), [false, limit])
    const answer = await assertWritesNothing(salon, () => reschedule(salon.guest, booking, to))
    assertError(answer, 'RESCHEDULE_DEADLINE_PASSED')
    const asGuest = { ...to, ...noCode }
    assertError(await reschedule(salon.backend, booking, asGuest), 'RESCHEDULE_DEADLINE_PASSED')
    salon.setTime(until)
    assert.deepEqual(await detail(), [true, limit])
    dataOf(await reschedule(salon.guest, booking, to))
    salon.setTime(`${friday}T17:59`)
    const own = { ...asGuest, hora_inicio: '19:00', por_negocio: true }
    assert.equal(dataOf(await reschedule(salon.backend, booking, own)).hora_inicio, '19:00')
  }
})

test('D37: customers move a booking as often as the salon allows; the business without a limit', async () => {
  const salon = await openSalon({ ...open, settings: { rescheduleLimit: 2 } })
  const booking = dataOf(await salon.guest.book('Ana', '10:00', { date: friday }), 201)
  const to = (hora_inicio: string) => ({ fecha: friday, hora_inicio })
  const own = { ...noCode, por_negocio: true }
  dataOf(await reschedule(salon.backend, booking, { ...to('11:00'), ...own }))
  dataOf(await reschedule(salon.guest, booking, to('12:00')))
  const last = dataOf(await reschedule(salon.guest, booking, to('13:00')))
  assert.equal(last.puede_reprogramar, false)
  assertError(await reschedule(salon.guest, booking, to('14:00')), 'RESCHEDULE_LIMIT_REACHED')
  dataOf(await reschedule(salon.backend, booking, { ...to('14:00'), ...own }))
})

test('D37: a reschedule onto itself is 200 and writes and sends nothing, also when repeated late', async () => {
  const salon = await openSalon({ ...open, settings: { rescheduleLimit: 1 } })
  const booking = dataOf(await salon.guest.book('Ana', '10:00', { date: friday }), 201)
  const to = { fecha: friday, hora_inicio: '12:00' }
  const moved = dataOf(await reschedule(salon.guest, booking, to))
  salon.setTime(`${friday}T11:00`)
  for (const people of [{}, { peluquero_id: salon.id('Ana') }, { peluqueros: [0] }]) {
    const answer = await assertWritesNothing(salon, () =>
      reschedule(salon.guest, booking, { ...to, ...people }),
    )
    assert.deepEqual([dataOf(answer).version, dataOf(answer).updated_at], [2, moved.updated_at])
  }
  assert.equal((await emailsTo(salon, 'lucia@example.com')).length, 2)
})

test('D37: the refusals in their order, each of which moves nothing', async () => {
  const salon = await openSalon({
    ...open,
    services: [{ name: 'Corte' }, { name: 'Tinte' }],
    hours: '09:00-20:00',
    professionals: [
      { name: 'Ana', shifts: { 1: ['09:00-14:00'], 2: ['09:00-14:00'], 5: ['09:00-14:00'] } },
      { name: 'Bea', services: ['Tinte'] },
      { name: 'Cruz', services: ['Corte'] },
    ],
    settings: { horizonDays: 10, cancellationHours: 24, noticeMinutes: 120, rescheduleLimit: 1 },
  })
  const booking = dataOf(await salon.guest.book('Ana', '10:00', { date: friday }), 201)
  dataOf(await salon.guest.book('Ana', '12:00', { date: friday, email: 'eva@example.com' }), 201)
  const refuses = async (to: Record<string, unknown>, code: Parameters<typeof assertError>[1]) => {
    const answer = await assertWritesNothing(salon, () =>
      reschedule(salon.guest, booking, { fecha: friday, hora_inicio: '11:00', ...to }),
    )
    assertError(answer, code)
    return answer
  }
  const yesterday = { fecha: '2030-03-03' }
  await refuses({ hora_fin: '12:00', fecha: 'x' }, 'VALIDATION_ERROR')
  await refuses({ fecha: '2030-02-30', hora_inicio: '9' }, 'INVALID_DATE')
  await refuses({ hora_inicio: '24:00', codigo: 'AAAAAAAAAA' }, 'INVALID_TIME')
  await refuses({ codigo: 'AAAAAAAAAA', version: 7 }, 'BOOKING_NOT_FOUND')
  await refuses({ version: 7, ...yesterday }, 'VERSION_CONFLICT')
  await refuses({ ...yesterday, peluquero_id: 987 }, 'DATE_IN_PAST')
  await refuses({ fecha: '2030-04-30', peluquero_id: 987 }, 'DATE_TOO_FAR')
  await refuses({ peluquero_id: 987, hora_inicio: '23:00' }, 'PROFESSIONAL_NOT_FOUND')
  await refuses({ peluquero_id: salon.id('Bea'), hora_inicio: '23:00' }, 'SERVICE_NOT_OFFERED')
  await refuses({ fecha: monday, hora_inicio: '08:30' }, 'TOO_SOON')
  await refuses({ hora_inicio: '21:00' }, 'BUSINESS_CLOSED')
  await refuses({ hora_inicio: '15:00' }, 'PROFESSIONAL_NOT_AVAILABLE')
  await refuses({ hora_inicio: '11:05' }, 'SLOT_NOT_AVAILABLE')
  const taken = await refuses({ hora_inicio: '12:00' }, 'SLOT_NOT_AVAILABLE')
  assert.deepEqual(
    taken.error.alternativas.map((each: { hora_inicio: string }) => each.hora_inicio),
    ['11:30', '12:30', '11:15'],
  )
  const both = { peluquero_id: 0, peluqueros: [0] }
  assertInvalid(
    await reschedule(salon.guest, booking, { fecha: friday, hora_inicio: '11:00', ...both }),
    'peluqueros',
  )
  const tooMany = { fecha: friday, hora_inicio: '11:00', peluqueros: [0, 0] }
  assertInvalid(await reschedule(salon.guest, booking, tooMany), 'peluqueros')

  await salon.backend.post('/bloqueos/', {})
  const [customer] = await witness<{ id: number }[]>`
    update customers set blocked_at = now()
    where business_id = ${salon.businessId} and email = 'lucia@example.com' returning id`
  assert.ok(customer)
  await refuses({ hora_inicio: '23:00' }, 'CUSTOMER_BLOCKED')
  await witness`update customers set blocked_at = null where business_id = ${salon.businessId}`

  const [claims] = [await claimsOf(salon)]
  assert.deepEqual(claims, ['08T09:00-09:30', '08T11:00-11:30'])
  dataOf(await reschedule(salon.guest, booking, { fecha: friday, hora_inicio: '11:00' }))
  await refuses({ hora_inicio: '10:00', ...yesterday }, 'RESCHEDULE_LIMIT_REACHED')
  salon.setTime('2030-03-07T12:00')
  await refuses({ hora_inicio: '10:00', ...yesterday }, 'RESCHEDULE_DEADLINE_PASSED')
  salon.setTime(`${friday}T11:00`)
  await refuses({ hora_inicio: '10:00', ...yesterday }, 'CANNOT_RESCHEDULE')
  await refuses({ hora_inicio: '10:00', version: 7 }, 'VERSION_CONFLICT')
})

test('D37: the alternatives to a taken time count the own time of the booking as free', async () => {
  const salon = await openSalon({ ...open, services: [{ name: 'Corte', minutes: 60 }] })
  const booking = dataOf(await salon.guest.book('Ana', '10:00', { date: friday }), 201)
  dataOf(await salon.guest.book('Ana', '11:00', { date: friday, email: 'eva@example.com' }), 201)
  const answer = await reschedule(salon.guest, booking, { fecha: friday, hora_inicio: '10:30' })
  assertError(answer, 'SLOT_NOT_AVAILABLE')
  assert.deepEqual(
    answer.error.alternativas.map((each: { hora_inicio: string }) => each.hora_inicio),
    ['10:00', '09:45', '09:30'],
  )
})

test('D37: a cancelled booking cannot be moved, nor one whose visit has begun by its customer', async () => {
  const salon = await openSalon({ ...open, settings: { cancellationHours: 0 } })
  const to = { fecha: friday, hora_inicio: '18:00' }
  const cancelled = dataOf(await salon.guest.book('Ana', '10:00', { date: friday }), 201)
  dataOf(await salon.guest.cancel(cancelled))
  assertError(await reschedule(salon.guest, cancelled, to), 'CANNOT_RESCHEDULE')
  const own = { ...to, ...noCode, por_negocio: true }
  assertError(await reschedule(salon.backend, cancelled, own), 'CANNOT_RESCHEDULE')
  const begun = dataOf(await salon.guest.book('Ana', '10:00', { date: friday }), 201)
  salon.setTime(`${friday}T10:00`)
  assertError(await reschedule(salon.guest, begun, to), 'CANNOT_RESCHEDULE')
})

test('D37: the salon moves a visit that has begun, because its customer is late', async () => {
  const salon = await openSalon(open)
  const visit = dataOf(await salon.guest.book('Ana', '10:00', { date: friday }), 201)
  salon.setTime(`${friday}T10:20`)
  dataOf(await salon.backend.post(`/reservas/${visit.id}/llegada/`, {}))
  const own = { fecha: friday, ...noCode, por_negocio: true }
  assertError(await reschedule(salon.backend, visit, { ...own, hora_inicio: '10:15' }), 'TOO_SOON')
  const moved = dataOf(await reschedule(salon.backend, visit, { ...own, hora_inicio: '10:25' }))
  assert.deepEqual(
    [moved.hora_inicio, moved.estado, moved.llegada_en !== null],
    ['10:25', 'confirmada', true],
  )
  assert.deepEqual(await claimsOf(salon), ['08T09:25-09:55'])
  salon.setTime(`${friday}T11:00`)
  dataOf(await salon.backend.post(`/reservas/${visit.id}/completar/`, {}))
  assertError(
    await reschedule(salon.backend, visit, { ...own, hora_inicio: '12:00' }),
    'CANNOT_RESCHEDULE',
  )
})

test('D37, D45: the business moves a booking to any minute, without notice and beyond the horizon', async () => {
  const salon = await openSalon({
    ...open,
    settings: { horizonDays: 7, noticeMinutes: 600, rescheduleLimit: 0 },
  })
  const booking = dataOf(await salon.guest.book('Ana', '19:30'), 201)
  const own = { ...noCode, por_negocio: true }
  const soon = { fecha: monday, hora_inicio: '09:07', ...own }
  assert.equal(dataOf(await reschedule(salon.backend, booking, soon)).hora_inicio, '09:07')
  const far = { fecha: '2030-04-08', hora_inicio: '09:00', ...own }
  assert.equal(dataOf(await reschedule(salon.backend, booking, far)).fecha, '2030-04-08')
  const closed = { fecha: '2030-04-08', hora_inicio: '20:00', ...own }
  assertError(await reschedule(salon.backend, booking, closed), 'BUSINESS_CLOSED')
})

test('D37, D31: a reschedule has a row in the history, an event and an e-mail', async () => {
  const salon = await openSalon(open)
  const booking = dataOf(await salon.guest.book('Ana', '10:00', { date: friday }), 201)
  salon.setTime(`${monday}T09:00`)
  dataOf(await reschedule(salon.guest, booking, { fecha: friday, hora_inicio: '12:00' }))
  const history = await witness`
    select from_state, to_state, actor, moved_from, moved_to, occurred_at from booking_transitions
    where business_id = ${salon.businessId} and booking_id = ${booking.id} order by occurred_at`
  assert.deepEqual(
    { ...history[1] },
    {
      fromState: 'confirmed',
      toState: 'confirmed',
      actor: 'customer',
      movedFrom: new Date(`${friday}T09:00:00Z`),
      movedTo: new Date(`${friday}T11:00:00Z`),
      occurredAt: new Date(`${monday}T08:00:00Z`),
    },
  )
  const events = await witness<{ type: string; payload: Record<string, unknown> }[]>`
    select type, payload from events where business_id = ${salon.businessId} order by occurred_at`
  assert.deepEqual(
    events.map(({ type }) => type),
    ['reserva.creada', 'reserva.reprogramada'],
  )
  assert.deepEqual(
    [events[1]?.payload.startsAt, events[1]?.payload.movedFrom, events[1]?.payload.version],
    [`${friday}T11:00:00.000Z`, `${friday}T09:00:00.000Z`, 2],
  )
  const mails = await emailsTo(salon, 'lucia@example.com')
  assert.deepEqual(
    mails.map(({ kind }) => kind),
    ['booking_confirmed', 'booking_rescheduled'],
  )
})

test('D37: reminder and completion follow the booking, and there is a reminder for the new time', async () => {
  const salon = await openSalon({ ...open, settings: { cancellationHours: 0 } })
  const booking = dataOf(await salon.guest.book('Ana', '10:00', { date: friday }), 201)
  const kinds = async () => (await emailsTo(salon, 'lucia@example.com')).map(({ kind }) => kind)
  salon.setTime('2030-03-07T10:00')
  await runJobs(salon)
  assert.deepEqual(await kinds(), ['booking_confirmed', 'booking_reminder'])
  const to = { fecha: '2030-03-15', hora_inicio: '10:00' }
  dataOf(await reschedule(salon.guest, booking, to))

  await sendReminder(await requestContextFor(salon), booking.id)
  salon.setTime('2030-03-14T09:59')
  await runJobs(salon)
  const moved = ['booking_confirmed', 'booking_reminder', 'booking_rescheduled']
  assert.deepEqual(await kinds(), moved, 'the reminder of the time before is not sent')
  assert.equal(
    dataOf(await salon.guest.get(`/reservas/codigo/${booking.codigo}/`)).estado,
    'confirmada',
    'it is not completed a day after its end before',
  )
  salon.setTime('2030-03-14T10:00')
  await runJobs(salon)
  assert.deepEqual(await kinds(), [...moved, 'booking_reminder'])
  salon.setTime('2030-03-16T10:30')
  await runJobs(salon)
  assert.equal(
    dataOf(await salon.guest.get(`/reservas/codigo/${booking.codigo}/`)).estado,
    'completada',
  )
})

test('D37, D14: the deadline for a confirmation by hand starts again, and the booking stays pending', async () => {
  const salon = await openSalon({ ...open, settings: { confirmsByHand: true } })
  const booking = dataOf(await salon.guest.book('Ana', '10:00', { date: friday }), 201)
  salon.setTime(`${monday}T19:00`)
  const to = { fecha: friday, hora_inicio: '12:00' }
  const moved = dataOf(await reschedule(salon.guest, booking, to))
  assert.deepEqual([moved.estado, moved.expira_en], ['pendiente', '2030-03-05T06:00:00.000Z'])
  const seen = async () =>
    dataOf(await salon.guest.get(`/reservas/codigo/${booking.codigo}/`)).estado
  salon.setTime('2030-03-05T06:59')
  await runJobs(salon)
  assert.equal(await seen(), 'pendiente')
  salon.setTime('2030-03-05T07:00')
  await runJobs(salon)
  assert.equal(await seen(), 'cancelada')
})

test('D19: repeating a reschedule with its Idempotency-Key returns the first response', async () => {
  const salon = await openSalon(open)
  const booking = dataOf(await salon.guest.book('Ana', '10:00', { date: friday }), 201)
  const to = { fecha: friday, hora_inicio: '12:00', version: 1 }
  const key = { 'idempotency-key': 'mover-1' }
  const first = dataOf(await reschedule(salon.guest, booking, to, key))
  const again = await assertWritesNothing(salon, () => reschedule(salon.guest, booking, to, key))
  assert.deepEqual(dataOf(again), first)
  assert.equal(again.headers.get('idempotent-replayed'), 'true')
  const other = { ...to, hora_inicio: '13:00' }
  assertError(await reschedule(salon.guest, booking, other, key), 'IDEMPOTENCY_KEY_REUSED')
})

test('D44: with X-Simular everything is checked, and nothing stored or sent', async () => {
  const salon = await openSalon(open)
  const booking = dataOf(await salon.guest.book('Ana', '10:00', { date: friday }), 201)
  dataOf(await salon.guest.book('Ana', '12:00', { date: friday, email: 'eva@example.com' }), 201)
  const headers = { 'x-simular': 'true', 'idempotency-key': 'probar-1' }
  const to = (hora_inicio: string) => ({ fecha: friday, hora_inicio })
  const tried = await assertWritesNothing(salon, () =>
    reschedule(salon.guest, booking, to('16:00'), headers),
  )
  const { simulado, hora_inicio, version } = dataOf(tried)
  assert.deepEqual([simulado, hora_inicio, version], [true, '16:00', 2])
  const taken = await reschedule(salon.guest, booking, to('12:00'), headers)
  assertError(taken, 'SLOT_NOT_AVAILABLE')
  const unclear = { 'x-simular': 'quizás' }
  const path = `/reservas/${booking.id}/reprogramar/`
  assertInvalid(await salon.guest.post(path, to('16:00'), unclear), 'X-Simular')
  const seen = dataOf(await salon.guest.get(`/reservas/codigo/${booking.codigo}/`))
  assert.deepEqual([seen.hora_inicio, seen.version], ['10:00', 1])
  assert.deepEqual(await claimsOf(salon), ['08T09:00-09:30', '08T11:00-11:30'])
  assert.equal((await emailsTo(salon, 'lucia@example.com')).length, 1)
  const [{ keys } = { keys: -1 }] = await witness<{ keys: number }[]>`
    select count(*)::int as keys from idempotency_keys where business_id = ${salon.businessId}`
  assert.equal(keys, 0)
  const real = dataOf(await reschedule(salon.guest, booking, to('16:00')))
  assert.deepEqual([real.simulado, real.version], [false, 2])
})
