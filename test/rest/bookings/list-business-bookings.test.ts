import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertError, dataOf } from '../../support/assertions.ts'
import { openSalon } from '../../support/salon.ts'

test('D14: the salon lists its bookings in pages, latest start first, filtered by day, state and professional', async () => {
  const salon = await openSalon({ professionals: ['Ana', 'Bea'], now: '2030-03-04T08:00' })
  const neighbour = await openSalon({ professionals: ['Zoe'], now: '2030-03-04T08:00' })
  dataOf(await neighbour.guest.book('Zoe', '10:00'), 201)
  const booked = []
  for (const [who, date] of [
    ['Ana', '2030-03-05'],
    ['Bea', '2030-03-06'],
    ['Ana', '2030-03-07'],
  ] as const) {
    booked.push(
      dataOf(await salon.guest.book(who, '10:00', { date, notas: 'Con flequillo' }), 201).id,
    )
  }
  const [first, second, third] = booked
  dataOf(await salon.backend.post(`/reservas/${first}/cancelar/`))

  const listed = async (query = '') => {
    const { items, pagination } = dataOf(await salon.backend.get(`/reservas/${query}`))
    assert.equal(pagination.total_items, items.length)
    return items.map(({ id }: { id: number }) => id)
  }
  assert.deepEqual(await listed(), [third, second, first])
  assert.deepEqual(await listed('?estado=confirmada'), [third, second])
  assert.deepEqual(await listed('?estado=cancelled'), [first])
  assert.deepEqual(await listed('?desde=2030-03-06&hasta=2030-03-06'), [second])
  assert.deepEqual(await listed(`?peluquero_id=${salon.id('Ana')}&estado=confirmada`), [third])
  assert.deepEqual(await listed('?peluquero_id=999999999'), [])

  const { items, pagination } = dataOf(await salon.backend.get('/reservas/?page_size=1&page=2'))
  assert.deepEqual(pagination, {
    page: 2,
    page_size: 1,
    total_items: 3,
    total_pages: 3,
    has_next: true,
    has_prev: true,
  })
  assert.deepEqual(
    [items[0].id, items[0].cliente.email, items[0].notas, items[0].version],
    [second, 'lucia@example.com', 'Con flequillo', 1],
  )
  assertError(await salon.backend.get('/reservas/?estado=x'), 'INVALID_STATUS')
  assertError(
    await salon.backend.get('/reservas/?desde=2030-03-06&hasta=2030-03-05'),
    'INVALID_RANGE',
  )
  assertError(await salon.backend.get('/reservas/?page=0'), 'INVALID_PAGINATION')
})

test('D14, D17: a booking in a list is the same as by its id, also with a note, lines and a payment', async () => {
  const salon = await openSalon({
    ...{ professionals: ['Ana', 'Bea'], now: '2030-03-04T08:00' },
    services: [{ name: 'Corte' }, { name: 'Color' }],
    payments: true,
  })
  const line = (service: string, who: string) => ({
    servicio_id: salon.id(service),
    peluquero_id: salon.id(who),
  })
  const contact = { nombre: 'Lucía Prado', email: 'lucia@example.com', notas: 'Con flequillo' }
  const lineas = [line('Color', 'Ana'), line('Corte', 'Bea')]
  const visit = { lineas, fecha: '2030-03-05', hora_inicio: '10:00', ...contact }
  const several = dataOf(await salon.guest.post('/reservas/crear/', visit), 201)
  const paid = dataOf(await salon.guest.book('Ana', '12:00', { date: '2030-03-06' }), 201)
  const intent = await salon.guest.createIntent(paid)
  salon.stripe.pay(intent)
  dataOf(await salon.guest.confirmPayment(intent, paid))
  dataOf(await salon.backend.post(`/reservas/${paid.id}/reembolsar/`, { monto: 1 }))
  const cancelled = dataOf(await salon.guest.book('Bea', '16:00', { date: '2030-03-07' }), 201)
  dataOf(
    await salon.backend.post(`/reservas/${cancelled.id}/cancelar/`, {
      ...{ motivo: 'Enfermedad', nota_interna: 'Avisar a Bea' },
    }),
  )
  const { items } = dataOf(await salon.backend.get('/reservas/'))
  assert.deepEqual(
    items.map(({ id }: { id: number }) => id),
    [cancelled.id, paid.id, several.id],
  )
  assert.equal(items[0].nota_interna, 'Avisar a Bea')
  for (const item of items)
    assert.deepEqual(item, dataOf(await salon.backend.get(`/reservas/${item.id}/`)))
})

test('D8: the list needs a secret key, also for a signed-in customer', async () => {
  const salon = await openSalon()
  const customer = await salon.customer({ nombre: 'Lucía Prado', email: 'lucia@example.com' })
  for (const who of [salon.guest, customer]) {
    assertError(await who.get('/reservas/'), 'INSUFFICIENT_SCOPE')
    assertError(await who.get('/reservas/?estado=que'), 'INSUFFICIENT_SCOPE')
  }
})
