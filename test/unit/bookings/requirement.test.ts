import assert from 'node:assert/strict'
import { test } from 'node:test'
import { requirementOf } from '../../../packages/core/src/model/requirement.ts'

const settings = { acceptsOnlinePayments: true, requiresPrepayment: true, currency: 'EUR' } as const
const visit = { totalCents: 1800, byBusiness: false }

test('D47: a visit requires its price where the salon wants prepayment, and nothing elsewhere', () => {
  const total = { kind: 'total', dueCents: 1800 }
  const none = { kind: 'none', dueCents: 1800 }
  const nothing = { kind: 'none', dueCents: 0 }
  const free = { ...settings, requiresPrepayment: false }
  const offline = { ...settings, acceptsOnlinePayments: false }
  assert.deepEqual(requirementOf(settings, visit), total)
  assert.deepEqual(requirementOf(free, visit), none)
  assert.deepEqual(requirementOf(settings, { ...visit, byBusiness: true }), none)
  assert.deepEqual(requirementOf(offline, visit), nothing)
  assert.deepEqual(requirementOf(settings, { ...visit, totalCents: 49 }), nothing)
  assert.deepEqual(requirementOf(settings, { ...visit, totalCents: 50 }).kind, 'total')
})
