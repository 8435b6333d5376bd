import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertError, assertInvalid, dataOf } from '../../support/assertions.ts'
import { openSalon, type TestSalon } from '../../support/salon.ts'

const lucia = { nombre: 'Lucía Prado', email: 'lucia@example.com' }

/** A visit that took place, booked by Lucía; the clock shows eleven. */
async function visited(salon: TestSalon, time = '10:00', professional = 'Ana') {
  salon.setTime('2030-03-04T08:00')
  const booking = dataOf(await salon.guest.book(professional, time), 201)
  salon.setTime('2030-03-04T12:00')
  dataOf(await salon.backend.post(`/reservas/${booking.id}/completar/`))
  return { ...booking, path: `/reservas/${booking.id}/resena/` }
}

test('D26: a customer reviews a completed booking once, and the ratings change at once', async () => {
  const salon = await openSalon({ professionals: ['Ana', 'Bea'] })
  const one = await visited(salon)
  const two = await visited(salon, '11:00')
  const customer = await salon.customer(lucia)
  const review = dataOf(
    await customer.post(one.path, { valoracion: 5, comentario: '  Perfecto  ' }),
    201,
  )
  assert.deepEqual(review, {
    id: review.id,
    cliente_nombre: 'Lucía P.',
    valoracion: 5,
    comentario: 'Perfecto',
    fecha: '2030-03-04',
  })
  assertError(await customer.post(one.path, { valoracion: 1 }), 'ALREADY_REVIEWED')
  salon.setTime('2030-03-04T12:01')
  const { id } = dataOf(
    await salon.guest.post(two.path, { valoracion: 2, codigo: two.codigo }),
    201,
  )

  const read = dataOf(await salon.guest.get(`/peluqueros/${salon.id('Ana')}/resenas/`))
  assert.deepEqual(
    read.items.map((item: { id: number }) => item.id),
    [id, review.id],
  )
  assert.deepEqual(read.items[1], review)
  // an availability request compares catalogue versions; the notification takes a moment
  await salon.guest.get('/disponibilidad/dias/')
  const ana = dataOf(await salon.guest.get(`/peluqueros/${salon.id('Ana')}/`))
  assert.deepEqual(
    [ana.valoracion_media, ana.total_resenas, ana.resenas_recientes.length],
    [3.5, 2, 2],
  )
  const { estadisticas } = dataOf(await salon.guest.get('/negocio/'))
  assert.deepEqual([estadisticas.valoracion_media, estadisticas.total_resenas], [3.5, 2])
})

test('only the customer, or a guest with the code, may review; not the salon', async () => {
  const salon = await openSalon()
  const visit = await visited(salon)
  const other = await salon.customer({ nombre: 'Eva', email: 'eva@example.com' })
  const praise = { valoracion: 5 }
  assertError(await salon.guest.post(visit.path, praise), 'AUTHENTICATION_REQUIRED')
  assertError(await salon.backend.post(visit.path, praise), 'INSUFFICIENT_SCOPE')
  for (const answer of [
    await other.post(visit.path, praise),
    await other.post(visit.path, { ...praise, codigo: visit.codigo }),
    await salon.guest.post(visit.path, { ...praise, codigo: '0000000000' }),
    await salon.guest.post('/reservas/999999999/resena/', { ...praise, codigo: visit.codigo }),
    await salon.guest.post('/reservas/x/resena/', praise),
  ]) {
    assertError(answer, 'BOOKING_NOT_FOUND')
  }
})

test('a booking that is not completed cannot be reviewed', async () => {
  const salon = await openSalon({ now: '2030-03-04T08:00' })
  const { id, codigo } = dataOf(await salon.guest.book('Ana', '10:00'), 201)
  const review = () => salon.guest.post(`/reservas/${id}/resena/`, { valoracion: 3, codigo })
  assertError(await review(), 'BOOKING_NOT_COMPLETED')
  salon.setTime('2030-03-04T10:30')
  dataOf(await salon.backend.post(`/reservas/${id}/no-show/`))
  assertError(await review(), 'BOOKING_NOT_COMPLETED')
})

test('a rating is 1 to 5, a comment has at most 1,000 characters', async () => {
  const salon = await openSalon()
  const visit = await visited(salon)
  const customer = await salon.customer(lucia)
  for (const [body, field] of [
    [{}, 'valoracion'],
    [{ valoracion: 0 }, 'valoracion'],
    [{ valoracion: 6 }, 'valoracion'],
    [{ valoracion: 4.5 }, 'valoracion'],
    [{ valoracion: '5' }, 'valoracion'],
    [{ valoracion: 5, comentario: 'x'.repeat(1001) }, 'comentario'],
    [{ valoracion: 5, comentario: 'a\0b' }, 'comentario'],
    [{ valoracion: 5, nota: 1 }, 'nota'],
  ] as const) {
    assertInvalid(await customer.post(visit.path, body), field)
  }
  const review = dataOf(await customer.post(visit.path, { valoracion: 5, comentario: '' }), 201)
  assert.equal(review.comentario, '')
})

test('ten simultaneous reviews write one; with one Idempotency-Key all get the same response', async () => {
  const salon = await openSalon()
  const [one, two] = [await visited(salon), await visited(salon, '11:00')]
  const customer = await salon.customer(lucia)
  const ten = Array.from({ length: 10 })
  const written = await Promise.all(ten.map(() => customer.post(one.path, { valoracion: 4 })))
  assert.equal(written.filter(({ status }) => status === 201).length, 1)
  const key = { 'idempotency-key': 'gracias' }
  const repeated = await Promise.all(ten.map(() => customer.post(two.path, { valoracion: 4 }, key)))
  assert.equal(new Set(repeated.map(({ status, text }) => `${status} ${text}`)).size, 1)
  assert.equal(repeated[0]?.status, 201)
})

test('reviews of a professional are paginated; an unknown professional is 404', async () => {
  const salon = await openSalon({ professionals: ['Ana', 'Bea'] })
  const visits = [await visited(salon), await visited(salon, '11:00')]
  for (const { path, codigo } of visits)
    dataOf(await salon.guest.post(path, { valoracion: 4, codigo }), 201)
  const path = `/peluqueros/${salon.id('Ana')}/resenas/`
  const { items, pagination } = dataOf(await salon.guest.get(`${path}?page=2&page_size=1`))
  assert.equal(items.length, 1)
  assert.deepEqual(pagination, {
    page: 2,
    page_size: 1,
    total_items: 2,
    total_pages: 2,
    has_next: false,
    has_prev: true,
  })
  assert.deepEqual(dataOf(await salon.guest.get(`${path}?page=9`)).items, [])
  assert.deepEqual(
    dataOf(await salon.guest.get(`/peluqueros/${salon.id('Bea')}/resenas/`)).items,
    [],
  )
  assertError(await salon.guest.get(`${path}?page_size=0`), 'INVALID_PAGINATION')
  for (const id of ['999999999', '0', 'ana']) {
    assertError(await salon.guest.get(`/peluqueros/${id}/resenas/`), 'PROFESSIONAL_NOT_FOUND')
  }
})
