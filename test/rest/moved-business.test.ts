import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCalendarFeed, deleteBusiness, forgetBusiness } from '@silla/core'
import { testApi } from '../support/api.ts'
import { assertError, dataOf } from '../support/assertions.ts'
import { testDatabase } from '../support/database.ts'
import { openSalon, type TestSalon } from '../support/salon.ts'
import { staffOf } from '../support/staff.ts'
import { until } from '../support/until.ts'

const { admin, witness } = await testDatabase()
const elsewhere = 'https://other.example'

async function movedSalon(): Promise<{ salon: TestSalon; calendar: string }> {
  const salon = await openSalon({ professionals: ['Ana'], settings: { onlinePage: true } })
  const { token } = await createCalendarFeed(await staffOf(salon), null)
  dataOf(await salon.guest.get('/servicios/'))
  const { clock, slug } = salon
  await deleteBusiness(admin, slug, { allowOrphaned: true, movedTo: elsewhere, clock })
  return { salon, calendar: `/calendarios/${token}.ics` }
}

const open = async (path: string, options: RequestInit = {}) => {
  const { url } = await testApi()
  const response = await fetch(new URL(path, url), { redirect: 'manual', ...options })
  return [response.status, response.headers.get('location')]
}

test('keys of a salon that has moved get its new address, by REST and by GraphQL', async () => {
  const { salon } = await movedSalon()
  await until(async () => (await salon.guest.get('/servicios/')).status === 421)
  for (const client of [salon.guest, salon.backend]) {
    const answer = await client.get('/reservas/')
    assertError(answer, 'BUSINESS_MOVED')
    assert.equal(answer.headers.get('location'), elsewhere)
    // a page of another origin reads it, and nothing of an answer to a secret key
    const exposed = answer.headers.get('access-control-expose-headers')
    assert.equal(exposed?.endsWith(', Location') ?? null, client === salon.guest || null)
  }
  assertError(await salon.guest.book('Ana', '10:00'), 'BUSINESS_MOVED')
  assertError(
    await salon.guest.post('/graphql', { query: '{ negocio { nombre } }' }),
    'BUSINESS_MOVED',
  )
})

test('sessions of staff get the new address of a salon that has moved, and ended ones do not', async () => {
  const salon = await openSalon({ professionals: ['Ana'] })
  const [owner, left] = [await salon.staff('owner'), await salon.staff('manager')]
  dataOf(await left.delete('/sesion/'))
  const { clock, slug } = salon
  await deleteBusiness(admin, slug, { allowOrphaned: true, movedTo: elsewhere, clock })
  await until(async () => (await owner.get('/sesion/')).status === 421)
  const answer = await owner.get('/agenda/')
  assertError(answer, 'BUSINESS_MOVED')
  assert.equal(answer.headers.get('location'), elsewhere)
  assertError(await left.get('/agenda/'), 'SESSION_ENDED')
  await forgetBusiness(admin, slug)
  await until(async () => (await owner.get('/sesion/')).status === 401)
  assertError(await owner.get('/agenda/'), 'SESSION_ENDED')
})

test('the page and the calendars of a salon that has moved are redirected, with their paths', async () => {
  const { salon, calendar } = await movedSalon()
  await until(async () => (await open(`/s/${salon.slug}`))[0] === 308)
  for (const path of [
    `/s/${salon.slug}`,
    `/s/${salon.slug}?servicio_id=7`,
    `/s/${salon.slug}/r/7K2MP9QRST`,
    calendar,
  ])
    assert.deepEqual(await open(path), [308, `${elsewhere}${path}`])
})

test('assistants of a salon that has moved get its new address', async () => {
  const { salon } = await movedSalon()
  const { url } = await testApi()
  const call = () =>
    fetch(new URL(`/s/${salon.slug}/mcp`, url), {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
    })
  await until(async () => (await call()).status === 421)
  const response = await call()
  const { error } = (await response.json()) as { error: { data: { code: string } } }
  assert.deepEqual(
    [response.headers.get('location'), error.data.code],
    [elsewhere, 'BUSINESS_MOVED'],
  )
})

test('a salon that was forgotten is unknown', async () => {
  const { salon, calendar } = await movedSalon()
  await forgetBusiness(admin, salon.slug)
  await until(async () => (await salon.guest.get('/servicios/')).status === 401)
  assertError(await salon.guest.get('/servicios/'), 'INVALID_API_KEY')
  assert.deepEqual(await open(`/s/${salon.slug}`), [404, null])
  assert.deepEqual(await open(calendar), [404, null])
  await assert.rejects(forgetBusiness(admin, salon.slug), { code: 'NOT_MOVED' })
  const rows = await witness`
    select from registry.moved_hashes where business_id = ${salon.businessId}`
  assert.equal(rows.length, 0)
})

test('another salon with the slug of one that has moved has the page', async () => {
  const { salon } = await movedSalon()
  await witness`
    update registry.moved_businesses set slug = 'salon-again' where business_id = ${salon.businessId}`
  const next = await openSalon({ professionals: ['Ana'], settings: { onlinePage: true } })
  await witness`update registry.moved_businesses set slug = ${next.slug} where slug = 'salon-again'`
  assert.equal((await open(`/s/${next.slug}`))[0], 200)
})
