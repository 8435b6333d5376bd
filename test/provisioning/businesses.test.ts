import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  applySalon,
  type BusinessListFilter,
  createBusiness,
  listBusinesses,
  ProvisioningError,
  planSalon,
  resumeBusiness,
  showBusiness,
  suspendBusiness,
} from '@silla/core'
import { businessQueries, openListener } from '@silla/db'
import { testDatabase } from '../support/database.ts'
import { inTime } from '../support/in-time.ts'
import { insertBooking } from './salon-contents.ts'
import { salonFile } from './salon-text.ts'

const { admin, witness, urls } = await testDatabase()
const marina = {
  slug: 'salon-marina',
  name: 'Salon Marina',
  mode: 'test',
  timezone: 'Asia/Dubai',
  currency: 'AED',
  language: 'ar',
  country: 'AE',
} as const

test('a business is created empty, and a file can be applied to it later', async () => {
  const { businessId, createdAt, ...rest } = await createBusiness(admin, marina)
  assert.match(businessId, /^[0-9a-f-]{36}$/)
  assert.ok(Date.now() - createdAt.getTime() < 60_000)
  assert.deepEqual(rest, { ...marina, status: 'active' })
  const plan = await planSalon(admin, salonFile(marina.slug))
  assert.equal(plan.businessId, businessId)
  assert.ok(plan.changes.some(({ kind, area }) => kind === 'added' && area === 'services'))
})

test('a slug can be used once', async () => {
  await createBusiness(admin, { ...marina, slug: 'taken' })
  await assert.rejects(createBusiness(admin, { ...marina, slug: 'taken' }), {
    code: 'SLUG_TAKEN',
    message: 'A business with the slug taken already exists. Use another slug.',
  })
})

test('creating a business reports all invalid values at once', async () => {
  const invalid = {
    ...marina,
    slug: 'Big Salon',
    name: '  ',
    timezone: 'Asia/Dubay',
    country: 'ae',
    currency: 'CHF' as 'EUR',
  }
  await assert.rejects(createBusiness(admin, invalid), (error) => {
    assert.ok(error instanceof ProvisioningError)
    assert.equal(error.code, 'NOT_VALID')
    assert.deepEqual(error.message.split('\n').sort(), [
      'country: must be a country code of two capital letters such as ES, found "ae"',
      'currency: must be one of EUR, USD, GBP, AED, found "CHF"',
      'name: must be text, found ""',
      'salon: must be a slug of lower-case letters, digits and hyphens, found "Big Salon"',
    ])
    return true
  })
  await assert.rejects(
    createBusiness(admin, { ...marina, slug: 'zoned', timezone: 'Asia/Dubay' }),
    {
      message: 'timezone: unknown time zone Asia/Dubay: use a name such as Europe/Madrid',
    },
  )
})

test('a business is shown with counts of its active entries and upcoming bookings', async () => {
  const { businessId } = await applySalon(admin, salonFile('counted'))
  const visit = { professional: 'luis', service: 'corte' }
  await insertBooking(witness, businessId, {
    ...visit,
    startsAt: '2030-03-05T17:00:00Z',
    code: 'COMING0001',
  })
  await insertBooking(witness, businessId, {
    ...visit,
    startsAt: '2020-03-05T17:00:00Z',
    code: 'GONE000001',
  })
  await applySalon(
    admin,
    salonFile(
      'counted',
      ['services: all', 'services: [corte]'],
      [
        '  tinte: { name: { es: Tinte, en: Colour }, category: pelo, duration: 60, price: 40 }\n',
        '',
      ],
    ),
  )
  const { createdAt: _, ...shown } = await showBusiness(admin, 'counted')
  assert.deepEqual(shown, {
    businessId,
    slug: 'counted',
    name: 'Salón Lola',
    mode: 'test',
    status: 'active',
    timezone: 'Europe/Madrid',
    currency: 'EUR',
    language: 'es',
    country: 'ES',
    catalogVersion: 3,
    categories: 1,
    services: 1,
    professionals: 2,
    comingBookings: 1,
    onlinePage: false,
  })
})

test('the list contains all businesses, ordered by slug', async () => {
  await createBusiness(admin, { ...marina, slug: 'aaa-first', name: 'First' })
  const [first, ...others] = (await listBusinesses(admin)).businesses
  assert.equal(first?.name, 'First')
  assert.deepEqual(
    [first, ...others].map((business) => business?.slug),
    (await witness<{ slug: string }[]>`select slug from registry.businesses order by slug`).map(
      ({ slug }) => slug,
    ),
  )
})

