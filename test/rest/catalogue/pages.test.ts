import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertError, dataOf } from '../../support/assertions.ts'
import { openSalon } from '../../support/salon.ts'
import type { SalonFixture } from '../../support/salon-fixture.ts'

const numbers = Array.from({ length: 25 }, (_, index) => index + 1)
const big: SalonFixture = {
  services: numbers.map((number) => ({ name: `Servicio ${number}`, featured: number <= 3 })),
  professionals: ['Ana'],
}

const lists = [
  ['/negocio/horarios/', 'horarios'],
  ['/negocio/festivos/', 'festivos'],
  ['/servicios/', 'servicios'],
  ['/categorias/', 'categorias'],
  ['/peluqueros/', 'profesionales'],
  ['/peluqueros/?disponible_hoy=true', 'profesionales'],
  ['/disponibilidad/dias/', 'dias'],
] as const

const and = (path: string, query: string) => `${path}${path.includes('?') ? '&' : '?'}${query}`

test('D6: a list is complete without page; with page it has twenty items and pagination', async () => {
  const salon = await openSalon(big)
  const whole = dataOf(await salon.guest.get('/servicios/'))
  assert.equal(whole.servicios.length, 25)
  assert.equal('pagination' in whole, false)

  const first = dataOf(await salon.guest.get('/servicios/?page=1'))
  const second = dataOf(await salon.guest.get('/servicios/?page=2'))
  assert.deepEqual([...first.servicios, ...second.servicios], whole.servicios)
  assert.deepEqual([first.total, second.total], [25, 25])
  const shared = { page_size: 20, total_items: 25, total_pages: 2 }
  assert.deepEqual(first.pagination, { page: 1, ...shared, has_next: true, has_prev: false })
  assert.deepEqual(second.pagination, { page: 2, ...shared, has_next: false, has_prev: true })
})

test('D6: page_size alone returns the first page of that size', async () => {
  const salon = await openSalon(big)
  const { servicios, pagination } = dataOf(await salon.guest.get('/servicios/?page_size=7'))
  assert.equal(servicios.length, 7)
  assert.deepEqual([pagination.page, pagination.page_size, pagination.total_pages], [1, 7, 4])
})

test('D6: a page past the end is empty', async () => {
  const salon = await openSalon(big)
  for (const page of [3, 1000, Number.MAX_SAFE_INTEGER]) {
    const { servicios, pagination, total } = dataOf(
      await salon.guest.get(`/servicios/?page=${page}`),
    )
    assert.deepEqual([servicios, total], [[], 25])
    assert.deepEqual(
      [pagination.page, pagination.has_next, pagination.has_prev],
      [page, false, true],
    )
  }
})

test('D6: pagination applies to the filtered list', async () => {
  const salon = await openSalon(big)
  const { servicios, total, pagination } = dataOf(
    await salon.guest.get('/servicios/?destacado=1&page=2&page_size=2'),
  )
  assert.deepEqual(
    [servicios.length, total, pagination.total_items, pagination.total_pages],
    [1, 3, 3, 2],
  )
})

test('D6: every list can be paginated and rejects an invalid page', async () => {
  const salon = await openSalon(big)
  for (const [path, name] of lists) {
    const data = dataOf(await salon.guest.get(and(path, 'page=1&page_size=1')))
    assert.ok(data[name].length <= 1, path)
    assert.equal(data.pagination.page_size, 1)
    assert.equal(
      dataOf(await salon.guest.get(and(path, 'page_size=100'))).pagination.page_size,
      100,
    )
    for (const query of [
      'page=0',
      'page=-1',
      'page=1.5',
      'page=one',
      'page=',
      'page=9007199254740993',
      'page_size=0',
      'page_size=101',
      'page_size=x',
      'page=1&page_size=1e1',
    ]) {
      assertError(await salon.guest.get(and(path, query)), 'INVALID_PAGINATION')
    }
  }
})
