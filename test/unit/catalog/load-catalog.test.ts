import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TenantDb } from '@silla/db'
import { loadCatalog } from '../../../packages/core/src/catalog/load-catalog.ts'
import { maxCatalogSize } from '../../../packages/core/src/provisioning/catalog-size.ts'

const sizes = { professionals: maxCatalogSize.professionals, services: maxCatalogSize.services }
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
    ...Array.from({ length: 6 }, () => []),
    serviceIds.map((id) => ({ id, name: { en: 'Cut', es: 'Corte' }, description: {} })),
    professionalIds.map((id) => ({ id, name: 'Ana', title: {}, bio: {}, specialties: [] })),
    professionalIds.map((professionalId, index) => ({
      professionalId,
      serviceIds: offeredBy(index),
    })),
    ...Array.from({ length: 7 }, () => []),
  ],
} as unknown as TenantDb

test('while the largest catalogue is loaded, other requests are handled', async () => {
  let passes = 0
  let loading = true
  const count = () => {
    passes++
    if (loading) setImmediate(count)
  }
  setImmediate(count)
  const catalog = await loadCatalog(largestSalon)
  loading = false
  assert.ok(passes >= 2, `${passes} passes of the event loop`)
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
