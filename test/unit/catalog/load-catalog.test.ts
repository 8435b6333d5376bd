import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Listener, passBudget, type TenantDb } from '@silla/db'
import { openCatalogCache } from '../../../packages/core/src/catalog/catalog-cache.ts'
import { loadCatalog } from '../../../packages/core/src/catalog/load-catalog.ts'
import { maxCatalogSize } from '../../../packages/core/src/provisioning/catalog-size.ts'

const sizes = { professionals: maxCatalogSize.professionals, services: maxCatalogSize.services }
const products = Array.from({ length: 1000 }, (_, index) => ({
  id: index,
  name: {},
  description: {},
}))
const servicesEach = maxCatalogSize.offers / sizes.professionals

const professionalIds = Array.from({ length: sizes.professionals }, (_, index) => 10_000 + index)
const serviceIds = Array.from({ length: sizes.services }, (_, index) => 1 + index)
/** The first professional offers the first services, the next ones those that follow. */
const offeredBy = (index: number) =>
  serviceIds.slice((index * servicesEach) % sizes.services).slice(0, servicesEach)

/** A database with the largest salon; its rows are there at once. */
const largestSalon = {
  businessId: 'largest',
  batch: async () => [
    [{ id: 'largest', catalogVersion: 3, name: 'Largest', description: { en: 'x', es: 'y' } }],
    [{ currency: 'EUR', acceptsOnlinePayments: false }],
    ...Array.from({ length: 7 }, () => []),
    serviceIds.map((id) => ({ id, name: { en: 'Cut', es: 'Corte' }, description: {} })),
    professionalIds.map((id) => ({ id, name: 'Ana', title: {}, bio: {}, specialties: [] })),
    professionalIds.map((professionalId, index) => ({
      professionalId,
      serviceIds: offeredBy(index),
    })),
    ...Array.from({ length: 5 }, () => []),
    products,
    [],
  ],
} as unknown as TenantDb

test('every entry of the largest catalogue may be the last of a slice', async () => {
  let steps = 0
  const slices = {
    pause() {
      steps++
      return undefined
    },
  }
  const catalog = await loadCatalog(largestSalon, slices)
  // professionals are gone through for their services, too
  assert.equal(steps, sizes.services + 2 * sizes.professionals + products.length)
  assert.deepEqual(
    catalog.professionals.map(({ serviceIds }) => serviceIds),
    professionalIds.map((_, index) => offeredBy(index)),
  )
  for (const { id, professionalIds: offering } of catalog.services)
    assert.deepEqual(
      offering,
      professionalIds.filter((_, index) => offeredBy(index).includes(id)),
    )
})

test('after a long read a catalogue is put together in another pass of the event loop', async () => {
  const notices = { on() {}, onGap() {} } as unknown as Listener
  const cache = openCatalogCache({ notices, clock: { now: () => new Date() } })
  const read: number[] = []
  let readAtOnce: number[] | undefined
  const db = {
    ...largestSalon,
    async batch() {
      // the time of the pass begins with the parsing of a long answer, and is over after it
      passBudget.begin()
      for (const end = performance.now() + 3; performance.now() < end; );
      setImmediate(() => {
        readAtOnce = [...read]
      })
      const rows = (await largestSalon.batch(() => [])) as object[][]
      rows[10] = professionalIds.map((id) => ({
        ...{ name: 'Ana', title: {}, bio: {}, specialties: [] },
        get id() {
          read.push(id)
          return id
        },
      }))
      return rows
    },
  } as unknown as TenantDb

  const { professionals } = await cache.current(db)
  assert.deepEqual(readAtOnce, [])
  assert.equal(professionals.length, sizes.professionals)
  assert.equal(read[0], professionalIds[0])
})
