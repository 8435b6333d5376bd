import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  applySalon,
  changeSalon,
  exportSalon,
  parseSalonDocument,
  parseSalonFile,
  planLines,
  planSalon,
  type SalonEdit,
  type SalonFileDocument,
} from '@silla/core'
import { assertError, dataOf } from '../support/assertions.ts'
import { testDatabase } from '../support/database.ts'
import { openSalon } from '../support/salon.ts'
import { salonFileFor } from '../support/salon-fixture.ts'
import { salonFile } from './salon-text.ts'

// A file, the file before it, and what was changed in between (D68).

const { admin, witness } = await testDatabase()

const edit = (slug: string, change: (document: SalonFileDocument) => object) => {
  const edited: SalonEdit = (document) => parseSalonDocument({ ...document, ...change(document) })
  return changeSalon(admin, slug, edited, { action: 'schedule.hours' })
}

const withService = (document: SalonFileDocument, handle: string, more: object) => ({
  services: {
    ...document.services,
    [handle]: { ...document.services?.[handle], ...more },
  },
})

test('D68: a file that would undo a change since the last file is refused, and names who made it', async () => {
  await applySalon(admin, salonFile('three'))
  await edit('three', (document) => withService(document, 'tinte', { price: 45 }))
  // the file changes something else, too
  const next = salonFile('three', ['name: Salón Lola', 'name: Casa Lola'])
  const planned = await planSalon(admin, next)
  const [entry] = await witness`
    select occurred_at, operator from audit_entries where action = 'schedule.hours'
      and business_id = ${planned.businessId}`
  assert.deepEqual(planned.staffChanges, [
    {
      area: 'services',
      name: 'tinte',
      kind: 'changed',
      field: 'price',
      from: '40.00',
      to: '45.00',
      operator: entry?.operator,
      at: entry?.occurredAt.toISOString(),
    },
  ])
  assert.match(planLines(planned).join('\n'), /\n\* services tinte: price: 40\.00 -> 45\.00, by /)
  await assert.rejects(applySalon(admin, next), { code: 'STAFF_CHANGES' })
  assert.match(await exportSalon(admin, 'three'), /name: Salón Lola/)

  await applySalon(admin, next, { staffChanges: 'keep' })
  const kept = await exportSalon(admin, 'three')
  assert.match(kept, /name: Casa Lola/)
  assert.match(kept, /price: 45\.00/)
  // it is still a change, made by the same person
  assert.deepEqual((await planSalon(admin, next)).staffChanges, planned.staffChanges)
  await assert.rejects(applySalon(admin, next), { code: 'STAFF_CHANGES' })
  await applySalon(admin, next, { staffChanges: 'overwrite' })
  assert.match(await exportSalon(admin, 'three'), /price: 40\.00/)
  assert.deepEqual((await applySalon(admin, next)).changes, [])
})

test('D68: what was changed and the file leaves alone, or says as well, is no conflict', async () => {
  await applySalon(admin, salonFile('agreed'))
  await edit('agreed', (document) => withService(document, 'tinte', { price: 45 }))
  const same = await applySalon(admin, salonFile('agreed', ['price: 40', 'price: 45']))
  assert.deepEqual([same.changes, same.staffChanges], [[], []])
  // and that file is now the last one
  const back = await applySalon(admin, salonFile('agreed'))
  assert.deepEqual(
    back.changes.map(({ name }) => name),
    ['tinte'],
  )
})

test('D68: what is kept stays whole: entries, texts, hours, services and shifts of a professional', async () => {
  const file = (text = '') => parseSalonFile(wholeSalon(text), 'whole.yaml')
  await applySalon(admin, file())
  await edit('whole', ({ services, professionals, categories, ...document }) => {
    const { barba, ...others } = services ?? {}
    const ana = professionals?.ana
    return {
      name: 'Casa Ana',
      settings: { ...document.settings, horizon_days: 30 },
      hours: { ...document.hours, monday: '08:00-20:00' },
      categories: { ...categories, color: { name: { es: 'Color' } } },
      services: {
        ...others,
        corte: { ...services?.corte, name: { es: 'Corte de la casa', en: 'Cut' } },
        mechas: { name: { es: 'Mechas' }, category: 'color', duration: 60, price: 50 },
      },
      professionals: {
        ana: {
          ...ana,
          services: { corte: { price: 21 }, mechas: {} },
          shifts: { ...ana?.shifts, tuesday: '10:00-12:00' },
        },
      },
    }
  })
  const before = await exportSalon(admin, 'whole')
  const kept = await applySalon(admin, file('# the same'), { staffChanges: 'keep' })
  assert.deepEqual(kept.changes, [])
  assert.equal(await exportSalon(admin, 'whole'), before)
  // the file changes what nobody has touched
  await applySalon(admin, file('city: Toledo, '), { staffChanges: 'keep' })
  assert.equal(
    await exportSalon(admin, 'whole'),
    before.replace('address:', 'address:\n  city: Toledo'),
  )
  const planned = await planSalon(admin, file(), { staffChanges: 'overwrite' })
  assert.ok(planned.changes.some(({ area, kind }) => area === 'services' && kind === 'removed'))
  await applySalon(admin, file(), { staffChanges: 'overwrite' })
  assert.match(await exportSalon(admin, 'whole'), /barba/)
})

