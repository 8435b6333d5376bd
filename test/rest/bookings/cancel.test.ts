import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertError, assertInvalid, dataOf } from '../../support/assertions.ts'
import { testDatabase } from '../../support/database.ts'
import { emailsTo } from '../../support/emails.ts'
import { runJobs } from '../../support/jobs.ts'
import { openSalon } from '../../support/salon.ts'
import type { SalonFixture } from '../../support/salon-fixture.ts'
import { assertWritesNothing } from '../../support/writes.ts'

const relaxed: SalonFixture & { now: string } = {
  hours: '09:00-10:30',
  settings: { cancellationHours: 0, slotIntervalMinutes: 30 },
  now: '2030-03-04T08:00',
}

test('a guest cancels with the code; without a payment there is no refund', async () => {
  const salon = await openSalon(relaxed)
  const booking = dataOf(await salon.guest.book('Ana', '10:00'), 201)
  salon.setTime('2030-03-04T08:30')
  const answer = await salon.guest.cancel(booking, {
    codigo: booking.codigo,
    motivo: '  Me ha surgido algo ',
  })
  assert.deepEqual(dataOf(answer), {
    id: booking.id,
    estado: 'cancelada',
    cancelada_en: '2030-03-04T07:30:00.000Z',
    reembolso: { aplica: false, monto: 0, estado: 'no_aplica' },
  })
  const seen = dataOf(await salon.guest.get(`/reservas/codigo/${booking.codigo}/`))
  const {
    estado,
    motivo_cancelacion,
    cancelada_en,
    cancelada_por,
    puede_cancelar,
    version,
    updated_at,
  } = seen
  assert.deepEqual(
    {
      estado,
      motivo_cancelacion,
      cancelada_en,
      cancelada_por,
      puede_cancelar,
      version,
      updated_at,
    },
    {
      estado: 'cancelada',
      motivo_cancelacion: 'Me ha surgido algo',
      cancelada_en: '2030-03-04T07:30:00.000Z',
      cancelada_por: 'cliente',
      puede_cancelar: false,
      version: 2,
      updated_at: '2030-03-04T07:30:00.000Z',
    },
  )
})

test('D9: the salon cancels with its secret key alone, as cancelada_por negocio', async () => {
  const salon = await openSalon(relaxed)
  const booking = dataOf(await salon.guest.book('Ana', '10:00'), 201)
  assert.equal(dataOf(await salon.backend.cancel(booking, {})).estado, 'cancelada')
  const { cancelada_por, motivo_cancelacion } = dataOf(
    await salon.backend.get(`/reservas/codigo/${booking.codigo}/`),
  )
  assert.deepEqual([cancelada_por, motivo_cancelacion], ['negocio', null])
})

test('D9: with a code the caller is that guest, also with a secret key', async () => {
  const salon = await openSalon(relaxed)
  const booking = dataOf(await salon.guest.book('Ana', '10:00'), 201)
  dataOf(await salon.backend.cancel(booking))
  assert.equal(
    dataOf(await salon.backend.get(`/reservas/codigo/${booking.codigo}/`)).cancelada_por,
    'cliente',
  )
})

test('D10: codes are case-insensitive', async () => {
  const salon = await openSalon(relaxed)
  const booking = dataOf(await salon.guest.book('Ana', '10:00'), 201)
  const codigo = booking.codigo.toLowerCase().replaceAll('0', 'o').replaceAll('1', 'i')
  dataOf(await salon.guest.cancel(booking, { codigo }))
})

test('the body is optional for callers without a code', async () => {
  const salon = await openSalon(relaxed)
  for (const [time, send] of [
    ['09:00', (id: number) => salon.backend.post(`/reservas/${id}/cancelar/`)],
    [
      '09:30',
      (id: number) => salon.backend.post(`/reservas/${id}/cancelar/`, { motivo: null, codigo: '' }),
    ],
    [
      '10:00',
      (id: number) =>
        salon.backend.send(`/reservas/${id}/cancelar`, {
          method: 'POST',
          body: '',
          headers: { 'content-type': 'application/json' },
        }),
    ],
  ] as const) {
    const booking = dataOf(await salon.guest.book('Ana', time), 201)
    assert.equal(dataOf(await send(booking.id)).estado, 'cancelada')
  }
})

