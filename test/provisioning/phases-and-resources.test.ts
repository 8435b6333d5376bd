import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  applySalon,
  exportCatalog,
  exportSalon,
  importCatalog,
  listCatalog,
  missingTranslations,
  parseCatalogCsv,
  parseSalonFile,
  planImport,
  planSalon,
  type SalonFile,
  SalonFileError,
  updateBusiness,
} from '@silla/core'
import { dataOf } from '../support/assertions.ts'
import { testDatabase } from '../support/database.ts'
import { requestContextFor } from '../support/request-context.ts'
import { openSalon } from '../support/salon.ts'
import { type SalonFixture, salonFileFor } from '../support/salon-fixture.ts'
import { untilWaiting } from '../support/until-waiting.ts'
import { insertBooking } from './salon-contents.ts'
import { changed, salonText } from './salon-text.ts'

const { admin, witness } = await testDatabase()

/** A salon whose colour has phases, a buffer and a basin, and whose Luis is faster and dearer. */
const colourText = (slug: string, ...changes: [string, string][]) =>
  changed(salonText(slug), [
    [
      '  tinte: { name: { es: Tinte, en: Colour }, category: pelo, duration: 60, price: 40 }',
      `  tinte:
    name: { es: Tinte, en: Colour }
    category: pelo
    duration: 70
    phases: [work 20, wait 35, work 15]
    buffer_after: 10
    needs: [lavabo]
    price: 40
    offer_price: 35`,
    ],
    ['services:', 'resources:\n  lavabo: { name: { es: Lavabo, en: Basin }, count: 2 }\nservices:'],
    [
      'services: [corte]',
      `services:
      corte: { duration: 25, price: 22.50 }
      tinte: { duration: 60, phases: [work 15, wait 30, work 15] }`,
    ],
    ...changes,
  ])
const colourFile = (slug: string, ...changes: [string, string][]) =>
  parseSalonFile(colourText(slug, ...changes), `${slug}.yaml`)

function messagesOf(read: () => unknown): string[] {
  try {
    read()
  } catch (error) {
    if (error instanceof SalonFileError)
      return error.problems.map(
        ({ line, column, path, message }) => `${line}:${column} ${path}: ${message}`,
      )
    throw error
  }
  return []
}

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

test('D34, D35: a salon file with phases, a buffer, resources and own terms is applied and exported', async () => {
  const file = colourFile('colour')
  assert.deepEqual(file.resourceTypes, [
    { handle: 'lavabo', name: { es: 'Lavabo', en: 'Basin' }, count: 2 },
  ])
  const { phases, bufferMinutes, resourceTypeHandles } = file.services[1] ?? {}
  assert.deepEqual(
    { phases, bufferMinutes, resourceTypeHandles },
    { phases: [20, 35, 15], bufferMinutes: 10, resourceTypeHandles: ['lavabo'] },
  )
  assert.deepEqual(file.professionals[1]?.ownTerms, [
    { serviceHandle: 'corte', durationMinutes: 25, phases: null, priceCents: 2250 },
    { serviceHandle: 'tinte', durationMinutes: 60, phases: [15, 30, 15], priceCents: null },
  ])

  await applySalon(admin, file)
  assert.deepEqual((await planSalon(admin, file)).changes, [])
  const text = await exportSalon(admin, 'colour')
  assert.deepEqual((await planSalon(admin, parseSalonFile(text, 'x.yaml'))).changes, [])
  assert.match(
    text,
    /^resources:\n {2}lavabo:\n {4}name: \{ es: Lavabo, en: Basin \}\n {4}count: 2$/m,
  )
  assert.match(
    text,
    /duration: 70\n {4}phases: \[ work 20, wait 35, work 15 \]\n {4}buffer_after: 10\n {4}needs: \[ lavabo \]/,
  )
  assert.match(text, /services:\n {6}corte: \{ duration: 25, price: 22\.50 \}\n {6}tinte:\n/)
})

test('one phase, one unit, no buffer and empty own terms are the defaults, and are not exported', async () => {
  await applySalon(admin, colourFile('plain-terms'))
  const changes: [string, string][] = [
    ['phases: [work 20, wait 35, work 15]', 'phases: [work 70]'],
    ['buffer_after: 10', 'buffer_after: 0'],
    [', count: 2', ''],
    ['corte: { duration: 25, price: 22.50 }', 'corte: {}'],
    ['tinte: { duration: 60, phases: [work 15, wait 30, work 15] }', 'tinte: {}'],
  ]
  const plain = colourFile('plain-terms', ...changes)
  const plan = await applySalon(admin, plain)
  assert.deepEqual(
    plan.changes.flatMap(({ area, name, fields }) =>
      fields.map(({ field, from, to }) => `${area} ${name} ${field}: ${from} -> ${to}`),
    ),
    [
      'resources lavabo count: 2 -> 1',
      'services tinte phases: work 20, wait 35, work 15 -> ',
      'services tinte buffer after: 10 min -> ',
      'professionals luis service corte: 25 min for 22.50 -> offered',
      'professionals luis service tinte: 60 min (work 15, wait 30, work 15) -> offered',
    ],
  )
  const text = await exportSalon(admin, 'plain-terms')
  assert.doesNotMatch(text, /phases|buffer_after|count:/)
  assert.equal(text.match(/services: all/g)?.length, 2)
})

