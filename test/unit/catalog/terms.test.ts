import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type OwnTerms, termsOf } from '@silla/core'

const colour = {
  id: 7,
  durationMinutes: 70,
  phases: [20, 35, 15],
  priceCents: 6000,
  offerPriceCents: 5000,
}
const asTheService = {
  durationMinutes: 70,
  phases: [20, 35, 15],
  priceCents: 6000,
  offerPriceCents: 5000,
}
const own = (terms: Partial<OwnTerms>): { ownTerms: OwnTerms[] } => ({
  ownTerms: [{ serviceId: 7, durationMinutes: null, phases: null, priceCents: null, ...terms }],
})

test('D34: without own terms a professional carries out a service as the salon offers it', () => {
  assert.deepEqual(termsOf(colour, { ownTerms: [] }), asTheService)
  assert.deepEqual(termsOf(colour, own({ serviceId: 8, priceCents: 1 })), asTheService)
})

test('D34: an own price replaces the regular price and drops the offer price', () => {
  assert.deepEqual(termsOf(colour, own({ priceCents: 6600 })), {
    ...asTheService,
    priceCents: 6600,
    offerPriceCents: null,
  })
  assert.equal(termsOf(colour, own({ priceCents: 0 })).priceCents, 0)
})

test('D34: own phases, and an own duration that is unbroken without them', () => {
  assert.deepEqual(termsOf(colour, own({ durationMinutes: 60, phases: [15, 30, 15] })), {
    ...asTheService,
    durationMinutes: 60,
    phases: [15, 30, 15],
  })
  const cut = { ...colour, durationMinutes: 30, phases: [30] }
  assert.deepEqual(termsOf(cut, own({ durationMinutes: 25 })).phases, [25])
  assert.deepEqual(termsOf(colour, own({ durationMinutes: 70 })).phases, [20, 35, 15])
})
