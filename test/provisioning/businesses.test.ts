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
import { openListener } from '@silla/db'
import { testDatabase } from '../support/database.ts'
import { bookInto } from './salon-contents.ts'
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

test('a business is created empty, and a file fills it later', async () => {
  const { businessId, createdAt, ...rest } = await createBusiness(admin, marina)
  assert.match(businessId, /^[0-9a-f-]{36}$/)
  assert.ok(Date.now() - createdAt.getTime() < 60_000)
  assert.deepEqual(rest, { ...marina, status: 'active' })
  const plan = await planSalon(admin, salonFile(marina.slug))
  assert.equal(plan.businessId, businessId)
  assert.ok(plan.changes.some(({ kind, area }) => kind === 'added' && area === 'services'))
})

test('a slug belongs to one business', async () => {
  await createBusiness(admin, { ...marina, slug: 'taken' })
  await assert.rejects(createBusiness(admin, { ...marina, slug: 'taken' }), {
    code: 'SLUG_TAKEN',
    message: 'There is a business called taken already.',
  })
})

test('what cannot be a business is told whole', async () => {
  const nonsense = {
    ...marina,
    slug: 'Big Salon',
    name: '  ',
    timezone: 'Asia/Dubay',
    country: 'ae',
    currency: 'CHF' as 'EUR',
  }
  await assert.rejects(createBusiness(admin, nonsense), (error) => {
    assert.ok(error instanceof ProvisioningError)
    assert.equal(error.code, 'NOT_VALID')
    assert.deepEqual(error.message.split('\n').sort(), [
      'country: must be a country code of two capitals such as ES, found "ae"',
      'currency: must be one of EUR, USD, GBP, AED, found "CHF"',
      'name: must be text, found ""',
      'salon: must be a short name of small letters, digits and hyphens, found "Big Salon"',
    ])
    return true
  })
  await assert.rejects(
    createBusiness(admin, { ...marina, slug: 'zoned', timezone: 'Asia/Dubay' }),
    {
      message: 'timezone: no time zone is called Asia/Dubay; one is Europe/Madrid',
    },
  )
})

test('a business is shown with how much there is of everything', async () => {
  const { businessId } = await applySalon(admin, salonFile('counted'))
  const visit = { professional: 'luis', service: 'corte' }
  await bookInto(witness, businessId, {
    ...visit,
    startsAt: '2030-03-05T17:00:00Z',
    code: 'COMING0001',
  })
  await bookInto(witness, businessId, {
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
  })
})

test('the list tells every business by slug', async () => {
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

test('the list is narrowed and turned page by page, and finds a name by a part of it in any case', async () => {
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

test('suspending and resuming are told to every process, and doing it again is no change', {
  timeout: 10_000,
}, async () => {
  const { businessId } = await createBusiness(admin, { ...marina, slug: 'late-payer' })
  const notices = await openListener(urls.listen)
  const observation: string[] = []
  const heard = new Promise<void>((resolve) => {
    notices.on('silla_keys', (id) => {
      observation.push(id)
      if (observation.length === 2) resolve()
    })
  })
  assert.equal((await suspendBusiness(admin, 'late-payer')).status, 'suspended')
  assert.equal((await suspendBusiness(admin, 'late-payer')).status, 'suspended')
  assert.equal((await showBusiness(admin, 'late-payer')).status, 'suspended')
  assert.equal((await resumeBusiness(admin, 'late-payer')).status, 'active')
  await heard
  assert.deepEqual(observation, [businessId, businessId])
  await notices.close()
})

test('an unknown slug is told in a sentence', async () => {
  const unknown = { code: 'BUSINESS_NOT_FOUND', message: 'There is no business called nobody.' }
  await assert.rejects(showBusiness(admin, 'nobody'), unknown)
  await assert.rejects(suspendBusiness(admin, 'nobody'), unknown)
  await assert.rejects(resumeBusiness(admin, 'nobody'), unknown)
})
