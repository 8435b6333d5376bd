import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createKey, newApiKey } from '@silla/tenants'
import { dataOf } from '../../support/assertions.ts'
import { client } from '../../support/client.ts'
import { testDatabase } from '../../support/database.ts'
import { admits, openLimited, refuses } from './limited.ts'

test('D27: a publishable key allows 120 requests a minute per address, counted separately for each address', async (t) => {
  const { visitorAt } = await openLimited(t)
  const busy = visitorAt('192.0.2.1')
  await admits(120, () => busy.get('/negocio/'))
  const refused = await refuses(() => busy.get('/servicios/'))
  assert.equal(refused.headers.get('retry-after'), '1')
  assert.equal(refused.headers.get('ratelimit'), '"address";r=0;t=60')
  assert.equal(
    refused.headers.get('ratelimit-policy'),
    '"address";q=120;w=60, "business";q=3000;w=60',
  )
  await admits(1, () => visitorAt('192.0.2.2').get('/negocio/'))
})

test('D27: free days of many professionals count as several requests', async (t) => {
  const professionals = Array.from({ length: 20 }, (_, index) => `Persona ${index}`)
  const { salon, visitorAt } = await openLimited(t, { professionals })
  const visitor = visitorAt('192.0.2.1')
  const left = async (query: string) => {
    const { headers } = await visitor.get(`/disponibilidad/dias/${query}`)
    return headers.get('ratelimit')?.replace(/;t=.*/, '')
  }
  assert.equal(await left(`?peluquero_id=${salon.id('Persona 0')}`), '"address";r=119')
  assert.equal(await left('?desde=2030-03-05&hasta=2030-03-29'), '"address";r=118')
  assert.equal(await left(''), '"address";r=116')
  assert.equal(await left('?desde=2030-03-05&hasta=2030-06-05'), '"address";r=112')
})

test('D27: every response has the remaining limit, and tokens refill evenly', async (t) => {
  const { visitorAt, later } = await openLimited(t)
  const visitor = visitorAt('192.0.2.1')
  const first = await visitor.get('/negocio/')
  assert.equal(first.headers.get('ratelimit'), '"address";r=119;t=1')
  const unchanged = await visitor.get('/negocio/', {
    'if-none-match': first.headers.get('etag') ?? '',
  })
  assert.equal(unchanged.status, 304)
  assert.equal(unchanged.headers.get('ratelimit'), '"address";r=118;t=1')

  await admits(118, () => visitor.get('/negocio/'))
  await refuses(() => visitor.get('/negocio/'))
  later(1)
  await admits(2, () => visitor.get('/negocio/'))
  await refuses(() => visitor.get('/negocio/'))
  later(60)
  await admits(120, () => visitor.get('/negocio/'))
})

test('D27: the publishable keys of a business allow 3,000 requests a minute in total', async (t) => {
  const { visitorAt } = await openLimited(t)
  for (let address = 1; address <= 25; address++) {
    const visitor = visitorAt(`192.0.2.${address}`)
    await Promise.all(Array.from({ length: 12 }, () => admits(10, () => visitor.get('/negocio/'))))
  }
  const refused = await refuses(() => visitorAt('192.0.2.99').get('/negocio/'))
  assert.match(refused.headers.get('ratelimit') ?? '', /^"business";r=0/)
})

test('D27: a secret key allows 600 requests a minute', async (t) => {
  const { server } = await openLimited(t)
  await Promise.all(Array.from({ length: 20 }, () => admits(30, () => server.get('/negocio/'))))
  const refused = await refuses(() => server.get('/negocio/'))
  assert.equal(refused.headers.get('ratelimit-policy'), '"key";q=600;w=60')
})

for (const [what, input, policy] of [
  ['bookings are made', (who) => who.post('/reservas/crear/', {}), '"create";q=20'],
  ['payments are begun', (who) => who.post('/pagos/intent/', {}), '"intent";q=20'],
  ['codes are looked up', (who) => who.get('/reservas/codigo/ABCDEFGHJK/'), '"look-up";q=20'],
] as const satisfies [
  string,
  (who: Awaited<ReturnType<typeof openLimited>>['server']) => unknown,
  string,
][]) {
  test(`D27: ${what} 20 times a minute from one address, whatever comes of it`, async (t) => {
    const { visitorAt } = await openLimited(t)
    const visitor = visitorAt('192.0.2.1')
    const last = await admits(20, () => input(visitor))
    assert.ok(last.headers.get('ratelimit-policy')?.includes(policy))
    await refuses(() => input(visitor))
    await admits(1, () => visitor.get('/negocio/'))
    await admits(1, () => input(visitorAt('192.0.2.2')))
  })

  test(`D27: for a salon's own server ${what} 20 times a minute for each visitor it names, or 120 times`, async (t) => {
    const { salon, api, server } = await openLimited(t)
    const onBehalfOf = (address: string) =>
      client(api.url, { 'x-api-key': salon.secretKey, 'x-client-ip': address })
    await admits(20, () => input(onBehalfOf('192.0.2.1')))
    await refuses(() => input(onBehalfOf('192.0.2.1')))
    await admits(1, () => input(onBehalfOf('192.0.2.2')))
    await admits(60, () => input(server))
    await admits(60, () => input(onBehalfOf('nonsense')))
    await refuses(() => input(server))
  })
}

