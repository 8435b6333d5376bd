import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  addClosures,
  addOverrides,
  applySalon,
  auditLog,
  changeSalon,
  parseSalonFile,
  planLines,
  planSalon,
  recordFile,
  type SalonEdit,
  type SalonPlan,
} from '@silla/core'
import { openPool } from '@silla/db'
import { parseDate } from '@silla/slots'
import { testDatabase } from '../support/database.ts'
import { tapWire } from '../support/wire-tap.ts'
import { contentsOf } from './salon-contents.ts'
import { changed, salonFile, salonText } from './salon-text.ts'

const { admin, witness } = await testDatabase()
const day = parseDate('2030-12-24') ?? 0
const past = parseDate('2020-01-07') ?? 0
const short = ({ changes }: SalonPlan) =>
  changes.map(({ area, kind, name }) => [kind, area, name].join(' ').trim())

const fullDifferences = [
  'brand color, cancellation hours, city, confirmation by hand, cover, description (ar), description (es), done after, e-mail, facebook, fee refunded, horizon',
  'instagram, latitude, logo, longitude, luis 2030-05-02, luis 2030-05-02 reason (es), luis 2030-05-03, luis bio (en)',
  'luis gallery, luis image, luis specialty 1 (es), luis specialty 2 (en), luis specialty 2 (es), luis title (es), notice',
  'notifications, online page, online payments, pelo description (es), pelo image, phone, phone required, points, postal code, prepayment, reminder before',
  'slot interval, street, tinte bookable online, tinte description (es), tinte featured, tinte gallery, tinte image',
  'tinte offer price, tinte points awarded, tinte points price, website',
].flatMap((line) => line.split(', '))

test('applying a file creates a salon with everything in it', async () => {
  const plan = await applySalon(admin, salonFile('whole'))
  assert.deepEqual(short(plan), [
    'added profile',
    'added settings',
    'added hours',
    'added closings 2030-03-19',
    'added categories pelo',
    'added services corte',
    'added services tinte',
    'added professionals ana',
    'added professionals luis',
  ])
  const contents = await contentsOf(witness, plan.businessId)
  assert.equal(contents.catalogVersion, 2)
  assert.deepEqual(contents.openings, ['1 600-1200 840-960', '2 600-1200 null-null'])
  assert.deepEqual(contents.closings, ['2030-03-19'])
  assert.deepEqual(contents.services, ['corte pelo 1850 active', 'tinte pelo 4000 active'])
  assert.deepEqual(contents.professionals, ['ana active', 'luis active'])
  assert.deepEqual(contents.offers, ['ana corte', 'ana tinte', 'luis corte'])
  assert.deepEqual(contents.shifts, [
    'ana 1 600-1200',
    'ana 2 600-840',
    'ana 2 960-1200',
    'luis 2 720-1200',
  ])
})

test('applying a file twice changes nothing, not even the catalogue version', async () => {
  const { businessId } = await applySalon(admin, salonFile('twice'))
  const before = await contentsOf(witness, businessId)
  const again = await applySalon(admin, salonFile('twice'))
  assert.deepEqual(again, {
    slug: 'twice',
    mode: 'test',
    businessId,
    changes: [],
    orphaned: [],
    kept: [],
    withoutShifts: [],
    staffChanges: [],
  })
  assert.deepEqual(await contentsOf(witness, businessId), before)
  assert.deepEqual(planLines(again), ['twice: no changes'])
})