test('the time of a cancelled booking is free at once', async () => {
  const salon = await openSalon(relaxed)
  const booking = dataOf(await salon.guest.book('Ana', '09:30'), 201)
  assert.deepEqual(await salon.guest.listSlots('Ana'), ['09:00', '09:30 ocupado', '10:00'])
  dataOf(await salon.guest.cancel(booking))
  assert.deepEqual(await salon.guest.listSlots('Ana'), ['09:00', '09:30', '10:00'])
  const again = dataOf(await salon.guest.book('Ana', '09:30', { email: 'other@example.com' }), 201)
  assert.notEqual(again.codigo, booking.codigo)
})

test('D17: a guest can cancel exactly at the deadline', async () => {
  const salon = await openSalon({ settings: { cancellationHours: 48 }, now: '2030-03-04T08:00' })
  const booking = dataOf(await salon.guest.book('Ana', '10:00', { date: '2030-03-07' }), 201)
  salon.setTime('2030-03-05T10:00')
  dataOf(await salon.guest.cancel(booking))
})

test('D17: the salon can cancel until the start', async () => {
  const salon = await openSalon({ settings: { cancellationHours: 48 }, now: '2030-03-04T08:00' })
  const booking = dataOf(await salon.guest.book('Ana', '10:00'), 201)
  salon.setTime('2030-03-04T09:59:59')
  dataOf(await salon.backend.cancel(booking, {}))
})

test('cancelling several services frees all their time', async () => {
  const salon = await openSalon({
    ...relaxed,
    services: [
      { name: 'Corte', minutes: 30 },
      { name: 'Barba', minutes: 30 },
    ],
  })
  const booking = dataOf(
    await salon.guest.book('Ana', '09:00', { services: ['Corte', 'Barba'] }),
    201,
  )
  dataOf(await salon.guest.cancel(booking))
  assert.deepEqual(await salon.guest.listSlots('Ana'), ['09:00', '09:30', '10:00'])
})

const lucia = { nombre: 'Lucía Prado', email: 'lucia@example.com' }
const onFriday = { date: '2030-03-08' }

test('D17: customer, guest and salon can cancel; without a payment there is no refund', async () => {
  const salon = await openSalon({ now: '2030-03-04T08:00' })
  const customer = await salon.customer(lucia)
  for (const [who, by, time] of [
    [customer, 'cliente', '10:00'],
    [salon.guest, 'cliente', '11:00'],
    [salon.backend, 'negocio', '12:00'],
  ] as const) {
    const { id, codigo } = dataOf(await salon.guest.book('Ana', time, onFriday), 201)
    const body =
      who === salon.guest ? { codigo: codigo.toLowerCase(), motivo: 'Viaje' } : { motivo: 'Viaje' }
    const cancelled = dataOf(await who.post(`/reservas/${id}/cancelar/`, body))
    assert.deepEqual(cancelled, {
      id,
      estado: 'cancelada',
      cancelada_en: '2030-03-04T07:00:00.000Z',
      reembolso: { aplica: false, monto: 0, estado: 'no_aplica' },
    })
    const detail = dataOf(await salon.backend.get(`/reservas/${id}/`))
    assert.deepEqual(
      [
        detail.estado,
        detail.cancelada_por,
        detail.motivo_cancelacion,
        detail.puede_cancelar,
        detail.version,
      ],
      ['cancelada', by, 'Viaje', false, 2],
    )
    dataOf(await salon.backend.book('Ana', time, onFriday), 201)
  }
})

