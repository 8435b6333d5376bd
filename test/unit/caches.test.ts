import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import type { Catalog } from '@silla/core'
import { openDatabase, openTenantDbs } from '@silla/db'
import type { VisitPlan } from '@silla/slots'
import { openCatalogCache } from '../../packages/core/src/catalog/catalog-cache.ts'
import { openDayCache } from '../../packages/core/src/day-cache.ts'
import { openDerivedCache } from '../../services/api/src/derived-cache.ts'
import { testDatabase } from '../support/database.ts'
import { openSalon } from '../support/salon.ts'

// Memory has a limit in bytes, however many salons and responses there are.

const catalogOf = (id: string) => ({ business: { id } }) as Catalog
const kilobytes = (count: number) => count * 1024

test('what is made from catalogues is limited for the process: the salons used least recently are dropped', () => {
  const cache = openDerivedCache({ bytes: kilobytes(100), salonBytes: kilobytes(50) })
  const salons = Array.from({ length: 1000 }, (_, index) => catalogOf(`salon-${index}`))
  const [first] = salons as [Catalog]
  for (const salon of salons) {
    cache.set(salon, '/servicios/', 'text', kilobytes(5))
    cache.set(salon, '/peluqueros/', 'text', kilobytes(5))
    assert.equal(cache.get(first, '/servicios/'), 'text', 'it is used all the time')
    assert.ok(cache.size().bytes <= kilobytes(100))
  }
  assert.ok(cache.size().salons > 5)
  assert.equal(cache.get(salons.at(-1) as Catalog, '/servicios/'), 'text')
  assert.equal(cache.get(salons[1] as Catalog, '/servicios/'), undefined)
})

test('a client that tries every filter drops nothing of other salons', () => {
  const cache = openDerivedCache({ bytes: kilobytes(100), salonBytes: kilobytes(50) })
  const [other, busy] = [catalogOf('other'), catalogOf('busy')]
  cache.set(other, '/servicios/', 'text', kilobytes(10))
  for (let page = 0; page < 1000; page++)
    cache.set(busy, `/servicios/?page=${page}`, 'text', kilobytes(1))
  assert.equal(cache.get(other, '/servicios/'), 'text')
  assert.ok(cache.size().bytes <= kilobytes(50 + 11))
  cache.set(busy, '/negocio/', 'too long', kilobytes(51))
  assert.equal(cache.get(busy, '/negocio/'), undefined)
})

test('what replaces another value takes its place, and drops nothing else', () => {
  const cache = openDerivedCache({ bytes: kilobytes(100), salonBytes: kilobytes(50) })
  const salon = catalogOf('salon')
  cache.set(salon, '/negocio/', 'text', kilobytes(1))
  for (let change = 0; change < 1000; change++) cache.set(salon, '/agenda/', change, kilobytes(10))
  assert.equal(cache.get(salon, '/negocio/'), 'text')
  assert.equal(cache.get(salon, '/agenda/'), 999)
  assert.ok(cache.size().bytes <= kilobytes(12))
})

test('a new copy of a catalogue has nothing of the old one', () => {
  const cache = openDerivedCache()
  const [before, after] = [catalogOf('salon'), catalogOf('salon')]
  cache.set(before, '/servicios/', 'old', 3)
  assert.equal(cache.get(after, '/servicios/'), undefined)
  cache.set(after, '/servicios/', 'new', 3)
  assert.equal(cache.get(after, '/servicios/'), 'new')
  assert.equal(cache.get(before, '/servicios/'), undefined)
})

const haircutOf = (minutes: number): VisitPlan => ({
  lines: [[{ professionalId: 1, phases: [minutes], bufferMinutes: 0, units: [] }]],
  onePerson: true,
})
const haircut = haircutOf(30)
const is = (inputs: number[]) => (stored: readonly number[]) => isDeepStrictEqual(stored, inputs)