test('closings and exceptions that no file has named stay, until a file names them or prunes', async () => {
  const { businessId } = await applySalon(admin, salonFile('kept'))
  const add = (edit: SalonEdit) =>
    changeSalon(admin, 'kept', edit, { action: 'schedule.closures.add' })
  const reason = { es: 'Obras' }
  await add(addClosures({ days: { from: day + 1, to: day + 2 }, time: null, reason }))
  await add(addClosures({ days: { from: day + 5, to: day + 5 }, time: '16:00-18:00', reason }))
  await add(addClosures({ days: { from: past, to: past }, time: null, reason }))
  await add(addOverrides({ who: 'luis', days: { from: day, to: day }, works: null, reason }))

  const closed = ['2020-01-07', '2030-03-19', '2030-12-25', '2030-12-26', '2030-12-29 960-1080']
  const plan = await applySalon(admin, salonFile('kept', ['price: 40', 'price: 41']))
  assert.deepEqual(planLines(plan), [
    'kept: changes',
    '~ services tinte',
    '    price: 40.00 -> 41.00',
    '= closings 2030-12-25 to 2030-12-26: kept, no file has named it',
    '= closings 2030-12-29: kept, no file has named it',
    '= exceptions of luis 2030-12-24: kept, no file has named it',
  ])
  assert.deepEqual((await contentsOf(witness, businessId)).closings, closed)

  // the file that names a day decides about it, and so do those after it
  const naming = salonFile(
    'kept',
    ['price: 40', 'price: 41'],
    ['closings:', 'closings:\n  - { day: 2030-12-25, reason: Obras }\n  - { day: 2030-12-29 }'],
    [
      'services: [corte]',
      'exceptions: [{ day: 2030-12-24, reason: Obras }]\n    services: [corte]',
    ],
  )
  assert.deepEqual(short(await applySalon(admin, naming)), [
    'removed closings 2030-12-29 16:00-18:00',
    'added closings 2030-12-29',
  ])
  const later = await applySalon(admin, salonFile('kept', ['price: 40', 'price: 41']))
  assert.deepEqual(short(later), [
    'removed closings 2030-12-25',
    'removed closings 2030-12-29',
    'changed professionals luis',
  ])
  assert.deepEqual(later.kept, [{ professional: null, day: '2030-12-26' }])

  const pruned = await applySalon(admin, salonFile('kept'), { prune: true })
  assert.deepEqual(
    [short(pruned), pruned.kept],
    [['removed closings 2020-01-07', 'removed closings 2030-12-26', 'changed services tinte'], []],
  )
  assert.deepEqual((await contentsOf(witness, businessId)).closings, ['2030-03-19'])
})

test('of a salon without a record of its files, no closing is removed before a file names it', async () => {
  const { businessId } = await applySalon(admin, salonFile('unrecorded'))
  const without = salonFile(
    'unrecorded',
    ['  - { day: 2030-03-19, reason: San José }\n', ''],
    ['closings:\n', ''],
  )
  // a file that an earlier release accepted is like none
  await witness`update salon_files set document = '{}' where business_id = ${businessId}`
  assert.deepEqual((await planSalon(admin, without)).changes, [])
  await witness`delete from salon_files where business_id = ${businessId}`
  assert.deepEqual((await planSalon(admin, without)).changes, [])
  await recordFile(admin, salonFile('unrecorded'))
  assert.deepEqual(short(await applySalon(admin, without)), ['removed closings 2030-03-19'])
})

test('a file that breaks a newer rule still says which closings and exceptions were those of a file', async () => {
  const { businessId } = await applySalon(
    admin,
    salonFile('newer-rule', [
      'services: [corte]',
      'exceptions: [{ day: 2030-12-31 }]\n    services: [corte]',
    ]),
  )
  const reason = { es: 'Obras' }
  const byCommand = addClosures({ days: { from: day, to: day }, time: null, reason })
  await changeSalon(admin, 'newer-rule', byCommand, { action: 'schedule.closures.add' })
  await witness`
    update salon_files set document = jsonb_set(document::jsonb, '{settings,currency}', '"none"')::text
    where business_id = ${businessId}`
  const without = salonFile(
    'newer-rule',
    ['  - { day: 2030-03-19, reason: San José }\n', ''],
    ['closings:\n', ''],
  )
  const plan = await applySalon(admin, without)
  assert.deepEqual(short(plan), ['removed closings 2030-03-19', 'changed professionals luis'])
  assert.deepEqual(plan.kept, [{ professional: null, day: '2030-12-24' }])
})

