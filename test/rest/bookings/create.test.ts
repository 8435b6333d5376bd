import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dataOf } from '../../support/assertions.ts'
import { openSalon } from '../../support/salon.ts'

test('a guest creates a booking and gets all fields, unmasked', async () => {
  const salon = await openSalon({
    services: [{ name: 'Corte', minutes: 40, priceCents: 1850, pointsAwarded: 18 }],
    now: '2030-03-04T08:00:30.500',
  })
  const answer = await salon.guest.book('Ana', '10:00', {
    telefono: '612 34 56 78',
    notas: 'Sin prisa',
  })
  assert.equal(answer.headers.get('cache-control'), 'no-store')
  const { id, codigo, cliente, ...booking } = dataOf(answer, 201)
  assert.ok(Number.isSafeInteger(id) && id > 0)
  assert.match(codigo, /^[0-9A-HJKMNP-TV-Z]{10}$/)
  assert.ok(Number.isSafeInteger(cliente.id))
  assert.deepEqual(
    { ...cliente, id: 0 },
    { id: 0, nombre: 'Lucía Prado', email: 'lucia@example.com', telefono: '+34612345678' },
  )
  assert.deepEqual(booking, {
    fecha: '2030-03-04',
    hora_inicio: '10:00',
    hora_fin: '10:40',
    servicios: [
      {
        id: salon.id('Corte'),
        nombre: 'Corte',
        precio: 18.5,
        duracion_minutos: 40,
        profesional: { id: salon.id('Ana'), nombre: 'Ana' },
        hora_inicio: '10:00',
        hora_fin: '10:40',
      },
    ],
    profesional: { id: salon.id('Ana'), nombre: 'Ana' },
    asignado_por: 'cliente',
    subtotal: 18.5,
    descuento: 0,
    total: 18.5,
    total_centimos: 1850,
    moneda: 'EUR',
    estado: 'confirmada',
    pago_requerido: false,
    pago_pendiente: false,
    puntos_ganados: 18,
    created_at: '2030-03-04T07:00:30.500Z',
  })
})

test('D15: services follow each other in the requested order', async () => {
  const salon = await openSalon({
    services: [
      { name: 'Corte', minutes: 30, priceCents: 1801 },
      { name: 'Barba', minutes: 20, priceCents: 999 },
      { name: 'Lavado', minutes: 5, priceCents: 0 },
    ],
  })
  const booking = dataOf(
    await salon.guest.book('Ana', '10:00', { services: ['Barba', 'Lavado', 'Corte'] }),
    201,
  )
  assert.deepEqual(
    booking.servicios.map((one: Record<string, string>) =>
      [one.nombre, one.hora_inicio, one.hora_fin].join(' '),
    ),
    ['Barba 10:00 10:20', 'Lavado 10:20 10:25', 'Corte 10:25 10:55'],
  )
  assert.deepEqual([booking.hora_fin, booking.total, booking.total_centimos], ['10:55', 28, 2800])
  assert.deepEqual(
    await salon.guest
      .listSlots('Ana')
      .then((slots) => slots.filter((slot) => slot.includes('ocupado'))),
    ['09:45 ocupado', '10:00 ocupado', '10:15 ocupado', '10:30 ocupado', '10:45 ocupado'],
  )
})

test('D15: a booking may have ten services', async () => {
  const names = Array.from({ length: 10 }, (_, index) => `Paso ${index}`)
  const salon = await openSalon({
    services: names.map((name) => ({ name, minutes: 5, priceCents: 110 })),
  })
  const booking = dataOf(await salon.guest.book('Ana', '10:00', { services: names }), 201)
  assert.deepEqual([booking.servicios.length, booking.hora_fin, booking.total], [10, '10:50', 11])
})

test('D15: total is subtotal at regular prices less descuento of offers', async () => {
  const salon = await openSalon({
    services: [
      { name: 'Corte', priceCents: 1999, offerPriceCents: 1500 },
      { name: 'Barba', priceCents: 1000 },
    ],
  })
  const booking = dataOf(
    await salon.guest.book('Ana', '10:00', { services: ['Corte', 'Barba'] }),
    201,
  )
  const { subtotal, descuento, total, total_centimos, servicios } = booking
  assert.deepEqual([subtotal, descuento, total, total_centimos], [29.99, 4.99, 25, 2500])
  assert.equal(servicios[0].precio, 19.99)
})