test('D34, D35: phases, needs and own terms that make no sense are reported with their places', () => {
  const problems = (...changes: [string, string][]) =>
    messagesOf(() => colourFile('wrong', ...changes))
  const phases = (text: string) => problems(['[work 20, wait 35, work 15]', text])
  assert.deepEqual(phases('[work 20, wait 35, work 20]'), [
    '19:13 services.tinte.phases: the phases take 75 minutes, but the duration is 70',
  ])
  assert.deepEqual(phases('[work 20, work 50]'), [
    '19:23 services.tinte.phases[1]: must be wait: the phases alternate work and wait, and begin with work',
  ])
  assert.deepEqual(phases('[work 35, wait 35]'), [
    '19:13 services.tinte.phases: the last phase must be work',
  ])
  assert.deepEqual(phases('[work 31, wait 35, work 4]'), [
    '19:32 services.tinte.phases[2]: must be at least 5 minutes',
  ])
  assert.deepEqual(phases('[work 20, pause 35, work 15]'), [
    '19:23 services.tinte.phases[1]: must be work or wait and its minutes, such as work 20, found "pause 35"',
  ])
  assert.match(phases(`[${Array(11).fill('work 5').join(', ')}]`)[0] ?? '', /at most 9 entries/)
  assert.deepEqual(problems(['buffer_after: 10', 'buffer_after: 121']), [
    '20:19 services.tinte.buffer_after: must be a whole number of minutes from 0 to 120, found 121',
  ])
  assert.deepEqual(problems(['count: 2', 'count: 0']), [
    '12:53 resources.lavabo.count: must be a whole number from 1 to 100, found 0',
  ])
  assert.deepEqual(problems(['needs: [lavabo]', 'needs: [lavavo, lavabo, lavabo]']), [
    '21:13 services.tinte.needs[0]: unknown resource "lavavo". Did you mean "lavabo"? Known: lavabo',
    '21:29 services.tinte.needs[2]: "lavabo" is listed twice',
  ])
  assert.deepEqual(problems(['      tinte: { duration: 60', '      tinet: { duration: 60']), [
    '33:7 professionals.luis.services.tinet: unknown service "tinet". Did you mean "tinte"? Known: corte, tinte',
  ])
  assert.deepEqual(
    problems(['{ duration: 60, phases: [work 15, wait 30, work 15] }', '{ duration: 60 }']),
    [
      '33:26 professionals.luis.services.tinte.duration: "tinte" has phases: set the phases of these 60 minutes too',
    ],
  )
  assert.deepEqual(
    problems([
      '{ duration: 60, phases: [work 15, wait 30, work 15] }',
      '{ phases: [work 15, wait 30, work 15] }',
    ]),
    [
      '33:24 professionals.luis.services.tinte.phases: the phases take 60 minutes, but the duration is 70',
    ],
  )
  assert.deepEqual(problems(['price: 22.50', 'price: 22.50, cost: 1']), [
    '32:44 professionals.luis.services.corte.cost: unknown key "cost". Known: duration, phases, price',
  ])
})