test('D9: cancelling needs a valid proof', async () => {
  const salon = await openSalon({ now: '2030-03-04T08:00' })
  const neighbour = await openSalon({ now: '2030-03-04T08:00' })
  const customer = await salon.customer(lucia)
  const other = await salon.customer({ nombre: 'Eva', email: 'eva@example.com' })
  const { id, codigo } = dataOf(await customer.book('Ana', '10:00', onFriday), 201)
  const path = `/reservas/${id}/cancelar/`
  await assertWritesNothing(salon, async () => {
    assertError(await salon.guest.post(path), 'AUTHENTICATION_REQUIRED')
    const nothing = await salon.guest.post('/reservas/999999999/cancelar/', { codigo })
    for (const answer of [
      nothing,
      await salon.guest.post(path, { codigo: '0000000000' }),
      await salon.guest.post(path, { codigo: 'no' }),
      await salon.backend.post(path, { codigo: '0000000000' }),
      await other.post(path),
      await other.post(path, { codigo }),
      await neighbour.backend.post(path),
      await neighbour.guest.post(path, { codigo }),
    ]) {
      assertError(answer, 'BOOKING_NOT_FOUND')
      assert.equal(answer.text, nothing.text)
    }
    assertInvalid(await customer.post(path, { motivo: 'x'.repeat(501) }), 'motivo')
    assertInvalid(await customer.post(path, { razon: 'x' }), 'razon')
  })
})

test('D17: the deadline is an instant: exactly then is in time, a second later is not; the salon is exempt', async () => {
  const salon = await openSalon({
    now: '2030-03-04T08:00',
    settings: { cancellationHours: 24 },
    professionals: ['Ana', 'Bea'],
  })
  const inTime = dataOf(await salon.guest.book('Ana', '10:00', onFriday), 201)
  const late = dataOf(await salon.guest.book('Bea', '10:00', onFriday), 201)
  salon.clock.set(new Date('2030-03-07T09:00:00.000Z'))
  dataOf(await salon.guest.cancel(inTime))
  salon.clock.set(new Date('2030-03-07T09:00:01.000Z'))
  assertError(
    await assertWritesNothing(salon, () => salon.guest.cancel(late)),
    'CANCELLATION_DEADLINE_PASSED',
  )
  const customer = await salon.customer(lucia)
  assertError(await customer.post(`/reservas/${late.id}/cancelar/`), 'CANCELLATION_DEADLINE_PASSED')
  // the salon with the code is that guest
  assertError(await salon.backend.cancel(late), 'CANCELLATION_DEADLINE_PASSED')
  salon.clock.set(new Date('2030-03-08T08:59:59.000Z'))
  dataOf(await salon.backend.post(`/reservas/${late.id}/cancelar/`))
})

test('D17: started or ended bookings are CANNOT_CANCEL, before the deadline is checked', async () => {
  const salon = await openSalon({ now: '2030-03-04T08:00' })
  const booking = dataOf(await salon.guest.book('Ana', '10:00'), 201)
  salon.setTime('2030-03-04T10:00')
  for (const answer of [
    await salon.guest.cancel(booking),
    await salon.backend.post(`/reservas/${booking.id}/cancelar/`),
  ]) {
    assertError(answer, 'CANNOT_CANCEL')
  }
  dataOf(await salon.backend.post(`/reservas/${booking.id}/completar/`))
  assertError(await salon.backend.post(`/reservas/${booking.id}/cancelar/`), 'CANNOT_CANCEL')
})

test('of ten simultaneous cancellations one succeeds; one transition, event and email are written', async () => {
  const salon = await openSalon({ now: '2030-03-04T08:00' })
  const booking = dataOf(await salon.guest.book('Ana', '10:00', onFriday), 201)
  const answers = await Promise.all(Array.from({ length: 10 }, () => salon.guest.cancel(booking)))
  assert.equal(answers.filter(({ status }) => status === 200).length, 1)
  for (const answer of answers.filter(({ status }) => status !== 200))
    assertError(answer, 'CANNOT_CANCEL')
  const { witness } = await testDatabase()
  const [written] = await witness`
    select (select count(*)::int from booking_transitions where booking_id = ${booking.id} and to_state = 'cancelled') as transitions,
      (select count(*)::int from events where payload ->> 'id' = ${String(booking.id)} and type = 'reserva.cancelada') as events,
      (select count(*)::int from claims where owner_id = ${booking.id}) as claims`
  assert.deepEqual({ ...written }, { transitions: 1, events: 1, claims: 0 })
  assert.deepEqual(
    (await emailsTo(salon, lucia.email)).map(({ kind }) => kind),
    ['booking_confirmed', 'booking_cancelled'],
  )
})