test('a salon of more services than a salon may have is not planned', async () => {
  const file = salonFile('huge')
  const copies = file.services.flatMap((service) =>
    Array.from({ length: 1001 }, (_, index) => ({
      ...service,
      handle: `${service.handle}-${index}`,
    })),
  )
  await assert.rejects(planSalon(admin, { ...file, services: copies }), {
    code: 'NOT_VALID',
    message: /^A salon has at most 2,000 services; this file has 2,002\./,
  })
})

test('a plan warns of professionals who have no shifts and work on no day', async () => {
  const { withoutShifts } = await planSalon(
    admin,
    salonFile('idle', ['shifts: { tuesday: 12:00-20:00 }', 'exceptions: [{ day: 2030-05-03 }]']),
  )
  assert.deepEqual(withoutShifts, ['luis'])
  const working = 'exceptions: [{ day: 2030-05-03, works: 10:00-14:00 }]'
  const plan = await planSalon(
    admin,
    salonFile('idle', ['shifts: { tuesday: 12:00-20:00 }', working]),
  )
  assert.deepEqual(plan.withoutShifts, [])
})

test('a plan shows old and new values, and only the changes are written', async () => {
  await applySalon(admin, salonFile('edited'))
  const file = salonFile(
    'edited',
    ['price: 18.50', 'price: 19.90'],
    ['name: Salón Lola', 'name: Casa Lola'],
    ['tuesday: 10:00-20:00', 'tuesday: 10:00-24:00'],
    ['tuesday: 12:00-20:00', 'tuesday: 12:00-21:00'],
    ['services: [corte]', 'services: [corte, tinte]'],
    ['reason: San José', 'reason: Fallas'],
  )
  const planned = await planSalon(admin, file)
  assert.deepEqual(planLines(planned), [
    'edited: changes',
    '~ profile',
    '    name: Salón Lola -> Casa Lola',
    '~ hours',
    '    tuesday: 10:00-20:00 -> 10:00-24:00',
    '~ closings 2030-03-19',
    '    reason (es): San José -> Fallas',
    '~ services corte',
    '    price: 18.50 -> 19.90',
    '~ professionals luis',
    '    tuesday: 12:00-20:00 -> 12:00-21:00',
    '    service tinte: (none) -> offered',
  ])
  assert.deepEqual(await applySalon(admin, file), planned)
  const contents = await contentsOf(witness, planned.businessId)
  assert.equal(contents.catalogVersion, 3)
  assert.deepEqual(contents.services, ['corte pelo 1990 active', 'tinte pelo 4000 active'])
  assert.deepEqual(contents.offers, ['ana corte', 'ana tinte', 'luis corte', 'luis tinte'])
  assert.deepEqual((await planSalon(admin, file)).changes, [])
})

