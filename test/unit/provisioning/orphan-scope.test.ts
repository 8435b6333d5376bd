import assert from 'node:assert/strict'
import { test } from 'node:test'
import { orphanScope } from '../../../packages/core/src/provisioning/orphan-scope.ts'
import type { Salon } from '../../../packages/core/src/provisioning/salon.ts'
import { salonFromFile } from '../../../packages/core/src/provisioning/salon-file/salon-file.ts'
import { salonFileFor } from '../../support/salon-fixture.ts'

const salon = salonFromFile(
  salonFileFor('scope', {
    professionals: ['Ana', 'Luis'],
    services: [{ name: 'Corte' }, { name: 'Tinte' }],
    closings: { '2030-12-25': null },
  }),
  0,
)
const monday = 22_000

const scope = (change: (salon: Salon) => Partial<Salon>, hasRetiredUnits = false) =>
  orphanScope(salon, { ...salon, ...change(salon) }, hasRetiredUnits)

const withLuis = (change: Partial<Salon['professionals'][number]>) => (before: Salon) => ({
  professionals: before.professionals.map((one) =>
    one.handle === 'luis' ? { ...one, ...change } : one,
  ),
})
const dayOff = (day: number) => ({ day, reason: {}, works: false, shifts: [] })

test('a change that takes nothing away looks at no booking', () => {
  assert.equal(
    scope(() => ({})),
    null,
  )
  assert.equal(scope(withLuis({ name: 'Luis Gil', serviceHandles: ['tinte'] })), null)
  assert.equal(
    scope(({ services }) => ({ services: services.map((one) => ({ ...one, priceCents: 1 })) })),
    null,
  )
})

test('a day off looks at the bookings of one professional on that day', () => {
  const days = { from: monday, to: monday + 3 }
  const exceptions = [dayOff(monday), dayOff(monday + 3)]
  assert.deepEqual(scope(withLuis({ exceptions })), { handles: ['luis'], days })
  const before = { ...salon, ...withLuis({ exceptions })(salon) }
  assert.deepEqual(orphanScope(before, salon, false), { handles: ['luis'], days })
})

test('other shifts look at all bookings of one professional, and a closing at all of its day', () => {
  const luis = { handles: ['luis'], days: null }
  assert.deepEqual(scope(withLuis({ shifts: [] })), luis)
  assert.deepEqual(
    scope(({ professionals }) => ({ professionals: professionals.slice(0, 1) })),
    luis,
  )
  const closing = { day: monday, fromMinute: null, toMinute: null, reason: {} }
  const closed = ({ closings }: Salon) => ({ closings: [...closings, closing] })
  assert.deepEqual(scope(closed), { handles: null, days: { from: monday, to: monday } })
  assert.deepEqual(
    scope((before) => ({ ...closed(before), ...withLuis({ shifts: [] })(before) })),
    { handles: null, days: null },
  )
})

test('hours, time zone, services and resources look at every booking', () => {
  const everything = { handles: null, days: null }
  for (const change of [
    ({ openings }: Salon) => ({
      openings: openings.map((one) => ({ ...one, opensMinute: 600 })),
    }),
    ({ settings }: Salon) => ({ settings: { ...settings, timezone: 'Europe/Lisbon' } }),
    ({ services }: Salon) => ({ services: services.slice(1) }),
  ])
    assert.deepEqual(scope(change), everything)
  assert.deepEqual(
    scope(() => ({}), true),
    everything,
  )
})
