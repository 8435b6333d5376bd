import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { suspendBusiness } from '@silla/core'
import { openApi, testApi } from '../../support/api.ts'
import { assertError, dataOf } from '../../support/assertions.ts'
import { type Client, client } from '../../support/client.ts'
import { testDatabase } from '../../support/database.ts'
import { openSalon, type StaffClient, type TestSalon } from '../../support/salon.ts'
import { testStaffUrl } from '../../support/secrets.ts'
import { browserOf, sessionCookie } from '../../support/signed-in-staff.ts'
import { until } from '../../support/until.ts'

let salon: TestSalon
let other: TestSalon
let url: string

const now = '2030-03-04T10:00'
const path = '/bloqueos/'
const endpoints = '/webhooks/endpoints/'

before(async () => {
  salon = await openSalon({ professionals: ['Ana'], now })
  other = await openSalon({ professionals: ['Zoe'], now })
  url = (await testApi()).url
})

const browser = (staff: StaffClient, headers: Record<string, string> = {}): Client =>
  client(url, { ...browserOf(staff), ...headers })

test('D62: a token works as a cookie of the pages and as a bearer token of an app', async () => {
  const staff = await salon.staff('manager')
  dataOf(await staff.get(path))
  dataOf(await browser(staff).get(path))
  dataOf(await staff.post('/graphql', { query: '{ bloqueos { pagination { total } } }' }))
})

test('D62: a session sees the rows of its own salon alone', async () => {
  const block = { desde: '2030-03-05T10:00', hasta: '2030-03-05T11:00', motivo: 'Curso' }
  const [mine, theirs] = await Promise.all([salon.staff('manager'), other.staff('manager')])
  const { id } = dataOf(await mine.post(path, { peluquero_id: salon.id('Ana'), ...block }), 201)
  assert.deepEqual(dataOf(await theirs.get(path)).items, [])
  assertError(await theirs.delete(`${path}${id}/`), 'BLOCK_NOT_FOUND')
  assertError(
    await theirs.post(path, { peluquero_id: salon.id('Ana'), ...block }),
    'PROFESSIONAL_NOT_FOUND',
  )
})

test('D62: a token for another salon, and one that was guessed, open nothing', async () => {
  const { token } = await salon.staff('owner')
  const [, secret = ''] = token.split('.')
  for (const wrong of [
    `${other.businessId}.${secret}`,
    `00000000-0000-4000-8000-000000000000.${secret}`,
    `${salon.businessId}.${'A'.repeat(43)}`,
  ]) {
    const cookie = { cookie: `${sessionCookie}=${wrong}`, 'sec-fetch-site': 'same-origin' }
    for (const headers of [{ authorization: `Bearer ${wrong}` }, cookie])
      assertError(await client(url, headers).get(path), 'SESSION_ENDED')
  }
  for (const malformed of ['', '.', secret, `${salon.businessId}.`, `${token}x`]) {
    const headers = { cookie: `${sessionCookie}=${malformed}`, 'sec-fetch-site': 'same-origin' }
    const code = malformed === '' ? 'API_KEY_REQUIRED' : 'SESSION_ENDED'
    assertError(await client(url, headers).get(path), code)
  }
})

test('D62: a page that shows another salon than that of the session reads and changes nothing', async () => {
  const neighbour = await openSalon({ now })
  const staff = await salon.staff('owner')
  const browser = client(url, browserOf(staff))
  const shown = (negocio: string) => ({ 'x-negocio': negocio })
  dataOf(await browser.get('/sesion/', shown(salon.businessId)))
  for (const other of [neighbour.businessId, '', 'x']) {
    assertError(await browser.get('/sesion/', shown(other)), 'OTHER_SALON')
    const changed = await browser.put('/ajustes/negocio/', { nombre: 'Otro' }, shown(other))
    assertError(changed, 'OTHER_SALON')
    assertError(
      await browser.post('/graphql', { query: '{ negocio { nombre } }' }, shown(other)),
      'OTHER_SALON',
    )
  }
  // what is no session ignores it
  dataOf(await salon.backend.get('/reservas/', shown(neighbour.businessId)))
})