test('every key of the file is stored and read back', async () => {
  const full = changed(salonText('full'), [
    [
      'mode: test',
      'mode: test\ndescription: { es: Hola, ar: مرحبا }\ncontact: { email: a@example.com, phone: "912 345 678" }',
    ],
    ['{ country: ES }', '{ street: Mayor 1, city: Madrid, postal_code: "08012", country: ES }'],
    [
      'settings: {',
      'coordinates: { latitude: 40.5, longitude: -3.25 }\nbranding: { color: "#8C2F39", logo: /l.svg }\nimages: { cover: https://x.example/c.png }\nsocial: { instagram: i, facebook: f, website: https://x.example }\nsettings: {',
    ],
    [
      'language: es',
      'language: es, slot_interval: 30, horizon_days: 60, notice_minutes: 45, autocomplete_hours: 2, reminder_hours: never, cancellation_hours: 3, phone_required: true, confirm_by_hand: true, points: true, online_payments: true, prepayment: true, refund_application_fee: true, online_page: true, notifications: each',
    ],
    [
      'pelo: { name: Pelo }',
      'pelo: { name: Pelo, description: Todo, image: /p.svg }\n  botes: { name: Botes, kind: product }',
    ],
    [
      'price: 40',
      'price: 40, offer_price: 35.5, points_awarded: 4, points_price: 400, image: /t.svg, gallery: [/1.svg, /2.svg], bookable_online: false, featured: true, description: Color',
    ],
    [
      '    name: Luis',
      '    name: Luis\n    title: Barbero\n    bio: { en: Hi }\n    specialties: [Barba, { es: Navaja, en: Razor }]\n    image: /luis.svg\n    gallery: [/3.svg]\n    exceptions:\n      - { day: 2030-05-02, reason: Puente }\n      - { day: 2030-05-03, works: "10:00-12:00, 13:00-14:00" }',
    ],
    [
      '  - { day: 2030-03-19',
      '  - { from: 2030-08-01, to: 2030-08-03, time: 15:00-24:00 }\n  - { day: 2030-03-19',
    ],
  ])
  const { businessId } = await applySalon(admin, parseSalonFile(full, 'full.yaml'))
  assert.deepEqual((await planSalon(admin, parseSalonFile(full, 'full.yaml'))).changes, [])
  const bare = await planSalon(admin, salonFile('full'))
  const changedFields = bare.changes.flatMap(({ name, fields }) =>
    fields.map(({ field }) => `${name} ${field}`.trim()),
  )
  assert.deepEqual(changedFields.sort(), fullDifferences)
  assert.deepEqual((await contentsOf(witness, businessId)).closings, [
    '2030-03-19',
    ...['1', '2', '3'].map((day) => `2030-08-0${day} 900-1440`),
  ])
})

test('a removed entry becomes inactive and keeps its row when added again', async () => {
  const { businessId } = await applySalon(admin, salonFile('leaving'))
  const before = await contentsOf(witness, businessId)
  const without: [string, string][] = [
    ['  tinte: { name: { es: Tinte, en: Colour }, category: pelo, duration: 60, price: 40 }\n', ''],
    ['  luis:\n    name: Luis\n    services: [corte]\n    shifts: { tuesday: 12:00-20:00 }\n', ''],
  ]
  const plan = await applySalon(admin, salonFile('leaving', ...without))
  assert.deepEqual(short(plan), [
    'removed services tinte',
    'removed professionals luis',
    'changed professionals ana',
  ])
  const reduced = await contentsOf(witness, businessId)
  assert.deepEqual(reduced.services, ['corte pelo 1850 active', 'tinte pelo 4000 inactive'])
  assert.deepEqual(reduced.professionals, ['ana active', 'luis inactive'])
  assert.deepEqual(reduced.ids, before.ids)
  assert.deepEqual((await planSalon(admin, salonFile('leaving', ...without))).changes, [])

  assert.deepEqual(short(await applySalon(admin, salonFile('leaving'))), [
    'added services tinte',
    'changed professionals ana',
    'added professionals luis',
  ])
  assert.deepEqual(await contentsOf(witness, businessId), {
    ...before,
    catalogVersion: before.catalogVersion + 2,
  })
})

test('a removed category becomes inactive', async () => {
  const { businessId } = await applySalon(
    admin,
    salonFile('category', [
      'pelo: { name: Pelo }',
      'pelo: { name: Pelo }\n  botes: { name: Botes, kind: product }',
    ]),
  )
  assert.deepEqual(short(await applySalon(admin, salonFile('category'))), [
    'removed categories botes',
  ])
  assert.deepEqual((await planSalon(admin, salonFile('category'))).changes, [])
  const rows = await witness<{ handle: string; active: boolean }[]>`
    select handle, active from categories where business_id = ${businessId} order by handle`
  assert.deepEqual(
    rows.map(({ handle, active }) => `${handle} ${active}`),
    ['botes false', 'pelo true'],
  )
})

