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

test('D8: the list needs a secret key, also for a signed-in customer', async () => {
  const salon = await openSalon()
  const customer = await salon.customer({ nombre: 'Lucía Prado', email: 'lucia@example.com' })
  for (const who of [salon.guest, customer]) {
    assertError(await who.get('/reservas/'), 'INSUFFICIENT_SCOPE')
    assertError(await who.get('/reservas/?estado=que'), 'INSUFFICIENT_SCOPE')
  }
})