test('D62: a personal session ends after 7 days without a request, and after 30 days', async () => {
  const staff = await salon.staff('manager')
  for (const day of ['10', '16', '22', '28']) {
    salon.setTime(`2030-03-${day}T10:00`)
    dataOf(await staff.get(path))
    await untilSeen(staff, `2030-03-${day}`)
  }
  salon.setTime('2030-04-03T11:00')
  assertError(await staff.get(path), 'SESSION_ENDED')
  salon.setTime(now)

  const idle = await salon.staff('manager')
  salon.setTime('2030-03-11T09:59')
  const untouched = await salon.staff('manager')
  salon.setTime('2030-03-11T10:00')
  assertError(await idle.get(path), 'SESSION_ENDED')
  dataOf(await untouched.get(path))
  salon.setTime(now)
})

test('D62: the last use of a session is written at most every five minutes', async () => {
  const { witness } = await testDatabase()
  const staff = await salon.staff('manager')
  const seen = async () => {
    const [row] = await witness<{ lastSeenAt: Date }[]>`
      select last_seen_at from staff_sessions where id = ${staff.sessionId}`
    return row?.lastSeenAt.toISOString()
  }
  salon.setTime('2030-03-04T10:04')
  dataOf(await staff.get(path))
  const api = await openApi(undefined, { clock: salon.clock })
  dataOf(await client(api.url, browserOf(staff)).get(path))
  // waits for what it has to write
  await api.close()
  assert.equal(await seen(), '2030-03-04T09:00:00.000Z')
  salon.setTime('2030-03-04T10:05')
  const later = await openApi(undefined, { clock: salon.clock })
  dataOf(await client(later.url, browserOf(staff)).get(path))
  await later.close()
  assert.equal(await seen(), '2030-03-04T09:05:00.000Z')
  salon.setTime(now)
})

test('D62: an ended session, and one of somebody who was deactivated, stop in every process', async (t) => {
  const { witness } = await testDatabase()
  const second = await openApi()
  t.after(second.close)
  const [ended, deactivated] = [await salon.staff('owner'), await salon.staff('manager')]
  const clients = [ended, deactivated].flatMap((staff) => [
    client(url, browserOf(staff)),
    client(second.url, browserOf(staff)),
  ])
  for (const each of clients) dataOf(await each.get(path))
  await witness.begin(async (sql) => {
    await sql`update staff_sessions set ended_at = ${salon.clock.now()} where id = ${ended.sessionId}`
    await sql`update staff set deactivated_at = ${salon.clock.now()} where id = ${deactivated.staffId}`
    await sql`select pg_notify('silla_staff', ${salon.businessId})`
  })
  // the clock stands still, so nothing but the notification ends what is cached
  for (const each of clients) await untilEnded(each)
})

test('D62: without the notification a session ends within a second', async () => {
  const { witness } = await testDatabase()
  const staff = await salon.staff('manager')
  dataOf(await staff.get(path))
  await witness`
    update staff_sessions set ended_at = ${salon.clock.now()} where id = ${staff.sessionId}`
  salon.setTime('2030-03-04T10:00:01')
  assertError(await staff.get(path), 'SESSION_ENDED')
  salon.setTime(now)
})

test('D62: checking a cached session sends no query', async () => {
  const { witness } = await testDatabase()
  const staff = await salon.staff('receptionist')
  dataOf(await staff.get('/negocio/'))
  // what is not looked up again is not seen to have ended
  await witness`
    update staff_sessions set ended_at = ${salon.clock.now()} where id = ${staff.sessionId}`
  dataOf(await staff.get('/negocio/'))
})

test('D65: a change of role counts from the next request on', async () => {
  const { witness } = await testDatabase()
  const staff = await salon.staff('manager')
  assertError(await staff.get(endpoints), 'PERMISSION_REQUIRED')
  await witness.begin(async (sql) => {
    await sql`update staff set role = 'owner' where id = ${staff.staffId}`
    await sql`select pg_notify('silla_staff', ${salon.businessId})`
  })
  await until(async () => (await staff.get(endpoints)).status === 200)
})

test('D63: a request with a cookie needs to come from a page of the same origin', async () => {
  const staff = await salon.staff('owner')
  const cookie = `${sessionCookie}=${staff.token}`
  const send = (headers: Record<string, string>) => client(url, { cookie, ...headers }).get(path)
  const foreign: Record<string, string>[] = [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'none' },
    { 'sec-fetch-site': 'cross-site', origin: testStaffUrl },
    {},
    { origin: 'https://evil.example' },
    { origin: 'https://sub.staff.example' },
    { origin: 'null' },
  ]
  for (const headers of foreign) {
    assertError(await send(headers), 'CROSS_SITE_REQUEST')
    const written = await client(url, { cookie, ...headers }).post(path, { motivo: 'Curso' })
    assertError(written, 'CROSS_SITE_REQUEST')
  }
  dataOf(await send({ 'sec-fetch-site': 'same-origin' }))
  dataOf(await send({ origin: testStaffUrl }))
})