test('lists are in the order of the file', async () => {
  const { businessId } = await applySalon(admin, salonFile('order'))
  const first = '  corte: { name: Corte, category: pelo, duration: 30, price: 18.50 }\n'
  const second =
    '  tinte: { name: { es: Tinte, en: Colour }, category: pelo, duration: 60, price: 40 }\n'
  const third = '  barba: { name: Barba, category: pelo, duration: 15, price: 9 }\n'
  const plan = await applySalon(admin, salonFile('order', [first + second, second + third + first]))
  assert.deepEqual(short(plan), [
    'added services barba',
    'changed services',
    'changed professionals ana',
  ])
  assert.deepEqual(plan.changes[1]?.fields, [
    { field: 'order', from: 'corte, tinte', to: 'tinte, corte' },
  ])
  assert.deepEqual(
    (await contentsOf(witness, businessId)).services.map((line) => line.split(' ')[0]),
    ['tinte', 'barba', 'corte'],
  )
})

test('a change that fails halfway changes nothing', async () => {
  const { businessId } = await applySalon(admin, salonFile('halfway'))
  const before = await contentsOf(witness, businessId)
  const file = salonFile(
    'halfway',
    ['name: Salón Lola', 'name: Otra'],
    ['price: 18.50', 'price: 1'],
  )
  // the parser would refuse this duration; the database refuses it after the profile is written
  const [service] = file.services
  assert.ok(service)
  service.durationMinutes = 3
  await assert.rejects(applySalon(admin, file), /services_duration/)
  assert.deepEqual(await contentsOf(witness, businessId), before)

  const unsaved = { ...file, slug: 'unsaved' }
  await assert.rejects(applySalon(admin, unsaved), /services_duration/)
  assert.equal((await witness`select from registry.businesses where slug = 'unsaved'`).length, 0)
})

test('the mode of a salon cannot be changed', async () => {
  await applySalon(admin, salonFile('moded'))
  await assert.rejects(applySalon(admin, salonFile('moded', ['mode: test', 'mode: live'])), {
    code: 'MODE_IS_FIXED',
    message:
      'moded is a test salon, and the mode of a salon cannot be changed. Use another slug for a live salon.',
  })
})

test('applying the file of one salon does not change another', async () => {
  const neighbour = await applySalon(admin, salonFile('neighbour'))
  const before = await contentsOf(witness, neighbour.businessId)
  const { businessId } = await applySalon(admin, salonFile('busybody'))
  await applySalon(
    admin,
    salonFile(
      'busybody',
      ['price: 18.50', 'price: 3'],
      ['tuesday: 10:00-20:00', 'sunday: 10:00-12:00'],
      ['services: [corte]', 'services: []'],
    ),
  )
  await applySalon(
    admin,
    parseSalonFile(
      'salon: busybody\nmode: test\nname: B\naddress: { country: ES }\nsettings: { currency: EUR, timezone: Europe/Madrid, language: es }\nhours: {}\n',
      'b.yaml',
    ),
  )
  assert.deepEqual((await contentsOf(witness, businessId)).services, [
    'corte pelo 300 inactive',
    'tinte pelo 4000 inactive',
  ])
  assert.deepEqual(await contentsOf(witness, neighbour.businessId), before)
})

test('files applied to one salon at the same time are applied one after the other', async () => {
  const files = [
    salonFile('turns', ['price: 18.50', 'price: 10']),
    salonFile('turns', ['name: Salón Lola', 'name: Otra']),
    salonFile('turns', ['tuesday: 12:00-20:00', 'tuesday: 12:00-13:00']),
  ]
  for (let round = 0; round < 5; round++) {
    await applySalon(admin, salonFile('turns'))
    await Promise.all(files.map((file) => applySalon(admin, file)))
    const left = await Promise.all(
      files.map(async (file) => (await planSalon(admin, file)).changes.length),
    )
    assert.ok(left.includes(0), `the salon is a mixture: ${left} changes away from each file`)
  }
})

