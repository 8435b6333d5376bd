import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertError, dataOf } from '../../support/assertions.ts'
import { openSalon, type TestSalon } from '../../support/salon.ts'

const contact = {
  nombre: 'Lucía Prado',
  email: 'lucia@correo.example.es',
  telefono: '612345678',
  notas: 'Alergia al tinte',
}

async function scene() {
  const salon = await openSalon({ now: '2030-03-04T08:00', settings: { cancellationHours: 24 } })
  const booking = dataOf(
    await salon.guest.book('Ana', '10:00', { ...contact, date: '2030-03-06' }),
    201,
  )
  return { salon, booking }
}

const seenBy = async (who: TestSalon['guest'], codigo: string) =>
  dataOf(await who.get(`/reservas/codigo/${codigo}/`))

test('D9: with the code alone the contact is masked', async () => {
  const { salon, booking } = await scene()
  const seen = await seenBy(salon.guest, booking.codigo)
  assert.deepEqual(seen.cliente, {
    id: booking.cliente.id,
    nombre: 'Lucía Prado',
    email: 'l***@c***.es',
    telefono: '***678',
  })
  assert.equal(seen.notas, '***')
})

test('D9: with the secret key the contact is complete', async () => {
  const { salon, booking } = await scene()
  const seen = await seenBy(salon.backend, booking.codigo)
  assert.deepEqual(seen.cliente, booking.cliente)
  assert.equal(seen.notas, 'Alergia al tinte')
})

test('D16: the detail is the create response plus its state', async () => {
  const { salon, booking } = await scene()
  const { cliente: _masked, ...seen } = await seenBy(salon.guest, booking.codigo)
  const { cliente: _whole, ...created } = booking
  assert.deepEqual(seen, {
    ...created,
    serie: null,
    notas: '***',
    puede_cancelar: true,
    cancelable_hasta: '2030-03-05T09:00:00.000Z',
    puede_reprogramar: true,
    reprogramable_hasta: '2030-03-05T09:00:00.000Z',
    llegada_en: null,
    origen: null,
    inicio: '2030-03-06T09:00:00.000Z',
    fin: '2030-03-06T09:30:00.000Z',
    timezone: 'Europe/Madrid',
    motivo_cancelacion: null,
    nota_interna: null,
    cancelada_en: null,
    cancelada_por: null,
    pago: null,
    pagos: [],
    senal: null,
    garantia: null,
    cargo: null,
    a_pagar_ahora: 0,
    resto: 18,
    caja: { cobrado: 0, propinas: 0, por_cobrar: 18, por_devolver: 0 },
    reembolso: null,
    puntos_usados: 0,
    expira_en: null,
    version: 1,
    updated_at: '2030-03-04T07:00:00.000Z',
  })
})

test('D9: empty fields are not masked', async () => {
  const salon = await openSalon()
  const { codigo } = dataOf(await salon.guest.book('Ana', '10:00'), 201)
  const seen = await seenBy(salon.guest, codigo)
  assert.deepEqual([seen.cliente.telefono, seen.notas], ['', ''])
})

test('D10: codes are case-insensitive, and lookalike characters are mapped', async () => {
  const { salon, booking } = await scene()
  const { codigo } = booking
  const typed = [
    codigo.toLowerCase(),
    codigo.replaceAll('0', 'O').replaceAll('1', 'l'),
    codigo.replaceAll('1', 'I'),
  ]
  for (const spelling of typed)
    assert.equal((await seenBy(salon.guest, spelling)).id, booking.id, spelling)
})

test('an unknown code is the same 404, also when another salon has it', async () => {
  const { salon, booking } = await scene()
  const neighbour = await openSalon()
  const unknown = await salon.guest.get('/reservas/codigo/0000000000/')
  assertError(unknown, 'BOOKING_NOT_FOUND')
  assert.equal(
    (await neighbour.guest.get(`/reservas/codigo/${booking.codigo}/`)).text,
    unknown.text,
  )
  assert.equal(
    (await neighbour.backend.get(`/reservas/codigo/${booking.codigo}/`)).text,
    unknown.text,
  )
  for (const codigo of [
    booking.codigo.slice(1),
    `${booking.codigo}0`,
    booking.codigo.replace(/./, 'U'),
    `${booking.codigo.slice(0, 5)}-${booking.codigo.slice(5)}`,
    booking.id,
    '%00'.repeat(10),
    '٠١٢٣٤٥٦٧٨٩',
    'x'.repeat(500),
  ]) {
    const answer = await salon.guest.get(`/reservas/codigo/${codigo}/`)
    assertError(answer, 'BOOKING_NOT_FOUND')
    assert.equal(answer.text, unknown.text, String(codigo))
  }
})

test('D16: puede_cancelar matches the result of cancelling', async () => {
  const { salon, booking } = await scene()
  const may = async (who: TestSalon['guest']) => (await seenBy(who, booking.codigo)).puede_cancelar
  for (const [now, guest, owner] of [
    ['2030-03-05T10:00:00', true, true],
    ['2030-03-05T10:00:01', false, true],
    ['2030-03-06T09:59:59', false, true],
    ['2030-03-06T10:00:00', false, false],
  ] as const) {
    salon.setTime(now)
    assert.deepEqual([await may(salon.guest), await may(salon.backend)], [guest, owner], now)
  }
})

test('a booking stays readable when its professional and service are inactive', async () => {
  const salon = await openSalon({ professionals: ['Ana', 'Bea'], now: '2030-03-04T08:00' })
  const booking = dataOf(await salon.guest.book('Bea', '10:00'), 201)
  salon.setTime('2030-03-05T08:00')
  await salon.apply({ services: [{ name: 'Barba' }], professionals: ['Ana'] })
  const seen = await seenBy(salon.guest, booking.codigo)
  assert.deepEqual([seen.profesional, seen.servicios], [booking.profesional, booking.servicios])
})
