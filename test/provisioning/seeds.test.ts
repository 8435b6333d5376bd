import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { applySalon, parseSalonFile, planSalon, seedDemoActivity } from '@silla/core'
import { readApiKey } from '@silla/tenants'
import { testClock } from '../support/clock.ts'
import { testDatabase } from '../support/database.ts'
import { contentsOf } from './salon-contents.ts'
import { salonFile } from './salon-text.ts'

const { admin, witness } = await testDatabase()
const folder = new URL('../../tenants/seeds/', import.meta.url)
const seeds = readdirSync(folder)
  .filter((name) => name.endsWith('.yaml'))
  .map((name) => parseSalonFile(readFileSync(new URL(name, folder), 'utf8'), name))
const seed = (slug: string) => seeds.find((file) => file.slug === slug) ?? assert.fail(slug)
// every weekday once, and the days on which Europe changes its clocks
const days = [
  '2030-03-04',
  '2030-03-05',
  '2030-03-06',
  '2030-03-07',
  '2030-03-08',
  '2030-03-09',
  '2030-03-10',
  '2030-03-31',
  '2030-10-27',
]

test('the demo has three salons, each with its own keys', () => {
  assert.deepEqual(
    seeds.map(({ slug, mode }) => `${slug} ${mode}`),
    ['barberia-lavapies demo', 'oasis-dubai demo', 'vecina demo'],
  )
  const keys = seeds.flatMap(({ demoKeys }) => Object.values(demoKeys ?? {}))
  assert.equal(new Set(keys).size, 6)
  for (const key of keys) assert.equal(readApiKey(key)?.label, 'test')
})

test('the two large salons have texts in three languages and images of the demo', () => {
  for (const { services, categories, professionals, products, pointsPackages, profile } of [
    seed('barberia-lavapies'),
    seed('oasis-dubai'),
  ]) {
    assert.ok(services.length >= 12 && categories.length >= 4 && professionals.length >= 4)
    assert.ok(products.length >= 3 && pointsPackages.length >= 1)
    // so that the bookkeeping of the demo shows it
    for (const { vatBasisPoints } of [...services, ...products]) assert.ok(vatBasisPoints)
    for (const { name } of pointsPackages)
      assert.deepEqual(Object.keys({ ...name }).sort(), ['ar', 'en', 'es'])
    for (const { name, description } of [...services, ...categories, ...products]) {
      assert.deepEqual(Object.keys({ ...name }).sort(), ['ar', 'en', 'es'])
      assert.deepEqual(Object.keys({ ...description }).sort(), ['ar', 'en', 'es'])
    }
    const images = [
      profile.logoUrl,
      profile.coverUrl,
      ...[...categories, ...products].map(({ imageUrl }) => imageUrl),
      ...[...services, ...professionals].flatMap(({ imageUrl, galleryUrls }) => [
        imageUrl,
        ...galleryUrls,
      ]),
    ]
    for (const image of images) assert.match(image, /^\/demo\/images\/[a-z0-9-]{1,80}\.svg$/)
  }
})

test('applying the demo salons again on a later day changes nothing', async () => {
  for (const file of seeds) {
    const { businessId } = await applySalon(admin, file, {
      clock: testClock(new Date('2030-03-04T09:00:00Z')),
    })
    const before = await contentsOf(witness, businessId)
    const later = { clock: testClock(new Date('2030-04-20T09:00:00Z')) }
    assert.deepEqual((await applySalon(admin, file, later)).changes, [])
    assert.deepEqual(await contentsOf(witness, businessId), before)
    const keys = await witness<
      { kind: string }[]
    >`select kind from registry.api_keys where business_id = ${businessId} order by kind`
    assert.deepEqual(
      keys.map(({ kind }) => kind),
      // its booking page has another one
      ['publishable', 'publishable', 'secret'],
    )
  }
})

for (const day of days) {
  test(`every demo visit finds a day when the demo starts on ${day}`, async () => {
    for (const original of seeds) {
      const file = { ...original, slug: `${original.slug}-${day}`, demoKeys: null }
      const now = new Date(`${day}T11:10:00Z`)
      const { businessId } = await applySalon(admin, file, { clock: testClock(now) })
      const expected = { bookings: file.demo?.bookings.length, reviews: file.demo?.reviews.length }
      assert.deepEqual(await seedDemoActivity(admin, file, testClock(now)), expected)

      const wrong = await witness`
        select b.code, b.state, b.starts_at from bookings b
        where b.business_id = ${businessId}
          and ((b.state = 'confirmed') <> (b.ends_at > ${now} and b.state <> 'cancelled')
            or b.created_at > ${now} or b.updated_at > ${now})`
      assert.deepEqual([...wrong], [])
      const lines = await witness<DemoLine[]>`
        select b.code, l.professional_id, l.unit_ids, l.phase_minutes, l.buffer_minutes, l.starts_at
        from bookings b
        join booking_lines l on l.business_id = b.business_id and l.booking_id = b.id
        where b.business_id = ${businessId} and b.state = 'confirmed'`
      const claims = await witness<DemoClaim[]>`
        select b.code, c.resource_id, c.starts_at, c.ends_at from claims c
        join bookings b on b.business_id = c.business_id and b.id = c.owner_id
        where c.business_id = ${businessId} and c.owner_kind = 'booking'`
      assert.deepEqual(claims.flatMap(minutesOfClaim).sort(), lines.flatMap(minutesOfLine).sort())
      const [history] = await witness<{ moves: number; lines: number }[]>`
        select count(distinct t.id)::int as moves, count(distinct l.id)::int as lines from bookings b
        join booking_transitions t on t.business_id = b.business_id and t.booking_id = b.id
        join booking_lines l on l.business_id = b.business_id and l.booking_id = b.id
        where b.business_id = ${businessId}`
      assert.ok((history?.lines ?? 0) >= (expected.bookings ?? 0))
      assert.ok((history?.moves ?? 0) > (expected.bookings ?? 0))
    }
  })
}