test('applying a new salon several times at once creates one salon', async () => {
  const prices = ['10', '20', '30', '40']
  const results = await Promise.allSettled(
    prices.map((price) =>
      applySalon(admin, salonFile('rushed', ['price: 18.50', `price: ${price}`])),
    ),
  )
  assert.ok(results.some(({ status }) => status === 'fulfilled'))
  for (const outcome of results)
    if (outcome.status === 'rejected') assert.equal(outcome.reason.code, 'SLUG_TAKEN')
  assert.equal((await witness`select from registry.businesses where slug = 'rushed'`).length, 1)
})

test('two thousand services are applied in few round trips, with progress', async (t) => {
  const services = Array.from(
    { length: 1990 },
    (_, index) =>
      `  s${index}: { name: { es: Servicio ${index}, en: Service ${index} }, category: pelo, duration: 30, price: ${index}.15, description: Un servicio }\n`,
  ).join('')
  const text = changed(salonText('large'), [['services:\n', `services:\n${services}`]])
  const progress: [number, number][] = []
  const { urls } = await testDatabase()
  const tap = await tapWire(urls.cli)
  const tapped = openPool({ url: tap.url, max: 1, name: 'silla-test-apply' })
  t.after(() => tapped.end().then(tap.close))
  const plan = await applySalon(tapped, parseSalonFile(text, 'large.yaml'), {
    onProgress: (done, total) => progress.push([done, total]),
  })
  const roundTrips = [tap.roundTrips()]
  assert.deepEqual(progress.at(-1), [plan.changes.length, plan.changes.length])
  assert.ok(progress.length > 4)
  const [first] = (await auditLog(admin, 'large', { offset: 0, limit: 1 })).entries
  assert.equal(
    Object(first?.detail.changes)['services added'],
    1992,
    'a long list of changes is recorded as counts',
  )
  const raised = changed(text, [
    ['services:\n', 'services:\n  extra: { name: Extra, category: pelo, duration: 5, price: 1 }\n'],
  ]).replaceAll('.15,', '.25,')
  assert.equal(
    (await applySalon(tapped, parseSalonFile(raised, 'large.yaml'))).changes.filter(
      ({ area, kind }) => area === 'services' && kind === 'changed',
    ).length,
    1990,
  )
  roundTrips.push(tap.roundTrips())
  assert.ok(
    roundTrips.every((count) => count < 100),
    String(roundTrips),
  )
})

test('D27: custom limits are stored in the registry, and removed when the file omits them', async () => {
  const limited = (limits: string) =>
    parseSalonFile(
      salonText('limited').replace('hours:', `limits: ${limits}\nhours:`),
      'limited.yaml',
    )
  const { businessId } = await applySalon(
    admin,
    limited('{ publishable_per_address: 240, look_up: 5 }'),
  )
  const rates = async () => {
    const [row] = await witness<{ rates: object; version: number }[]>`
      select r.rates, b.catalog_version as version from registry.businesses r
      join businesses b on b.business_id = r.business_id where r.business_id = ${businessId}`
    return row
  }
  assert.deepEqual(await rates(), { rates: { publishablePerAddress: 240, lookUp: 5 }, version: 2 })
  assert.deepEqual(
    (await applySalon(admin, limited('{ publishable_per_address: 240, look_up: 5 }'))).changes,
    [],
  )

  const plan = await applySalon(admin, limited('{ look_up: 6 }'))
  assert.deepEqual(planLines(plan).slice(1), [
    '~ limits',
    '    lookUp: 5 per minute -> 6 per minute',
    '    publishablePerAddress: 240 per minute -> (none)',
  ])
  assert.deepEqual(await rates(), { rates: { lookUp: 6 }, version: 2 })
  await applySalon(admin, parseSalonFile(salonText('limited'), 'limited.yaml'))
  assert.deepEqual(await rates(), { rates: {}, version: 2 })
  assert.throws(() => limited('{ look_up: 0 }'), /look_up/)
})
