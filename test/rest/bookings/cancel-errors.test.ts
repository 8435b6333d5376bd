import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertError, assertInvalid, dataOf } from '../../support/assertions.ts'
import { openSalon, type TestSalon } from '../../support/salon.ts'
import { assertWritesNothing, countRows } from '../../support/writes.ts'

async function scene() {
  const salon = await openSalon({ settings: { cancellationHours: 24 }, now: '2030-03-04T08:00' })
  const booking = dataOf(await salon.guest.book('Ana', '10:00', { date: '2030-03-06' }), 201)
  return { salon, booking }
}

const refused = (
  salon: TestSalon,
  who: 'guest' | 'backend',
  id: unknown,
  body: Record<string, unknown>,
) => assertWritesNothing(salon, () => salon[who].cancel({ id: id as number, codigo: '' }, body))

test('D9: cancelling without code or secret key is 401, also for unknown bookings', async () => {
  const { salon, booking } = await scene()
  for (const id of [booking.id, 987_654_321]) {
    for (const body of [{}, { codigo: '' }, { codigo: null }, { motivo: 'Sin prueba' }]) {
      assertError(await refused(salon, 'guest', id, body), 'AUTHENTICATION_REQUIRED')
    }
  }
})

test('D9: a wrong code gets the same bytes as an unknown booking', async () => {
  const { salon, booking } = await scene()
  const other = dataOf(await salon.guest.book('Ana', '12:00', { date: '2030-03-06' }), 201)
  const unknown = await refused(salon, 'guest', 987_654_321, { codigo: booking.codigo })
  assertError(unknown, 'BOOKING_NOT_FOUND')
  const long = booking.codigo.repeat(100)
  for (const codigo of [
    '0000000000',
    other.codigo,
    'no-code',
    'U'.repeat(10),
    `${booking.codigo} `,
    long,
    '%',
  ]) {
    const answer = await refused(salon, 'guest', booking.id, { codigo })
    assert.equal(answer.text, unknown.text, codigo)
    assert.equal(answer.status, 404)
  }
  assert.equal(
    (await refused(salon, 'backend', booking.id, { codigo: other.codigo })).text,
    unknown.text,
  )
})

test('another salon’s booking is 404 for every caller', async () => {
  const { salon, booking } = await scene()
  const neighbour = await openSalon({ now: '2030-03-04T08:00' })
  const unknown = await neighbour.backend.cancel({ id: 987_654_321, codigo: '' }, {})
  assertError(unknown, 'BOOKING_NOT_FOUND')
  const before = await countRows(salon)
  assert.equal((await neighbour.backend.cancel(booking, {})).text, unknown.text)
  assert.equal((await neighbour.backend.cancel(booking)).text, unknown.text)
  assert.equal((await neighbour.guest.cancel(booking)).text, unknown.text)
  assert.deepEqual(await countRows(salon), before)
  assert.equal(
    dataOf(await salon.guest.get(`/reservas/codigo/${booking.codigo}/`)).estado,
    'confirmada',
  )
})

test('D3: an invalid booking id is BOOKING_NOT_FOUND', async () => {
  const { salon, booking } = await scene()
  for (const id of [
    '0',
    '-1',
    '1.5',
    'abc',
    '%00',
    '9007199254740993',
    '9'.repeat(100),
    booking.codigo,
  ]) {
    assertError(await refused(salon, 'backend', id, {}), 'BOOKING_NOT_FOUND')
    assertError(await refused(salon, 'guest', id, { codigo: booking.codigo }), 'BOOKING_NOT_FOUND')
  }
})

test('D17: a second after the deadline a guest cannot cancel', async () => {
  const { salon, booking } = await scene()
  salon.setTime('2030-03-05T10:00:01')
  assertError(
    await refused(salon, 'guest', booking.id, { codigo: booking.codigo }),
    'CANCELLATION_DEADLINE_PASSED',
  )
  // the lesser right decides
  assertError(
    await refused(salon, 'backend', booking.id, { codigo: booking.codigo }),
    'CANCELLATION_DEADLINE_PASSED',
  )
})

test('D17: a started or ended booking is CANNOT_CANCEL, before the deadline is checked', async () => {
  const { salon, booking } = await scene()
  for (const now of ['2030-03-06T10:00', '2030-03-06T10:10', '2030-03-09T10:00']) {
    salon.setTime(now)
    assertError(
      await refused(salon, 'guest', booking.id, { codigo: booking.codigo }),
      'CANNOT_CANCEL',
    )
    assertError(await refused(salon, 'backend', booking.id, {}), 'CANNOT_CANCEL')
  }
})

test('D17: cancelling again is CANNOT_CANCEL', async () => {
  const { salon, booking } = await scene()
  dataOf(await salon.guest.cancel(booking))
  assertError(
    await refused(salon, 'guest', booking.id, { codigo: booking.codigo }),
    'CANNOT_CANCEL',
  )
  assertError(await refused(salon, 'backend', booking.id, { motivo: 'Otra vez' }), 'CANNOT_CANCEL')
  assert.equal(
    dataOf(await salon.guest.get(`/reservas/codigo/${booking.codigo}/`)).cancelada_por,
    'cliente',
  )
})

test('D17: of two simultaneous cancellations one succeeds, and one transition is written', async () => {
  for (let round = 0; round < 5; round++) {
    const { salon, booking } = await scene()
    const before = await countRows(salon)
    const answers = await Promise.all([
      salon.guest.cancel(booking),
      salon.backend.cancel(booking, {}),
      salon.guest.cancel(booking),
    ])
    assert.deepEqual(answers.map((answer) => answer.error?.code ?? answer.status).sort(), [
      200,
      'CANNOT_CANCEL',
      'CANNOT_CANCEL',
    ])
    const after = await countRows(salon)
    assert.deepEqual(
      [after.booking_transitions - before.booking_transitions, after.events - before.events],
      [1, 1],
    )
  }
})

test('D3: the body of a cancellation is validated', async () => {
  const { salon, booking } = await scene()
  const { codigo } = booking
  for (const [body, ...fields] of [
    [{ codigo, motivo: 'x'.repeat(501) }, 'motivo'],
    [{ codigo, motivo: '💈'.repeat(501) }, 'motivo'],
    [{ codigo, motivo: 7 }, 'motivo'],
    [{ codigo, motivo: 'a\u0000b' }, 'motivo'],
    [{ codigo: 1234567890 }, 'codigo'],
    [{ codigo, razon: 'x', id: 1 }, 'razon', 'id'],
  ] as [Record<string, unknown>, ...string[]][]) {
    assertInvalid(await refused(salon, 'guest', booking.id, body), ...fields)
  }
  for (const body of [[], 'codigo', 7]) {
    assertError(
      await salon.guest.post(`/reservas/${booking.id}/cancelar/`, body),
      'VALIDATION_ERROR',
    )
  }
  dataOf(await salon.guest.cancel(booking, { codigo, motivo: '💈'.repeat(500) }))
})