test('D27: X-Client-IP is ignored with a publishable key', async (t) => {
  const { visitorAt } = await openLimited(t)
  const visitor = visitorAt('192.0.2.1')
  let n = 0
  const query = () => visitor.post('/reservas/crear/', {}, { 'x-client-ip': `192.0.2.${++n}` })
  await admits(20, query)
  await refuses(query)
})

test('D27: a rejected request takes no token from the other buckets', async (t) => {
  const { visitorAt } = await openLimited(t)
  const visitor = visitorAt('192.0.2.1')
  await admits(20, () => visitor.post('/reservas/crear/', {}))
  for (let i = 0; i < 30; i++) await refuses(() => visitor.post('/reservas/crear/', {}))
  await admits(100, () => visitor.get('/negocio/'))
  await refuses(() => visitor.get('/negocio/'))
})

test('D27: 60 invalid keys a minute per address are checked, and a valid key is still served', async (t) => {
  const { api, salon, visitorAt } = await openLimited(t)
  const guesser = (key: string) =>
    client(api.url, { 'x-api-key': key, 'x-forwarded-for': '192.0.2.1' })
  await admits(20, () => guesser('').get('/negocio/'))
  await admits(20, () => guesser('nonsense').get('/negocio/'))
  await admits(20, () => guesser(newApiKey('publishable', 'test')).get('/negocio/'))
  for (const key of ['', 'nonsense', newApiKey('secret', 'live')]) {
    const refused = await refuses(() => guesser(key).get('/negocio/'))
    assert.match(refused.headers.get('ratelimit') ?? '', /^"failed-keys";r=0/)
  }
  await admits(1, () => visitorAt('192.0.2.2').get('/negocio/'))
  await admits(1, () => client(api.url, { 'x-api-key': salon.publishableKey }).get('/negocio/'))
})

test('D27: custom rates of a business apply when its key is looked up again', async (t) => {
  const { salon, visitorAt, later } = await openLimited(t)
  const { admin } = await testDatabase()
  const agree = (rates: object) =>
    admin`update registry.businesses set rates = ${admin.json(rates as never)} where business_id = ${salon.businessId}`
  const visitor = visitorAt('192.0.2.1')
  await agree({ publishablePerAddress: 3 })
  later(60)
  const last = await admits(3, () => visitor.get('/negocio/'))
  assert.equal(last.headers.get('ratelimit-policy'), '"address";q=3;w=60, "business";q=3000;w=60')
  await refuses(() => visitor.get('/negocio/'))
  // what makes no sense is as if it were not there
  await agree({ publishablePerAddress: -1, nonsense: 1 })
  later(60)
  await admits(120, () => visitor.get('/negocio/'))
})

test('D42: an endpoint is tested ten times a minute per salon, through REST and GraphQL together', async (t) => {
  const { salon, server, later } = await openLimited(t)
  const { admin } = await testDatabase()
  const other = await createKey(admin, salon.businessId, { kind: 'secret', name: 'b', origins: [] })
  const { id } = dataOf(
    await server.post('/webhooks/endpoints/', { url: 'https://till.example/' }),
    201,
  )
  const overRest = () => server.post(`/webhooks/endpoints/${id}/probar/`)
  const overGraphql = () =>
    server.post('/graphql', { query: `mutation { probar_endpoint(id: ${id}) { id } }` })
  await admits(6, overRest)
  await admits(4, overGraphql)
  const refused = await refuses(overRest)
  assert.equal(refused.headers.get('retry-after'), '6')
  await refuses(overGraphql)
  const withOther = { 'x-api-key': other.key }
  await refuses(() => server.post(`/webhooks/endpoints/${id}/probar/`, undefined, withOther))
  await admits(20, () => server.get('/negocio/'))
  later(6)
  await admits(1, overGraphql)
})