test('D35: with fewer units those without bookings are retired, and orphaned bookings are listed', async () => {
  const one: [string, string] = ['count: 2', 'count: 1']
  const none: [string, string][] = [
    ['  lavabo: { name: { es: Lavabo, en: Basin }, count: 2 }\n', ''],
    ['resources:\n', ''],
    ['    needs: [lavabo]\n', ''],
  ]
  const { businessId } = await applySalon(admin, colourFile('basins'))
  const [first, second] = await unitsOf(businessId)
  await insertBooking(witness, businessId, {
    professional: 'luis',
    service: 'tinte',
    startsAt: '2040-03-06T17:00:00Z',
    code: 'BASIN00001',
  })
  await claimUnit(businessId, first?.id, 'BASIN00001')

  // the unit with the lower number is the one in use
  assert.deepEqual((await applySalon(admin, colourFile('basins', one))).orphaned, [])
  assert.deepEqual(
    (await unitsOf(businessId)).map(({ number, active }) => [number, active]),
    [
      [1, true],
      [2, false],
    ],
  )
  await applySalon(admin, colourFile('basins'))
  assert.deepEqual(
    (await unitsOf(businessId)).map(({ id, active }) => [id, active]),
    [
      [first?.id, true],
      [second?.id, true],
    ],
    'a retired unit is taken back',
  )

  const removed = colourFile('basins', ...none)
  assert.deepEqual(
    (await planSalon(admin, removed)).orphaned.map(({ code, reason }) => [code, reason]),
    [['BASIN00001', 'resource removed']],
  )
  await assert.rejects(applySalon(admin, removed), { code: 'WOULD_STRAND_BOOKINGS' })
  assert.deepEqual((await planSalon(admin, colourFile('basins'))).changes, [])
  await applySalon(admin, removed, { allowOrphaned: true })
  assert.deepEqual(
    (await unitsOf(businessId)).map(({ active }) => active),
    [false, false],
  )
  assert.deepEqual((await applySalon(admin, colourFile('basins'))).changes.length, 2)
  assert.deepEqual(
    (await unitsOf(businessId)).map(({ id, active }) => [id, active]),
    [
      [first?.id, true],
      [second?.id, true],
    ],
  )
})

test('D35: a unit that is claimed while a change is written is not the one to retire', async () => {
  const { businessId } = await applySalon(admin, colourFile('claimed'))
  const [, second] = await unitsOf(businessId)
  const fewer = colourFile('claimed', ['count: 2', 'count: 1'])
  const { changing } = await witness.begin(async (tx) => {
    await tx`select from businesses where business_id = ${businessId} for key share`
    await tx`lock table audit_entries in share row exclusive mode`
    const changing = applySalon(admin, fewer)
    // the plan has been made, and would retire the second unit, which has no bookings yet
    await untilWaiting(1)
    await insertBooking(tx as never, businessId, {
      professional: 'luis',
      service: 'tinte',
      startsAt: '2040-03-06T17:00:00Z',
      code: 'CLAIMED001',
    })
    await claimUnit(businessId, second?.id, 'CLAIMED001', tx as never)
    return { changing }
  })
  assert.deepEqual((await changing).orphaned, [])
  assert.deepEqual(
    (await unitsOf(businessId)).map(({ number, active }) => [number, active]),
    [
      [1, false],
      [2, true],
    ],
  )
})

test('D34: a change of phases, buffer, needs and own terms leaves the bookings made before as they are', async () => {
  const before: SalonFixture = {
    resources: { Lavabo: 1 },
    services: [{ name: 'Color', phases: [20, 35, 15], bufferMinutes: 10, needs: ['Lavabo'] }],
    professionals: [{ name: 'Ana', ownTerms: { Color: { priceCents: 6600 } } }],
  }
  const salon = await openSalon(before)
  const booked = dataOf(await salon.guest.book('Ana', '10:00'), 201)
  const kept = await storedVisit(salon.businessId)
  // two phases of work and the buffer, and the basin with the buffer
  assert.equal(kept.claims.length, 3)
  const after: SalonFixture = {
    resources: { Lavabo: 1 },
    services: [{ name: 'Color', minutes: 90 }],
    professionals: ['Ana'],
  }
  assert.deepEqual((await planSalon(admin, salonFileFor(salon.slug, after))).orphaned, [])
  await salon.apply(after)
  assert.deepEqual(await storedVisit(salon.businessId), kept)
  const shown = dataOf(await salon.guest.get(`/reservas/codigo/${booked.codigo}/`))
  assert.deepEqual([shown.hora_fin, shown.total], ['11:10', 66])
  const next = dataOf(await salon.guest.book('Ana', '12:00'), 201)
  assert.deepEqual([next.hora_fin, next.total], ['13:30', 18])
})