test("D17: the salon's message is mailed to the customer; its internal note is shown to the salon only", async () => {
  const salon = await openSalon({ now: '2030-03-04T08:00' })
  const customer = await salon.customer(lucia)
  const { id, codigo } = dataOf(await customer.book('Ana', '10:00', onFriday), 201)
  const body = { motivo: 'Ana está enferma', nota_interna: 'Tercera queja de la clienta' }
  const cancelled = await salon.backend.post(`/reservas/${id}/cancelar/`, body)
  assert.doesNotMatch(cancelled.text, /queja/)
  dataOf(cancelled)

  const byId = await salon.backend.get(`/reservas/${id}/`)
  const byCode = await salon.backend.get(`/reservas/codigo/${codigo}/`)
  const [inList] = dataOf(await salon.backend.get('/reservas/')).items
  for (const seen of [dataOf(byId), dataOf(byCode), inList]) {
    const { motivo_cancelacion, nota_interna } = seen
    assert.deepEqual([motivo_cancelacion, nota_interna], [body.motivo, body.nota_interna])
  }
  for (const answer of [
    await salon.guest.get(`/reservas/codigo/${codigo}/`),
    await salon.guest.get(`/reservas/${id}/`, { 'x-reserva-codigo': codigo }),
    await salon.backend.get(`/reservas/${id}/`, { 'x-reserva-codigo': codigo }),
    await customer.get(`/reservas/${id}/`),
    await customer.get(`/reservas/codigo/${codigo}/`),
    await customer.get('/cliente/reservas/'),
    await customer.get('/cliente/exportar/'),
  ]) {
    dataOf(answer)
    assert.doesNotMatch(answer.text, /queja/)
  }

  await runJobs(salon)
  const { witness } = await testDatabase()
  const [mail] = await witness`
    select text_body, html_body, calendar from mails
    where business_id = ${salon.businessId} and kind = 'booking_cancelled'`
  assert.match(mail?.textBody, /Motivo: Ana está enferma/)
  const others = await witness`
    select to_jsonb(mails) as row from mails where business_id = ${salon.businessId}
    union all select to_jsonb(events) from events where business_id = ${salon.businessId}`
  assert.doesNotMatch(JSON.stringify(others), /queja/)
})

test('D17: only the salon writes an internal note', async () => {
  const salon = await openSalon({ now: '2030-03-04T08:00' })
  const customer = await salon.customer(lucia)
  const { id, codigo } = dataOf(await customer.book('Ana', '10:00', onFriday), 201)
  const path = `/reservas/${id}/cancelar/`
  await assertWritesNothing(salon, async () => {
    for (const answer of [
      await salon.guest.post(path, { codigo, nota_interna: 'x' }),
      await salon.backend.post(path, { codigo, nota_interna: 'x' }),
      await customer.post(path, { nota_interna: 'x' }),
    ])
      assertError(answer, 'INSUFFICIENT_SCOPE')
    assertError(await salon.guest.post(path, { nota_interna: 'x' }), 'AUTHENTICATION_REQUIRED')
    assertInvalid(await salon.backend.post(path, { nota_interna: 'x'.repeat(501) }), 'nota_interna')
  })
  dataOf(await salon.guest.post(path, { codigo, nota_interna: '' }))
})

test('the reason that a guest gives is stored, and not mailed to the address of the booking', async () => {
  const salon = await openSalon({ now: '2030-03-04T08:00' })
  const booking = dataOf(await salon.guest.book('Ana', '10:00', onFriday), 201)
  const motivo = 'Gana un premio en https://evil.example'
  dataOf(await salon.guest.cancel(booking, { codigo: booking.codigo, motivo }))
  const detail = dataOf(await salon.backend.get(`/reservas/${booking.id}/`))
  assert.equal(detail.motivo_cancelacion, motivo)
  await runJobs(salon)
  const { witness } = await testDatabase()
  const [mail] = await witness`
    select text_body, html_body, calendar from mails
    where business_id = ${salon.businessId} and kind = 'booking_cancelled'`
  assert.match(mail?.textBody, /como pediste/)
  assert.doesNotMatch(JSON.stringify(mail), /evil/)
})