interface DemoLine {
  code: string
  professionalId: number
  unitIds: number[]
  phaseMinutes: number[]
  bufferMinutes: number
  startsAt: Date
}

interface DemoClaim {
  code: string
  resourceId: number
  startsAt: Date
  endsAt: Date
}

const minutesFrom = (code: string, resourceId: number, startsAt: Date, length: number) =>
  Array.from(
    { length },
    (_, minute) => `${code} ${resourceId} ${startsAt.getTime() / 60_000 + minute}`,
  )

const minutesOfClaim = ({ code, resourceId, startsAt, endsAt }: DemoClaim) =>
  minutesFrom(code, resourceId, startsAt, (endsAt.getTime() - startsAt.getTime()) / 60_000)

/** Units are taken during waits as well, professionals are not; buffers take both (D34, D35). */
function minutesOfLine({ code, startsAt, ...line }: DemoLine): string[] {
  const isWaiting = line.phaseMinutes.flatMap((minutes, phase) =>
    Array<boolean>(minutes).fill(phase % 2 === 1),
  )
  const length = isWaiting.length + line.bufferMinutes
  return [
    ...minutesFrom(code, line.professionalId, startsAt, length).filter((_, at) => !isWaiting[at]),
    ...line.unitIds.flatMap((unitId) => minutesFrom(code, unitId, startsAt, length)),
  ]
}

test('the demo shows waits, buffers, resources and own terms', () => {
  const { services, professionals, resourceTypes } = seed('barberia-lavapies')
  assert.ok(services.some(({ phases }) => phases.length > 1))
  assert.ok(services.some(({ bufferMinutes }) => bufferMinutes > 0))
  assert.ok(resourceTypes.some(({ count }) => count > 1))
  const booked = seed('barberia-lavapies').demo?.bookings ?? []
  assert.ok(
    professionals.some(({ handle, ownTerms }) =>
      booked.some(
        ({ professionalHandle, serviceHandles }) =>
          professionalHandle === handle &&
          ownTerms.some(({ serviceHandle }) => serviceHandles.includes(serviceHandle)),
      ),
    ),
    'a demo visit is on own terms',
  )
})

test('seeding a demo twice adds nothing, and applying its file again orphans nothing', async () => {
  const file = { ...seed('barberia-lavapies'), slug: 'filled', demoKeys: null }
  const clock = testClock(new Date('2030-03-04T11:10:00Z'))
  const { businessId } = await applySalon(admin, file, { clock })
  await seedDemoActivity(admin, file, clock)
  const before = await contentsOf(witness, businessId)
  clock.set(new Date('2030-03-06T11:10:00Z'))
  assert.deepEqual(await seedDemoActivity(admin, file, clock), { bookings: 0, reviews: 0 })
  assert.deepEqual(await contentsOf(witness, businessId), before)
  assert.deepEqual((await planSalon(admin, file, { clock })).orphaned, [])
  const states = await witness<
    { state: string }[]
  >`select distinct state from bookings where business_id = ${businessId} order by state`
  assert.deepEqual(
    states.map(({ state }) => state),
    ['cancelled', 'completed', 'confirmed', 'no_show'],
  )
})

test('bookings added to the file do not overlap with each other or with existing bookings', async () => {
  const file = { ...seed('vecina'), slug: 'growing', demoKeys: null }
  const clock = testClock(new Date('2030-03-04T11:10:00Z'))
  const { businessId } = await applySalon(admin, file, { clock })
  await seedDemoActivity(admin, file, clock)
  const bookings = file.demo?.bookings ?? []
  const additions = ['Eva Sanz', 'Sol Ruiz'].flatMap((customerName) =>
    bookings.map((booking) => ({ ...booking, customerName })),
  )
  const grown = { ...file, demo: { bookings: [...bookings, ...additions], reviews: [] } }
  assert.deepEqual(await seedDemoActivity(admin, grown, clock), {
    bookings: additions.length,
    reviews: 0,
  })
  const [shared] = await witness<{ count: number }[]>`
    select count(*)::int from bookings a join bookings b on b.business_id = a.business_id
      and b.professional_id = a.professional_id and b.id > a.id and b.starts_at < a.ends_at and a.starts_at < b.ends_at
    where a.business_id = ${businessId} and a.starts_at > ${clock.now()}`
  assert.equal(shared?.count, 0)
})

test('sample bookings are only added to a demo salon', async () => {
  const file = salonFile('real')
  await applySalon(admin, file)
  await assert.rejects(seedDemoActivity(admin, file), {
    code: 'NOT_A_DEMO',
    message: 'real is a test salon. Sample bookings can only be added to a demo salon.',
  })
})

test('a demo salon with invalid keys is not created', async () => {
  const file = {
    ...seed('vecina'),
    slug: 'keyless',
    demoKeys: { publishable: 'silla_pub_test_typo', secret: 'silla_sec_test_typo' },
  }
  await assert.rejects(applySalon(admin, file), /valid checksum/)
  assert.equal((await witness`select from registry.businesses where slug = 'keyless'`).length, 0)
})

test('a salon with the keys of another is not created', async () => {
  const copy = { ...seed('vecina'), slug: 'vecina-dos' }
  await applySalon(admin, seed('vecina'))
  await assert.rejects(applySalon(admin, copy), { code: 'KEY_TAKEN' })
  assert.equal((await witness`select from registry.businesses where slug = 'vecina-dos'`).length, 0)
})