test('resources, phases and needs are listed, exported as CSV and imported again', async () => {
  await applySalon(admin, colourFile('columns'))
  const { entries, total } = await listCatalog(admin, 'columns', {
    part: 'resources',
    search: 'basin',
    offset: 0,
    limit: 20,
  })
  assert.deepEqual([entries.map(({ handle }) => handle), total], [['lavabo'], 1])

  const csv = await exportCatalog(admin, 'columns', {
    part: 'services',
    format: 'csv',
    separator: ',',
  })
  assert.match(csv, /,70,"work 20, wait 35, work 15",10,lavabo,/)
  const services = (text: string) => parseCatalogCsv(text, 'services.csv', 'services')
  assert.deepEqual(
    (await planImport(admin, 'columns', services(csv), { replace: true })).changes,
    [],
  )
  const older = await planImport(admin, 'columns', services('handle,price\ntinte,41\n'), {
    replace: false,
  })
  assert.deepEqual(
    older.changes.flatMap(({ fields }) => fields.map(({ field }) => field)),
    ['price'],
    'missing columns keep their values',
  )
  const other = services('handle,duration,phases,needs\ntinte,45,"work 15,wait 15 ,work 15",\n')
  await importCatalog(admin, 'columns', other, { replace: false })
  assert.match(
    await exportSalon(admin, 'columns'),
    /duration: 45\n {4}phases: \[ work 15, wait 15, work 15 \]\n {4}buffer_after: 10\n {4}price/,
  )
  await assert.rejects(
    importCatalog(admin, 'columns', services('handle,duration\ntinte,50\n'), { replace: false }),
    /services\.csv:2:1: services\.tinte\.phases: the phases take 45 minutes, but the duration is 50/,
  )
  await assert.rejects(
    importCatalog(
      admin,
      'columns',
      parseCatalogCsv('handle,count\nlavabo,0\n', 'resources.csv', 'resources'),
      { replace: false },
    ),
    /resources\.csv:2:8: resources\.lavabo\.count: must be a whole number from 1 to 100, found 0/,
  )
})

test('a service that an import removes leaves the own terms of professionals too', async () => {
  await applySalon(admin, colourFile('shorter'))
  const { entries } = await listCatalog(admin, 'shorter', { part: 'services', offset: 0, limit: 9 })
  assert.equal(entries.length, 2)
  const remaining = parseCatalogCsv(
    'handle,name,category,duration,price\ncorte,Corte,pelo,30,18.50\n',
    'services.csv',
    'services',
  )
  await importCatalog(admin, 'shorter', remaining, { replace: true })
  assert.match(
    await exportSalon(admin, 'shorter'),
    /luis:\n {4}name: Luis\n {4}services:\n {6}corte: \{ duration: 25, price: 22\.50 \}\n {4}shifts:/,
  )
})

test('the name of a resource is among the missing translations', async () => {
  await applySalon(admin, colourFile('basin', ['{ es: Lavabo, en: Basin }', 'Lavabo']))
  const { missing } = await missingTranslations(admin, 'basin', ['en'])
  assert.deepEqual(
    missing.filter(({ area }) => area === 'resources'),
    [{ area: 'resources', name: 'lavabo', field: 'name', missing: ['en'], text: 'Lavabo' }],
  )
})

test('D32, D37, D40: how visits are assigned, moved and offered is set in the file or one by one', async () => {
  const own = 'language: es, assignment: priority, reschedule_hours: 48, reschedule_limit: 2, '
  const file = colourFile('rules', ['language: es', `${own}waitlist_offer_minutes: 30`])
  const rules = ({ settings }: SalonFile) => [
    settings.assignment,
    settings.rescheduleHours,
    settings.rescheduleLimit,
    settings.waitlistOfferMinutes,
  ]
  assert.deepEqual(rules(file), ['priority', 48, 2, 30])
  assert.deepEqual(rules(colourFile('rules')), ['balanced', null, 5, 15])
  await applySalon(admin, file)
  const stored = async () => rules(parseSalonFile(await exportSalon(admin, 'rules'), 'x.yaml'))
  assert.deepEqual(await stored(), ['priority', 48, 2, 30])
  await updateBusiness(admin, 'rules', { 'reschedule-hours': '', assignment: 'balanced' })
  assert.deepEqual(await stored(), ['balanced', null, 2, 30])
  await assert.rejects(
    updateBusiness(admin, 'rules', { 'waitlist-offer-minutes': 4, assignment: 'random' }),
    {
      code: 'NOT_VALID',
      message:
        'assignment: must be one of balanced, priority, found "random"\n' +
        'waitlist_offer_minutes: must be a whole number of minutes from 5 to 1440, found 4',
    },
  )
})

const unitsOf = (businessId: string | null) => witness<
  { id: number; number: number; active: boolean }[]
>`
  select id, number, active from resource_units where business_id = ${businessId} order by number`

async function storedVisit(businessId: string) {
  const claims = await witness`
    select resource_id, starts_at, ends_at from claims
    where business_id = ${businessId} order by resource_id, starts_at`
  const lines = await witness`
    select phase_minutes, buffer_minutes, unit_ids, price_cents from booking_lines
    where business_id = ${businessId} order by position`
  return { claims: [...claims], lines: [...lines] }
}

const claimUnit = (
  businessId: string | null,
  unitId: number | undefined,
  code: string,
  sql = witness,
) => sql`
  insert into claims (business_id, resource_id, starts_at, ends_at, kind, owner_kind, owner_id)
  select business_id, ${unitId ?? 0}, starts_at, ends_at, 'booking', 'booking', id
  from bookings where business_id = ${businessId} and code = ${code}`