test('D68: a closing whose hours were changed keeps them, and the file adds and drops others of its day', async () => {
  const file = (time: string, ...more: [string, string][]) =>
    salonFile('inventory', ['2030-03-19,', `2030-03-19, ${time}`], ...more)
  const renamed: [string, string] = ['name: Salón Lola', 'name: Casa Lola']
  const closingsOf = async () => {
    const text = await exportSalon(admin, 'inventory')
    return [...text.matchAll(/- day: \S+(?:\n {4}time: (\S+))?/g)].map(([, time]) => time ?? 'day')
  }
  for (const [filed, changed] of [
    ['time: 14:00-20:00,', '12:00-20:00'],
    ['', '12:00-20:00'],
    ['time: 14:00-20:00,', null],
  ] as const) {
    await applySalon(admin, file(filed), { staffChanges: 'overwrite' })
    await edit('inventory', () => ({
      closings: [{ day: '2030-03-19', ...(changed && { time: changed }), reason: 'Fiesta' }],
    }))
    await assert.rejects(applySalon(admin, file(filed, renamed)), { code: 'STAFF_CHANGES' })
    await applySalon(admin, file(filed, renamed), { staffChanges: 'keep' })
    assert.deepEqual(await closingsOf(), [changed ?? 'day'])
  }
  const morning = '\n  - { day: 2030-03-19, time: 09:00-10:00, reason: Curso }\n'
  await applySalon(admin, file('time: 14:00-20:00,'), { staffChanges: 'overwrite' })
  await edit('inventory', () => ({
    closings: [{ day: '2030-03-19', time: '12:00-20:00', reason: 'Fiesta' }],
  }))
  const added = file('time: 14:00-20:00,', ['San José }\n', `San José }${morning}`])
  await applySalon(admin, added, { staffChanges: 'keep' })
  assert.deepEqual(await closingsOf(), ['09:00-10:00', '12:00-20:00'])
  // nobody has changed the morning, which the next file drops
  await applySalon(admin, file('time: 14:00-20:00,'), { staffChanges: 'keep' })
  assert.deepEqual(await closingsOf(), ['12:00-20:00'])
})

test('D68: what is kept and the rest of the file have to fit together', async () => {
  const file = (...changes: [string, string][]) =>
    parseSalonFile(
      changes.reduce((text, [from, to]) => text.replace(from, to), wholeSalon('')),
      'whole.yaml',
    )
  const named = (...changes: [string, string][]) =>
    file(['salon: whole', 'salon: unfit'], ...changes)
  await applySalon(admin, named())
  await edit('unfit', (document) => withService(document, 'barba', { price: 12 }))
  const without = named(
    ['  pelo: { name: Pelo }', '  otra: { name: Otra }'],
    ['corte: { name: Corte, category: pelo', 'corte: { name: Corte, category: otra'],
    ['  barba: { name: Barba, category: pelo, duration: 15, price: 9 }\n', ''],
    ['services: [corte, barba]', 'services: [corte]'],
  )
  await assert.rejects(applySalon(admin, without, { staffChanges: 'keep' }), {
    code: 'NOT_VALID',
    message: /unknown category "pelo"/,
  })
})

test('D68: a salon that its file manages changes no settings itself', async () => {
  const salon = await openSalon({ settings: { managedBy: 'file' } })
  const rules = dataOf(await salon.backend.get('/ajustes/reglas/'))
  assert.equal(rules.gestion, 'archivo')
  const path = `/ajustes/servicios/${salon.id('Corte')}/`
  assertError(await salon.backend.put(path, { precio: 9 }), 'MANAGED_BY_FILE')
  assertError(
    await salon.backend.put(path, { precio: 9 }, { 'x-simular': 'true' }),
    'MANAGED_BY_FILE',
  )
  assertError(await salon.backend.delete('/ajustes/festivos/2030-12-25/'), 'MANAGED_BY_FILE')
})

test('D68: a setting that a key has changed is kept, and its key is named', async () => {
  const salon = await openSalon()
  const path = `/ajustes/servicios/${salon.id('Corte')}/`
  dataOf(await salon.backend.put(path, { precio: 31 }))
  const file = salonFileFor(salon.slug, {})
  const { staffChanges } = await planSalon(admin, file, { clock: salon.clock })
  assert.deepEqual(
    staffChanges.map(({ name, field, to, operator, at }) => [name, field, to, operator, at]),
    [['corte', 'price', '31.00', 'key server', salon.clock.now().toISOString()]],
  )
  await assert.rejects(applySalon(admin, file, { clock: salon.clock }), { code: 'STAFF_CHANGES' })
})

const wholeSalon = (city: string) => `\
salon: whole
mode: test
name: Ana
address: { ${city.startsWith('#') ? '' : city}country: ES }
settings: { currency: EUR, timezone: Europe/Madrid, language: es }
hours: { monday: 10:00-20:00, tuesday: 10:00-20:00 }
categories:
  pelo: { name: Pelo }
services:
  corte: { name: Corte, category: pelo, duration: 30, price: 18 }
  barba: { name: Barba, category: pelo, duration: 15, price: 9 }
professionals:
  ana:
    name: Ana
    services: [corte, barba]
    shifts: { monday: 10:00-14:00, tuesday: 10:00-20:00 }
`