test('D15: puntos_ganados is the sum of the services, and 0 where points are off', async () => {
  const services = [
    { name: 'Corte', pointsAwarded: 18 },
    { name: 'Barba', pointsAwarded: 7 },
  ]
  const generous = await openSalon({ services })
  const both = { services: ['Corte', 'Barba'] }
  assert.equal(dataOf(await generous.guest.book('Ana', '10:00', both), 201).puntos_ganados, 25)
  const plain = await openSalon({ services, settings: { pointsEnabled: false } })
  assert.equal(dataOf(await plain.guest.book('Ana', '10:00', both), 201).puntos_ganados, 0)
})

test('D15: prices and names of a booking do not change with the catalogue', async () => {
  const salon = await openSalon({ services: [{ name: 'Corte', minutes: 30, priceCents: 1800 }] })
  const booking = dataOf(await salon.guest.book('Ana', '10:00'), 201)
  await salon.apply({
    services: [{ name: 'Corte', minutes: 60, priceCents: 2500 }],
    editFile: (file) => ({
      ...file,
      services: file.services.map((service) => ({ ...service, name: { es: 'Corte de autor' } })),
    }),
  })
  const { servicios, total, hora_fin } = dataOf(
    await salon.guest.get(`/reservas/codigo/${booking.codigo}/`),
  )
  assert.deepEqual(servicios, booking.servicios)
  assert.deepEqual([total, hora_fin], [18, '10:30'])
})

test('D12: one email is one customer, and a booking never changes the customer', async () => {
  const salon = await openSalon()
  const first = dataOf(
    await salon.guest.book('Ana', '10:00', { nombre: 'Lucía', email: 'Lucia@Example.com' }),
    201,
  )
  const second = dataOf(
    await salon.guest.book('Ana', '11:00', {
      nombre: 'L. Prado',
      email: ' lucia@example.COM ',
      telefono: '612345678',
    }),
    201,
  )
  const other = dataOf(
    await salon.guest.book('Ana', '12:00', { email: 'lucia+1@example.com' }),
    201,
  )
  assert.equal(second.cliente.id, first.cliente.id)
  assert.notEqual(other.cliente.id, first.cliente.id)
  // each booking shows its own copy
  assert.deepEqual(
    [second.cliente.nombre, second.cliente.email, second.cliente.telefono],
    ['L. Prado', 'lucia@example.COM', '+34612345678'],
  )
  const seen = dataOf(await salon.backend.get(`/reservas/codigo/${first.codigo}/`))
  assert.deepEqual([seen.cliente.nombre, seen.cliente.telefono], ['Lucía', ''])
})

test('D7: service names of a booking are in the requested language', async () => {
  const salon = await openSalon({
    editFile: (file) => ({
      ...file,
      services: file.services.map((service) => ({
        ...service,
        name: { es: 'Corte', en: 'Haircut', ar: 'قص' },
      })),
    }),
  })
  const { codigo, servicios } = dataOf(await salon.guest.book('Ana', '10:00'), 201)
  assert.equal(servicios[0].nombre, 'Corte')
  const seen = dataOf(await salon.guest.get(`/reservas/codigo/${codigo}/?lang=en`))
  assert.equal(seen.servicios[0].nombre, 'Haircut')
})

test('a booking may start in the current minute and on the last day of the horizon', async () => {
  const salon = await openSalon({ now: '2030-03-04T10:00', settings: { horizonDays: 7 } })
  dataOf(await salon.guest.book('Ana', '10:00'), 201)
  dataOf(await salon.guest.book('Ana', '19:30', { date: '2030-03-11' }), 201)
})

test('two bookings may be adjacent', async () => {
  const salon = await openSalon({ services: [{ name: 'Corte', minutes: 30 }] })
  for (const time of ['10:00', '10:30', '09:30']) dataOf(await salon.guest.book('Ana', time), 201)
})
