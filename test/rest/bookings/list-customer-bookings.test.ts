import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertError, assertInvalid, dataOf } from '../../support/assertions.ts'
import { openSalon, type TestSalon } from '../../support/salon.ts'

const lucia = { nombre: 'Lucía Prado', email: 'lucia@example.com' }

/** Bookings of Lucía's on several days and in several states; the clock ends on the 6th at noon. */
async function someVisits(): Promise<{ salon: TestSalon; ids: Record<string, number> }> {
  const salon = await openSalon({ now: '2030-03-04T08:00', settings: { cancellationHours: 0 } })
  const ids: Record<string, number> = {}
  for (const [name, date, time] of [
    ['done', '2030-03-04', '10:00'],
    ['missed', '2030-03-05', '10:00'],
    ['off', '2030-03-07', '10:00'],
    ['next', '2030-03-07', '12:00'],
    ['later', '2030-03-08', '19:30'],
  ] as const) {
    ids[name] = dataOf(await salon.backend.book('Ana', time, { date }), 201).id
  }
  dataOf(await salon.backend.post(`/reservas/${ids.off}/cancelar/`))
  salon.setTime('2030-03-06T12:00')
  dataOf(await salon.backend.post(`/reservas/${ids.done}/completar/`))
  dataOf(await salon.backend.post(`/reservas/${ids.missed}/no-show/`))
  return { salon, ids }
}

test('D6: a customer’s bookings are listed latest first, with proxima_reserva and total', async () => {
  const { salon, ids } = await someVisits()
  const customer = await salon.customer(lucia)
  const mine = dataOf(await customer.get('/cliente/reservas/'))
  assert.deepEqual(
    mine.reservas.map(({ id, estado, puede_cancelar }: Record<string, unknown>) => [
      id,
      estado,
      puede_cancelar,
    ]),
    [
      [ids.later, 'confirmada', true],
      [ids.next, 'confirmada', true],
      [ids.off, 'cancelada', false],
      [ids.missed, 'no_show', false],
      [ids.done, 'completada', false],
    ],
  )
  assert.deepEqual(mine.proxima_reserva, {
    id: ids.next,
    fecha: '2030-03-07',
    hora_inicio: '12:00',
  })
  assert.equal(mine.total, 5)
  assert.equal(mine.pagination, undefined)
  const [latest] = mine.reservas
  assert.deepEqual(latest.servicios, [
    {
      id: salon.id('Corte'),
      nombre: 'Corte',
      precio: 18,
      duracion_minutos: 30,
      profesional: { id: salon.id('Ana'), nombre: 'Ana' },
      hora_inicio: '19:30',
      hora_fin: '20:00',
    },
  ])
  assert.deepEqual(latest.profesional, { id: salon.id('Ana'), nombre: 'Ana' })
  assert.deepEqual(
    [latest.fecha, latest.hora_inicio, latest.hora_fin],
    ['2030-03-08', '19:30', '20:00'],
  )
  assert.deepEqual([latest.total, latest.total_centimos, latest.moneda], [18, 1800, 'EUR'])
})

test('D18: estado accepts the five Spanish words and the English ones only', async () => {
  const { salon, ids } = await someVisits()
  const customer = await salon.customer(lucia)
  const having = async (estado: string) => {
    const { reservas, total } = dataOf(await customer.get(`/cliente/reservas/?estado=${estado}`))
    assert.equal(total, reservas.length)
    return reservas.map(({ id }: { id: number }) => id)
  }
  for (const [words, expected] of [
    [['pendiente', 'pending'], []],
    [
      ['confirmada', 'confirmed'],
      [ids.later, ids.next],
    ],
    [['completada', 'completed'], [ids.done]],
    [['cancelada', 'cancelled'], [ids.off]],
    [['no_show'], [ids.missed]],
  ] as const) {
    for (const word of words) assert.deepEqual(await having(word), expected, word)
  }
  for (const wrong of ['Confirmada', 'canceled', '', 'todas']) {
    assertError(await customer.get(`/cliente/reservas/?estado=${wrong}`), 'INVALID_STATUS')
  }
  assertInvalid(
    await customer.get('/cliente/reservas/?estado=pendiente&estado=cancelada'),
    'estado',
  )
})

test('desde and hasta are inclusive salon days, and proxima_reserva ignores filters', async () => {
  const { salon, ids } = await someVisits()
  const customer = await salon.customer(lucia)
  const between = async (query: string) => {
    const { reservas, proxima_reserva } = dataOf(await customer.get(`/cliente/reservas/?${query}`))
    assert.equal(proxima_reserva.id, ids.next)
    return reservas.map(({ id }: { id: number }) => id)
  }
  assert.deepEqual(await between('desde=2030-03-07'), [ids.later, ids.next, ids.off])
  assert.deepEqual(await between('hasta=2030-03-05'), [ids.missed, ids.done])
  assert.deepEqual(await between('desde=2030-03-05&hasta=2030-03-05'), [ids.missed])
  assert.deepEqual(await between('desde=2020-01-01&hasta=2021-01-01'), [])
  assertError(
    await customer.get('/cliente/reservas/?desde=2030-03-05&hasta=2030-03-04'),
    'INVALID_RANGE',
  )
  assertError(await customer.get('/cliente/reservas/?desde=2030-02-30'), 'INVALID_DATE')
})

test('page adds pagination; past the end is empty; an invalid page is rejected', async () => {
  const { salon, ids } = await someVisits()
  const customer = await salon.customer(lucia)
  const second = dataOf(await customer.get('/cliente/reservas/?page=2&page_size=2'))
  assert.deepEqual(
    second.reservas.map(({ id }: { id: number }) => id),
    [ids.off, ids.missed],
  )
  const status = { page_size: 2, total_items: 5, total_pages: 3 }
  assert.deepEqual(second.pagination, { page: 2, ...status, has_next: true, has_prev: true })
  const past = dataOf(await customer.get('/cliente/reservas/?page=9007199254740991&page_size=2'))
  assert.deepEqual(past.reservas, [])
  assert.equal(past.total, 5)
  for (const query of ['page=0', 'page_size=101', 'page=x']) {
    assertError(await customer.get(`/cliente/reservas/?${query}`), 'INVALID_PAGINATION')
  }
})

test('only the customer sees their list, and only their own bookings', async () => {
  const { salon } = await someVisits()
  const other = await salon.customer({ nombre: 'Eva', email: 'eva@example.com' })
  const empty = dataOf(await other.get('/cliente/reservas/'))
  assert.deepEqual([empty.reservas, empty.proxima_reserva, empty.total], [[], null, 0])
  assertError(await salon.guest.get('/cliente/reservas/?estado=que'), 'AUTHENTICATION_REQUIRED')
  assertError(await salon.backend.get('/cliente/reservas/'), 'AUTHENTICATION_REQUIRED')
})
