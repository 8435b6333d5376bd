import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  assertCatalogSize,
  maxCatalogSize,
} from '../../../packages/core/src/provisioning/catalog-size.ts'
import type { Salon } from '../../../packages/core/src/provisioning/salon.ts'

/** @param offers of each professional */
function salonOf(sizes: { professionals?: number; services?: number; offers?: number }): Salon {
  const { professionals = 1, services = 1, offers = 1 } = sizes
  const serviceHandles = Array.from({ length: offers }, (_, index) => `s${index}`)
  return {
    professionals: Array.from({ length: professionals }, () => ({ serviceHandles })),
    services: Array.from({ length: services }, () => ({})),
  } as unknown as Salon
}

const refusal = (before: Salon | null, after: Salon): string | null => {
  try {
    assertCatalogSize(before, after)
    return null
  } catch (error) {
    assert.equal((error as { code?: string }).code, 'NOT_VALID')
    return (error as Error).message
  }
}

test('the largest salon may be applied', () => {
  const { professionals, services, offers } = maxCatalogSize
  const largest = salonOf({ professionals, services, offers: offers / professionals })
  assert.equal(refusal(null, largest), null)
})

test('a larger one is refused with every size that is exceeded', () => {
  const tooLarge = salonOf({ professionals: 501, services: 2001, offers: 50 })
  assert.equal(
    refusal(salonOf({}), tooLarge),
    [
      'A salon has at most 500 professionals; this file has 501. Split it into several salons.',
      'A salon has at most 2,000 services; this file has 2,001. Leave out what is no longer offered.',
      'A salon has at most 25,000 pairs of a professional and a service; this file has 25,050. ' +
        'List for each professional only what they really offer.',
    ].join('\n'),
  )
})

test('a salon that is too large already may change and shrink, but not grow', () => {
  const before = salonOf({ services: 3000 })
  assert.equal(refusal(before, before), null)
  assert.equal(refusal(before, salonOf({ services: 2500, professionals: 500 })), null)
  assert.equal(
    refusal(before, salonOf({ services: 3001 })),
    'A salon has at most 2,000 services; this file has 3,001. It has 3,000 now and cannot grow.',
  )
})