test('the list can be filtered, paged, and searched by part of a name in any case', async () => {
  const names = { 'narrow-a': 'Peluquería ÑANDÚ', 'narrow-b': 'Barbería Ñandú', 'narrow-c': 'Otra' }
  for (const [slug, name] of Object.entries(names)) {
    await createBusiness(admin, {
      ...marina,
      slug,
      name,
      country: slug === 'narrow-b' ? 'ES' : 'AE',
    })
  }
  await suspendBusiness(admin, 'narrow-c')
  const slugs = async (filter: BusinessListFilter) => {
    const { businesses, total } = await listBusinesses(admin, filter)
    return [businesses.map(({ slug }) => slug).join(' '), total]
  }
  assert.deepEqual(await slugs({ search: 'ñandú' }), ['narrow-a narrow-b', 2])
  assert.deepEqual(await slugs({ search: 'ÑANDÚ', country: 'ES' }), ['narrow-b', 1])
  assert.deepEqual(await slugs({ search: 'narrow', status: 'suspended' }), ['narrow-c', 1])
  assert.deepEqual(await slugs({ search: 'narrow-', offset: 1, limit: 1 }), ['narrow-b', 3])
  assert.deepEqual(await slugs({ search: 'narrow-', offset: 3, limit: 1 }), ['', 3])
  assert.deepEqual(await slugs({ search: 'narrow-', mode: 'live' }), ['', 0])
  assert.deepEqual(await slugs({ search: 'narrow-', currency: 'EUR' }), ['', 0])
})

test('by key, pages have each business once, although others are added before and after meanwhile', async () => {
  const create = (name: string) =>
    createBusiness(admin, { ...marina, slug: `keyed-${name}`, name: `Keyed ${name}` })
  const before = ['b', 'd', 'f', 'h', 'j']
  for (const name of before) await create(name)
  // the registry alone, and the rows of the businesses
  for (const [round, filter] of [{ mode: 'test' as const }, { search: 'keyed-' }].entries()) {
    const added = ['a', 'c', 'e'].map((name) => `${name}${round}`)
    const seen: string[] = []
    for (let after: string | undefined; ; after = seen.at(-1)) {
      const { businesses, total } = await listBusinesses(admin, { ...filter, after, limit: 2 })
      if (businesses.length === 0) break
      assert.ok(seen.length < 100, `the pages do not end: ${seen}`)
      assert.ok(total >= before.length, `${total}`)
      seen.push(...businesses.map(({ slug }) => slug))
      const name = added.shift()
      if (name !== undefined) await create(name)
    }
    assert.deepEqual(seen, [...new Set(seen)].sort())
    for (const name of before) assert.ok(seen.includes(`keyed-${name}`), `${name}: ${seen}`)
  }
})

test('counting the businesses is a statement of its own', async () => {
  const every = { mode: null, status: null, country: null, currency: null, search: null }
  /** The plan, where an index is used if one can be. */
  const explained = (statement: unknown): Promise<string> =>
    admin.begin(async (tx) => {
      await tx`set local enable_seqscan = off`
      const rows = await tx`explain (costs off) ${statement as never}`
      return rows.map((row) => Object.values(row)[0]).join('\n')
    }) as Promise<string>

  const page = await explained(
    businessQueries.listBusinesses(admin, { ...every, after: 'narrow-a', offset: 0, limit: 2 }),
  )
  assert.doesNotMatch(page, /Aggregate/)
  assert.match(page, /Index Cond: .*slug > /)
  assert.match(await explained(businessQueries.countBusinesses(admin, every)), /Aggregate/)
})

test('a page of the list reads the rows of its own businesses only', async () => {
  const [first, second] = (await listBusinesses(admin)).businesses
  // the rows of the others cannot be read
  await witness.unsafe(`
    create function app.is_first(p_id uuid) returns boolean language plpgsql as $$
    begin
      if p_id not in ('${first?.businessId}', '${second?.businessId}') then
        raise 'this page has other businesses';
      end if;
      return true;
    end $$`)
  await witness`
    create policy only_first on business_settings as restrictive to silla_admin
    using (app.is_first(business_id))`
  try {
    const page = await listBusinesses(admin, { offset: 0, limit: 2 })
    assert.deepEqual(page.businesses, [first, second])
    assert.ok(page.total > 2)
    const beyond = await listBusinesses(admin, { offset: 999, limit: 2 })
    assert.deepEqual([beyond.businesses, beyond.total], [[], page.total])
    await assert.rejects(listBusinesses(admin, { offset: 0, limit: 3 }), /this page has other/)
  } finally {
    await witness`drop policy only_first on business_settings`
  }
})

test('suspending and resuming notify every process, and repeating either changes nothing', async () => {
  const { businessId } = await createBusiness(admin, { ...marina, slug: 'late-payer' })
  const listener = await openListener(urls.listen)
  const notified: string[] = []
  const twice = new Promise<void>((resolve) => {
    listener.on('silla_keys', (id) => {
      notified.push(id)
      if (notified.length === 2) resolve()
    })
  })
  assert.equal((await suspendBusiness(admin, 'late-payer')).status, 'suspended')
  assert.equal((await suspendBusiness(admin, 'late-payer')).status, 'suspended')
  assert.equal((await showBusiness(admin, 'late-payer')).status, 'suspended')
  assert.equal((await resumeBusiness(admin, 'late-payer')).status, 'active')
  await inTime(twice, 'The second notification')
  assert.deepEqual(notified, [businessId, businessId])
  await listener.close()
})

test('an unknown slug is reported', async () => {
  const unknown = { code: 'BUSINESS_NOT_FOUND', message: 'Business not found: nobody.' }
  await assert.rejects(showBusiness(admin, 'nobody'), unknown)
  await assert.rejects(suspendBusiness(admin, 'nobody'), unknown)
  await assert.rejects(resumeBusiness(admin, 'nobody'), unknown)
})
