import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testDatabase } from '../support/database.ts'
import { requestContextFor } from '../support/request-context.ts'
import { openSalon } from '../support/salon.ts'

test('D34, D35: the catalogue holds phases, buffers, own terms, and resources with their units', async () => {
  const salon = await openSalon({
    resources: { Lavabo: 2, Sala: 1 },
    services: [
      { name: 'Corte', minutes: 30 },
      { name: 'Color', phases: [20, 35, 15], bufferMinutes: 10, needs: ['Sala', 'Lavabo'] },
    ],
    professionals: [
      'Ana',
      {
        name: 'Leo',
        ownTerms: {
          Color: { phases: [15, 30, 15] },
          Corte: { minutes: 25, priceCents: 2200 },
        },
      },
    ],
  })
  const { tenant } = await requestContextFor(salon)
  const { services, professionals, resourceTypes } = await tenant.catalog()
  assert.deepEqual(
    services.map(({ phases, bufferMinutes, resourceTypeIds }) => ({
      phases,
      bufferMinutes,
      resourceTypeIds,
    })),
    [
      { phases: [30], bufferMinutes: 0, resourceTypeIds: [] },
      {
        phases: [20, 35, 15],
        bufferMinutes: 10,
        resourceTypeIds: [salon.id('Lavabo'), salon.id('Sala')],
      },
    ],
  )
  assert.deepEqual(
    resourceTypes.map(({ id, name, unitIds }) => ({ id, name, units: unitIds.length })),
    [
      { id: salon.id('Lavabo'), name: { es: 'Lavabo' }, units: 2 },
      { id: salon.id('Sala'), name: { es: 'Sala' }, units: 1 },
    ],
  )
  assert.equal(new Set(resourceTypes.flatMap(({ unitIds }) => unitIds)).size, 3)
  assert.deepEqual(
    professionals.map(({ ownTerms }) => ownTerms),
    [
      [],
      [
        { serviceId: salon.id('Corte'), durationMinutes: 25, phases: null, priceCents: 2200 },
        {
          serviceId: salon.id('Color'),
          durationMinutes: 60,
          phases: [15, 30, 15],
          priceCents: null,
        },
      ],
    ],
  )
})

test('D34: the database refuses phases that do not alternate, are too short, or do not add up', async () => {
  const salon = await openSalon({ services: [{ name: 'Color', minutes: 70 }] })
  const { admin } = await testDatabase()
  const store = (phases: string) =>
    admin.begin(async (sql) => {
      await sql`select app.set_business(${salon.businessId})`
      await sql`
        update services set phase_minutes = ${phases}::text::int[]
        where business_id = ${salon.businessId}`
    })
  for (const phases of ['{70}', '{20,35,15}', '{5,5,5,5,5,5,5,5,30}']) await store(phases)
  for (const phases of [
    '{20,50}',
    '{20,35,16}',
    '{20,46,4}',
    '{}',
    '{20,NULL,50}',
    '{5,5,5,5,5,5,5,5,5,5,20}',
    '{{20,35,15}}',
    '[2:4]={20,35,15}',
  ])
    await assert.rejects(store(phases), /services_phases/, phases)
})