test('a day is found only for the same kind, catalogue, plan, day and inputs', () => {
  const cache = openDayCache()
  const salon = catalogOf('salon')
  const known = cache.daysOf<string>('open', salon, haircut)
  assert.equal(known.store(7, [1, 2], 'value', 5), 'value')
  assert.equal(known.find(7, is([1, 2])), 'value')
  assert.equal(cache.daysOf('open', salon, haircut).find(7, is([1, 2])), 'value')
  assert.equal(known.find(8, is([1, 2])), undefined)
  for (const inputs of [[1], [1, 3], [1, 2, 0]]) assert.equal(known.find(7, is(inputs)), undefined)
  for (const others of [
    cache.daysOf('open', salon, haircutOf(45)),
    cache.daysOf('open', salon, { ...haircut, onePerson: false }),
    cache.daysOf('slots', salon, haircut),
    cache.daysOf('open', catalogOf('salon'), haircut),
    cache.daysOf('open', catalogOf('other'), haircut),
  ])
    assert.equal(others.find(7, is([1, 2])), undefined)
})

test('days are limited in bytes: a salon that exceeds its part loses it, and no other does', () => {
  const limits = { bytes: kilobytes(100), salonBytes: kilobytes(50) }
  const cache = openDayCache(limits)
  const other = catalogOf('other')
  const store = (catalog: Catalog, day: number, length = 30) =>
    cache.daysOf('open', catalog, haircutOf(length)).store(day, [1, 2], 'value', kilobytes(1))
  store(other, 7)
  for (let day = 0; day < 1000; day++) store(catalogOf('salon'), day)
  const salon = catalogOf('salon')
  for (let day = 0; day < 1000; day++) store(salon, day, day)
  assert.equal(cache.daysOf('open', other, haircut).find(7, is([1, 2])), 'value')
  assert.ok(cache.size().bytes <= kilobytes(50 + 2))
  for (let day = 0; day < 1000; day++) store(other, 7)
  assert.ok(cache.size().bytes <= kilobytes(50 + 2), 'a day that is stored again takes no more')
  for (let index = 0; index < 1000; index++) store(catalogOf(`salon-${index}`), 7)
  assert.ok(cache.size().bytes <= limits.bytes)
})

test('catalogues are limited in bytes: the one used least recently is read again', async (t) => {
  const salons = [await openSalon(), await openSalon(), await openSalon()]
  const [, middle] = salons
  const { urls } = await testDatabase()
  const database = openDatabase({ url: urls.api, name: 'silla-test-caches' })
  t.after(() => database.close())
  const tenantDb = openTenantDbs(database, {})
  const notices = { on() {}, onGap() {} } as never
  const one = middle as (typeof salons)[number]
  const read = async (cache: ReturnType<typeof openCatalogCache>, salon = one) =>
    cache.current(tenantDb(salon.businessId))
  const whole = openCatalogCache({ notices, clock: one.clock })
  const bytes = 3 * JSON.stringify(await read(whole)).length
  const cache = openCatalogCache({ notices, clock: one.clock, maxBytes: Math.round(2.5 * bytes) })
  for (const salon of [...salons, ...salons.slice(1), ...salons.slice(0, 1)])
    await read(cache, salon)
  assert.deepEqual(cache.lookUps, { hits: 2, misses: 4 })
})

test('a catalogue larger than the whole cache is kept too, and others beside it', async (t) => {
  const [large, other] = [await openSalon(), await openSalon()]
  const { urls } = await testDatabase()
  const database = openDatabase({ url: urls.api, name: 'silla-test-caches' })
  t.after(() => database.close())
  const tenantDb = openTenantDbs(database, {})
  const notices = { on() {}, onGap() {} } as never
  const cache = openCatalogCache({ notices, clock: large.clock, maxBytes: 2000 })
  for (const salon of [large, other, large, other]) await cache.current(tenantDb(salon.businessId))
  assert.deepEqual(cache.lookUps, { hits: 2, misses: 2 })
})