test('D63: a form of another site cannot write, whatever it claims', async () => {
  const staff = await salon.staff('owner')
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data']) {
    const headers = { 'content-type': type }
    const sent = await browser(staff, headers).send(path, { method: 'POST', body: '{}' })
    assertError(sent, 'UNSUPPORTED_MEDIA_TYPE')
  }
})

test('D63: no other origin may read what staff get, in a response or an error', async () => {
  const staff = await salon.staff('professional')
  const ended = client(url, { authorization: `Bearer ${salon.businessId}.${'A'.repeat(43)}` })
  const responses = [
    await browser(staff).get('/servicios/'),
    await browser(staff).post(path, {}),
    await staff.get('/servicios/'),
    await ended.get('/servicios/'),
  ]
  for (const { headers } of responses) {
    assert.equal(headers.get('access-control-allow-origin'), null)
    assert.match(headers.get('vary') ?? '', /Cookie/)
  }
})

test('D63: a request with an API key ignores the cookie', async () => {
  const staff = await salon.staff('owner')
  const visitor = client(url, {
    cookie: `${sessionCookie}=${staff.token}`,
    'x-api-key': salon.publishableKey,
    'sec-fetch-site': 'cross-site',
  })
  dataOf(await visitor.get('/servicios/'))
  assertError(await visitor.get(path), 'INSUFFICIENT_SCOPE')
})

test("D62: a customer's token without an API key is no session", async () => {
  const { token } = await salon.customer({ nombre: 'Vera', email: 'vera@example.com' })
  const headers = { authorization: `Bearer ${token}` }
  assertError(await client(url, headers).get('/cliente/perfil/'), 'API_KEY_REQUIRED')
})

test('D8: the staff of a suspended salon are refused', async () => {
  const { admin } = await testDatabase()
  const suspended = await openSalon({ now })
  const staff = await suspended.staff('owner')
  await suspendBusiness(admin, suspended.slug)
  assertError(await staff.get('/servicios/'), 'BUSINESS_SUSPENDED')
})

test('D27: each person has a rate of their own', async (t) => {
  const api = await openApi(undefined, {
    limits: { redisUrl: null, trustedProxies: [] },
    clock: salon.clock,
  })
  t.after(api.close)
  const [one, another] = [await salon.staff('owner'), await salon.staff('owner')]
  const request = ({ token }: StaffClient) =>
    client(api.url, { authorization: `Bearer ${token}` }).get('/negocio/')
  const first = await request(one)
  assert.match(first.headers.get('ratelimit-policy') ?? '', /^"person";q=600;w=60, "business"/)
  await Promise.all(Array.from({ length: 599 }, () => request(one)))
  assertError(await request(one), 'RATE_LIMIT_EXCEEDED')
  dataOf(await request(another))
})

test('D66: the audit log names the person and the device', async () => {
  const { witness } = await testDatabase()
  const staff = await salon.staff('manager', { name: 'Inés Prat' })
  const block = { desde: '2030-03-06T10:00', hasta: '2030-03-06T11:00', motivo: 'Curso' }
  const { id } = dataOf(await staff.post(path, { peluquero_id: salon.id('Ana'), ...block }), 201)
  const rows = await witness`
    select operator, action, detail from audit_entries
    where business_id = ${salon.businessId} and action = 'blocks.create'
      and (detail ->> 'blockId')::bigint = ${id}`
  const { staffId, sessionId } = staff
  assert.deepEqual(
    [...rows],
    [
      {
        operator: 'staff Inés Prat',
        action: 'blocks.create',
        detail: { staffId, sessionId, device: 'Firefox, Linux', blockId: id },
      },
    ],
  )
})

const untilEnded = (each: Client) =>
  until(async () => (await each.get(path)).error?.code === 'SESSION_ENDED')

async function untilSeen({ sessionId }: StaffClient, day: string): Promise<void> {
  const { witness } = await testDatabase()
  await until(async () => {
    const [row] = await witness<{ lastSeenAt: Date }[]>`
      select last_seen_at from staff_sessions where id = ${sessionId}`
    return row?.lastSeenAt.toISOString().startsWith(day) ?? false
  })
}
