import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { deactivateStaff, openStaffSecrets } from '@silla/core'
import type { Code } from '../../spec/contract/codes.ts'
import { openApi, testApi } from '../../support/api.ts'
import { assertError, dataOf } from '../../support/assertions.ts'
import { makePasskey, type PasskeyFault, type TestPasskey } from '../../support/authenticator.ts'
import { type ApiResponse, type Client, client } from '../../support/client.ts'
import { testDatabase } from '../../support/database.ts'
import { openSalon, type StaffClient, type TestSalon } from '../../support/salon.ts'
import { testSecrets } from '../../support/secrets.ts'
import { sessionCookie } from '../../support/signed-in-staff.ts'
import { staffOf } from '../../support/staff.ts'
import { invited, tokenFor } from '../../support/staff-members.ts'
import { until } from '../../support/until.ts'

// The paths of signing in are not part of the OpenAPI document: pages and apps of salons call them.

let salon: TestSalon
let other: TestSalon
let app: Client

const now = '2030-03-04T10:00'

before(async () => {
  salon = await openSalon({ professionals: ['Ana'], now })
  other = await openSalon({ professionals: ['Zoe'], now })
  app = client((await testApi()).url, { 'user-agent': 'Test' })
})

/** A person of the salon who has confirmed their email, with a passkey. */
async function personWithPasskey(
  role: 'owner' | 'manager' = 'manager',
  of = salon,
  more: { email?: string } = {},
): Promise<{ staff: StaffClient; passkey: TestPasskey; passkeyId: number }> {
  const staff = await of.staff(role, { method: 'code', ...more })
  await confirmEmail(of, staff)
  const { passkey, id } = await addPasskey(staff)
  return { staff, passkey, passkeyId: id }
}

async function confirmEmail({ businessId }: TestSalon, { staffId, email }: StaffClient) {
  const { witness } = await testDatabase()
  const [hash] = openStaffSecrets([testSecrets.staffPepper]).emailHashes(email)
  await witness`
    insert into registry.staff_memberships (email_hash, business_id, staff_id)
    values (${hash}, ${businessId}, ${staffId})`
}

async function addPasskey(staff: Client): Promise<{ passkey: TestPasskey; id: number }> {
  const options = dataOf(await staff.post('/sesion/passkeys/opciones/', {}))
  const { passkey, credencial } = makePasskey(options)
  const added = await staff.post('/sesion/passkeys/', { nombre: 'Portátil', credencial })
  return { passkey, id: dataOf(added).id }
}

async function signIn(passkey: TestPasskey, fault?: PasskeyFault): Promise<ApiResponse> {
  const { reto } = dataOf(await app.post('/sesion/opciones/', {}))
  return app.post('/sesion/passkey/', { credencial: passkey.answer(reto, fault) })
}

/** Somebody who is signed in, from what signing in has returned. */
const withToken = async (response: ApiResponse): Promise<Client> =>
  client((await testApi()).url, { authorization: `Bearer ${dataOf(response).token}` })

async function stepUp(staff: Client, passkey: TestPasskey): Promise<Client> {
  const { reto } = dataOf(await staff.post('/sesion/confirmar/opciones/', {}))
  const answered = await staff.post('/sesion/confirmar/', { credencial: passkey.answer(reto) })
  return withToken(answered)
}

test('D61: a passkey signs in with two requests, and may use sensitive permissions', async () => {
  const { staff, passkey } = await personWithPasskey('owner')
  const session = await withToken(await signIn(passkey))
  const { persona, negocio, sesion } = dataOf(await session.get('/sesion/'))
  assert.equal(persona.id, staff.staffId)
  assert.equal(persona.rol, 'propietario')
  assert.equal(negocio.negocio_id, salon.businessId)
  assert.equal(sesion.passkey_en, salon.clock.now().toISOString())
  dataOf(await session.get('/webhooks/endpoints/'))
})

test('D61: a browser gets the session as a cookie that no script can read, and no token', async () => {
  const { passkey } = await personWithPasskey()
  const browser = client((await testApi()).url, { 'sec-fetch-site': 'same-origin' })
  const options = await browser.post('/sesion/opciones/', {})
  const [challenge = ''] = options.headers.getSetCookie()
  assert.match(
    challenge,
    /^__Host-silla_challenge=[\w-]{22}; Max-Age=300; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
  )
  const credencial = passkey.answer(dataOf(options).reto)
  // a challenge belongs to the browser that requested it
  assertError(await browser.post('/sesion/passkey/', { credencial }), 'PASSKEY_REFUSED')
  const cookie = challenge.split(';')[0] ?? ''
  const signedIn = await browser.post('/sesion/passkey/', { credencial }, { cookie })
  assert.equal(dataOf(signedIn).token, undefined)
  const [session = ''] = signedIn.headers
    .getSetCookie()
    .filter((each) => each.startsWith(sessionCookie))
  assert.match(
    session,
    /=[\da-f-]{36}\.[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
  )
  dataOf(await browser.get('/sesion/', { cookie: session.split(';')[0] ?? '' }))
})

test('D63: the page of staff runs its own script alone, and no other page opens or frames it', async () => {
  const origin = (await testApi()).url.replace('/api/v1', '')
  const { status, headers } = await fetch(`${origin}/equipo/`)
  assert.equal(status, 200)
  assert.equal(headers.get('cross-origin-opener-policy'), 'same-origin')
  assert.equal(headers.get('access-control-allow-origin'), null)
  const policy = headers.get('content-security-policy') ?? ''
  for (const part of [
    "default-src 'none'",
    "script-src 'self';",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ])
    assert.ok(policy.includes(part), policy)
  assert.doesNotMatch(policy, /unsafe|https?:/)
  const scripts = await Promise.all(
    ['webauthn', 'partes', 'compartidos', 'acceso'].map((name) =>
      fetch(`${origin}/equipo/${name}.js`, { headers: { 'accept-encoding': 'gzip' } }),
    ),
  )
  const sizes = scripts.map((script) => Number(script.headers.get('content-length')))
  const total = sizes.reduce((sum, size) => sum + size)
  assert.ok(sizes.every((size) => size > 0) && total < 11_000, `${total} bytes of scripts`)
})

test('D63: pages and paths of staff are at STAFF_URL alone, booking pages at PUBLIC_URL', async (t) => {
  const open = async (more: { publicUrl?: string; production: boolean }) => {
    const api = await openApi(undefined, more)
    t.after(api.close)
    return async (host: string, url: string) =>
      (await api.inject({ url, headers: { host } })).statusCode
  }
  const apart = await open({ production: true })
  const staffPaths = ['/equipo/', '/equipo/invitacion/', '/equipo/acceso.js']
  for (const path of staffPaths) {
    for (const host of ['staff.example', 'STAFF.example:443'])
      assert.equal(await apart(host, path), 200, `${path} at ${host}`)
    for (const host of ['book.example', 'localhost', '127.0.0.1:3000', 'x.staff.example', 'a b'])
      assert.equal(await apart(host, path), 404, `${path} at ${host}`)
  }
  const session = '/api/v1/sesion/opciones/'
  const api = await openApi(undefined, { production: true })
  t.after(api.close)
  const post = async (host: string) =>
    (await api.inject({ method: 'POST', url: session, headers: { host }, payload: {} })).statusCode
  assert.deepEqual([await post('staff.example'), await post('book.example')], [200, 404])
  const { token } = await salon.staff('owner')
  const signedIn = async (host: string) => {
    const headers = { host, authorization: `Bearer ${token}` }
    return (await api.inject({ url: '/api/v1/sesion/', headers })).statusCode
  }
  api.clock.set(salon.clock.now())
  assert.deepEqual([await signedIn('staff.example'), await signedIn('book.example')], [200, 404])
  const { slug } = await openSalon({ settings: { onlinePage: true }, now })
  const page = `/s/${slug}`
  assert.deepEqual(
    [await apart('book.example', page), await apart('staff.example', page)],
    [200, 404],
  )

  // the reference runs scripts that staff do not need
  const docs = ['/docs', '/docs/openapi.json']
  for (const path of docs)
    assert.deepEqual(
      [await apart('staff.example', path), await apart('book.example', path)],
      [404, 200],
      path,
    )
  assert.equal(await apart('api.example', '/docs'), 200)
  const root = await api.inject({ url: '/', headers: { host: 'staff.example' } })
  assert.deepEqual(Object.keys(root.json().data.enlaces), ['api', 'openapi'])

  const shared = await open({ publicUrl: 'https://staff.example', production: true })
  for (const path of [page, ...docs, ...staffPaths])
    assert.equal(await shared('staff.example', path), 200)
  const development = await open({ production: false })
  for (const host of ['localhost:3000', '127.0.0.1:3000', '[::1]:3000'])
    for (const path of [page, ...docs, ...staffPaths])
      assert.equal(await development(host, path), 200, `${path} at ${host}`)
  assert.equal(await development('book.example', '/equipo/'), 404)
})

test('D63: a page of another site signs nobody in', async () => {
  for (const headers of [
    ...['cross-site', 'same-site', 'none'].map((site) => ({ 'sec-fetch-site': site })),
    // a browser without Sec-Fetch-Site
    { origin: 'https://evil.example' },
    { origin: 'https://sub.staff.example' },
    { origin: 'null' },
  ]) {
    const foreign = client((await testApi()).url, headers)
    for (const [path, body] of [
      ['opciones/', {}],
      ['invitacion/', { invitacion: 'x' }],
      ['invitacion/consultar/', { invitacion: 'x' }],
    ] as const)
      assertError(await foreign.post(`/sesion/${path}`, body), 'CROSS_SITE_REQUEST')
  }
})

test('D61: a passkey that is not as it should be is refused, always alike', async () => {
  const { passkey } = await personWithPasskey()
  const theirs = await personWithPasskey('manager', other)
  const faults: PasskeyFault[] = [
    { origin: 'https://evil.example' },
    { origin: 'https://book.example' },
    { siteId: 'evil.example' },
    { isVerified: false },
    { userHandle: '' },
    { userHandle: Buffer.alloc(24).toString('base64url') },
    { userHandle: 'x'.repeat(5000) },
  ]
  for (const fault of faults) assertError(await signIn(passkey, fault), 'PASSKEY_REFUSED')
  dataOf(await signIn(passkey))
  // the passkey of another salon, with the handle of somebody here
  const handle = Buffer.concat([
    Buffer.from(salon.businessId.replaceAll('-', ''), 'hex'),
    idBytes(theirs.staff.staffId),
  ])
  const wrong = { userHandle: handle.toString('base64url') }
  assertError(await signIn(theirs.passkey, wrong), 'PASSKEY_REFUSED')
})

test('D61: a copied authenticator is refused by its counter', async () => {
  const { passkey } = await personWithPasskey()
  dataOf(await signIn(passkey, { counter: 7 }))
  for (const counter of [7, 3, 0])
    assertError(await signIn(passkey, { counter }), 'PASSKEY_REFUSED')
  dataOf(await signIn(passkey, { counter: 8 }))
})

test('D61: a challenge works once, for five minutes, and for what it was made', async () => {
  const { passkey, staff } = await personWithPasskey()
  const { reto } = dataOf(await app.post('/sesion/opciones/', {}))
  const credencial = passkey.answer(reto)
  dataOf(await app.post('/sesion/passkey/', { credencial }))
  assertError(await app.post('/sesion/passkey/', { credencial }), 'PASSKEY_REFUSED')
  // a passkey of several devices does not count its uses
  const { passkey: synced } = await personWithPasskey()
  const { reto: again } = dataOf(await app.post('/sesion/opciones/', {}))
  const uncounted = { credencial: synced.answer(again, { counter: 0 }) }
  dataOf(await app.post('/sesion/passkey/', uncounted))
  assertError(await app.post('/sesion/passkey/', uncounted), 'PASSKEY_REFUSED')

  const { reto: late } = dataOf(await app.post('/sesion/opciones/', {}))
  salon.setTime('2030-03-04T10:05')
  const sentLate = { credencial: passkey.answer(late) }
  assertError(await app.post('/sesion/passkey/', sentLate), 'PASSKEY_REFUSED')
  salon.setTime(now)

  const { reto: forStepUp } = dataOf(await staff.post('/sesion/confirmar/opciones/', {}))
  const another = { credencial: passkey.answer(forStepUp) }
  assertError(await app.post('/sesion/passkey/', another), 'PASSKEY_REFUSED')
  const made = `${'A'.repeat(72)}`
  const invented = { credencial: passkey.answer(made) }
  assertError(await app.post('/sesion/passkey/', invented), 'PASSKEY_REFUSED')
})

test('D61: stepping up gives a new token, and sensitive permissions for 15 minutes', async () => {
  const { staff, passkey } = await personWithPasskey('owner')
  const endpoints = '/webhooks/endpoints/'
  assertError(await staff.get(endpoints), 'STEP_UP_REQUIRED')
  const confirmed = await stepUp(staff, passkey)
  dataOf(await confirmed.get(endpoints))
  await untilEnded(staff)
  salon.setTime('2030-03-04T10:15')
  assertError(await confirmed.get(endpoints), 'STEP_UP_REQUIRED')
  dataOf(await confirmed.get('/bloqueos/'))
  salon.setTime(now)
})

test('D61: nobody steps up with the passkey of a colleague', async () => {
  const [one, two] = [await personWithPasskey(), await personWithPasskey()]
  const { reto, permitir } = dataOf(await one.staff.post('/sesion/confirmar/opciones/', {}))
  assert.deepEqual(permitir, [one.passkey.id])
  const answered = await one.staff.post('/sesion/confirmar/', {
    credencial: two.passkey.answer(reto),
  })
  assertError(answered, 'PASSKEY_REFUSED')
})

test('D61: a further passkey needs one that was just used, and its person is notified', async () => {
  const { staff, passkey } = await personWithPasskey()
  assertError(await staff.post('/sesion/passkeys/opciones/', {}), 'STEP_UP_REQUIRED')
  const confirmed = await stepUp(staff, passkey)
  const { passkey: second } = await addPasskey(confirmed)
  dataOf(await signIn(second))
  const mails = await mailsTo(staff.email)
  assert.deepEqual(
    mails.map(({ kind }) => kind),
    ['staff_passkey_added', 'staff_passkey_added'],
  )
  assert.equal(mails[0]?.payload.device, 'Portátil')
})

test('D61: two windows that make a first passkey at once make one', async () => {
  const staff = await salon.staff('manager', { method: 'code' })
  const made = await Promise.all(
    [1, 2].map(async () => makePasskey(dataOf(await staff.post('/sesion/passkeys/opciones/', {})))),
  )
  const added = await Promise.all(
    made.map(({ credencial }) => staff.post('/sesion/passkeys/', { nombre: 'Móvil', credencial })),
  )
  assert.deepEqual(added.map(({ status }) => status).sort(), [200, 403])
})

test('D61: somebody has at most 20 passkeys, also with two windows', async () => {
  const { witness } = await testDatabase()
  const { staff, passkey } = await personWithPasskey()
  const confirmed = await stepUp(staff, passkey)
  await witness`
    insert into staff_passkeys (
      business_id, staff_id, credential_id, public_key, counter, transports, backed_up, name,
      created_at)
    select business_id, staff_id, credential_id || n::text::bytea, public_key, counter, transports,
      backed_up, name, created_at
    from staff_passkeys, generate_series(1, 18) as n where staff_id = ${staff.staffId}`
  const windows = await Promise.all(
    [1, 2].map(async () =>
      makePasskey(dataOf(await confirmed.post('/sesion/passkeys/opciones/', {}))),
    ),
  )
  const answers = await Promise.all(
    windows.map(({ credencial }) =>
      confirmed.post('/sesion/passkeys/', { nombre: 'Móvil', credencial }),
    ),
  )
  const refused = answers.filter(({ status }) => status !== 200)
  assert.equal(refused.length, 1)
  for (const answer of [...refused, await confirmed.post('/sesion/passkeys/opciones/', {})])
    assertError(answer, 'PASSKEY_LIMIT_REACHED')
})

test('D61: passkeys are listed, renamed and deleted by their person alone', async () => {
  const { staff, passkey, passkeyId } = await personWithPasskey()
  const colleague = await salon.staff('owner')
  const { passkeys } = dataOf(await staff.get('/sesion/passkeys/'))
  assert.deepEqual(
    passkeys.map(({ id, nombre }: { id: number; nombre: string }) => [id, nombre]),
    [[passkeyId, 'Portátil']],
  )
  const path = `/sesion/passkeys/${passkeyId}/`
  assertError(await colleague.put(path, { nombre: 'Mío' }), 'PASSKEY_NOT_FOUND')
  assertError(await colleague.delete(path), 'PASSKEY_NOT_FOUND')
  assertError(await staff.put(path, { nombre: '' }), 'VALIDATION_ERROR')
  dataOf(await staff.put(path, { nombre: 'Casa' }))
  assertError(await staff.delete(path), 'STEP_UP_REQUIRED')
  const confirmed = await stepUp(staff, passkey)
  dataOf(await confirmed.delete(path))
  assertError(await confirmed.delete(path), 'PASSKEY_NOT_FOUND')
  assertError(await signIn(passkey), 'PASSKEY_REFUSED')
})

test('D61: an owner keeps their last passkey, unless they have recovery codes', async () => {
  const { staff, passkey, passkeyId } = await personWithPasskey('owner')
  const confirmed = await stepUp(staff, passkey)
  const path = `/sesion/passkeys/${passkeyId}/`
  assertError(await confirmed.delete(path), 'LAST_PASSKEY')
  dataOf(await confirmed.post('/sesion/codigos-recuperacion/', {}))
  dataOf(await confirmed.delete(path))
})

test('D61: a code by email signs in, without sensitive permissions', async () => {
  const { staff } = await personWithPasskey('owner')
  const { codigo_id } = dataOf(await app.post('/sesion/codigo/', { email: staff.email }))
  const [mail] = await mailsTo(staff.email, 'staff_code')
  const codigo = mail?.payload.code
  assertError(
    await app.post('/sesion/codigo/verificar/', { codigo_id, codigo: wrong(codigo) }),
    'OTP_INVALID',
  )
  const signedIn = await app.post('/sesion/codigo/verificar/', { codigo_id, codigo })
  const session = await withToken(signedIn)
  dataOf(await session.get('/bloqueos/'))
  assertError(await session.get('/webhooks/endpoints/'), 'STEP_UP_REQUIRED')
  assertError(await app.post('/sesion/codigo/verificar/', { codigo_id, codigo }), 'OTP_INVALID')
  assert.equal((await mailsTo(staff.email, 'staff_signed_in')).length, 1)
  // who has passkeys adds none with a code
  assertError(await session.post('/sesion/passkeys/opciones/', {}), 'STEP_UP_REQUIRED')
})

test('D61: an unknown email gets the same responses, at every step', async () => {
  const { staff } = await personWithPasskey()
  const known = await app.post('/sesion/codigo/', { email: staff.email })
  const unknown = await app.post('/sesion/codigo/', { email: 'nobody.works@example.com' })
  for (const response of [known, unknown]) {
    assert.deepEqual(Object.keys(dataOf(response)), ['codigo_id', 'caduca_en'])
    const { codigo_id } = dataOf(response)
    const codes: string[] = []
    for (let tries = 0; tries < 6; tries++) {
      const sent = {
        codigo_id,
        codigo: wrong((await mailsTo(staff.email, 'staff_code'))[0]?.payload.code),
      }
      codes.push((await app.post('/sesion/codigo/verificar/', sent)).error.code)
    }
    assert.deepEqual(codes, [...Array(5).fill('OTP_INVALID'), 'OTP_TOO_MANY_ATTEMPTS'])
  }
  assert.equal((await mailsTo('nobody.works@example.com')).length, 0)
})

test('D11: codes are limited by email and address, and expire after ten minutes', async () => {
  const { staff } = await personWithPasskey()
  const first = dataOf(await app.post('/sesion/codigo/', { email: staff.email }))
  const codigo = (await mailsTo(staff.email, 'staff_code'))[0]?.payload.code
  for (let sent = 1; sent < 5; sent++)
    dataOf(await app.post('/sesion/codigo/', { email: staff.email }))
  const refused = await app.post('/sesion/codigo/', { email: staff.email.toUpperCase() })
  assertError(refused, 'RATE_LIMIT_EXCEEDED')
  assert.equal(refused.headers.get('retry-after'), '3600')
  salon.setTime('2030-03-04T10:10')
  const late = { codigo_id: first.codigo_id, codigo }
  assertError(await app.post('/sesion/codigo/verificar/', late), 'OTP_EXPIRED')
  salon.setTime('2030-03-04T11:00')
  dataOf(await app.post('/sesion/codigo/', { email: staff.email }))
  salon.setTime(now)
})

test('D61: one passkey opens all salons of its confirmed email, each under a token of its own', async () => {
  const email = 'both@example.com'
  const { passkey } = await personWithPasskey('manager', salon, { email })
  const there = await other.staff('owner', { email })
  const session = await withToken(await signIn(passkey))
  const here = [salon.businessId]
  const ids = async (of: Client) =>
    dataOf(await of.get('/sesion/salones/')).salones.map(
      ({ negocio_id }: { negocio_id: string }) => negocio_id,
    )
  assert.deepEqual(await ids(session), here)
  // invited there, and not accepted yet
  const target = { negocio_id: other.businessId }
  assertError(await session.post('/sesion/cambiar/', target), 'SALON_NOT_FOUND')
  await confirmEmail(other, there)
  assert.deepEqual((await ids(session)).sort(), [salon.businessId, other.businessId].sort())
  const switched = await withToken(await session.post('/sesion/cambiar/', target))
  const { persona, sesion } = dataOf(await switched.get('/sesion/'))
  assert.equal(persona.rol, 'propietario')
  assert.equal(sesion.passkey_en, salon.clock.now().toISOString())
  await untilEnded(session)
})

test("D60: a salon that writes somebody's email into a row of its own opens no other salon", async () => {
  const { witness } = await testDatabase()
  const { staff } = await personWithPasskey()
  const attacker = await personWithPasskey('owner', other)
  await witness`
    update staff set email = ${staff.email}, email_key = ${staff.email}
    where id = ${attacker.staff.staffId}`
  const { salones } = dataOf(await attacker.staff.get('/sesion/salones/'))
  assert.deepEqual(salones, [])
  const target = { negocio_id: salon.businessId }
  assertError(await attacker.staff.post('/sesion/cambiar/', target), 'SALON_NOT_FOUND')
})

test('D61: an owner recovers access with one of ten codes, and makes a new passkey', async () => {
  const { staff, passkey } = await personWithPasskey('owner')
  assertError(await staff.post('/sesion/codigos-recuperacion/', {}), 'STEP_UP_REQUIRED')
  const confirmed = await stepUp(staff, passkey)
  const { codigos } = dataOf(await confirmed.post('/sesion/codigos-recuperacion/', {}))
  assert.equal(new Set(codigos).size, 10)
  assert.match(codigos[0], /^([0-9A-HJKMNP-TV-Z]{4}-){5}[0-9A-HJKMNP-TV-Z]{4}$/)
  const recover = (email: string, codigo: string) =>
    app.post('/sesion/recuperar/', { email, codigo })
  for (const [email, codigo] of [
    [staff.email, 'AAAA-AAAA-AAAA-AAAA-AAAA-AAAA'],
    ['nobody@example.com', codigos[0]],
    [(await personWithPasskey('owner')).staff.email, codigos[0]],
  ])
    assertError(await recover(email, codigo), 'RECOVERY_CODE_INVALID')

  const session = await withToken(await recover(staff.email, codigos[0].toLowerCase()))
  assertError(await recover(staff.email, codigos[0]), 'RECOVERY_CODE_INVALID')
  await untilEnded(confirmed)
  assertError(await signIn(passkey), 'PASSKEY_REFUSED')
  assertError(await session.get('/webhooks/endpoints/'), 'STEP_UP_REQUIRED')
  dataOf(await signIn((await addPasskey(session)).passkey))
  assert.equal((await mailsTo(staff.email, 'staff_recovered')).length, 1)
})

test('D61: only owners have recovery codes, and new ones replace the old', async () => {
  const manager = await personWithPasskey('manager')
  const asManager = await stepUp(manager.staff, manager.passkey)
  assertError(await asManager.post('/sesion/codigos-recuperacion/', {}), 'OWNER_REQUIRED')
  const owner = await personWithPasskey('owner')
  const asOwner = await stepUp(owner.staff, owner.passkey)
  const first = dataOf(await asOwner.post('/sesion/codigos-recuperacion/', {})).codigos
  dataOf(await asOwner.post('/sesion/codigos-recuperacion/', {}))
  const sent = { email: owner.staff.email, codigo: first[0] }
  assertError(await app.post('/sesion/recuperar/', sent), 'RECOVERY_CODE_INVALID')
})

const invitationPaths = ['/sesion/invitacion/consultar/', '/sesion/invitacion/']

test('D66: an invitation is shown, accepted once, and signs its person in without a passkey', async () => {
  const { id, email } = await invited(salon, { email: 'joins@example.com' })
  const invitacion = await tokenFor(salon, email)
  const shown = dataOf(await app.post('/sesion/invitacion/consultar/', { invitacion }))
  const { negocio } = dataOf(await (await salon.staff('owner')).get('/sesion/'))
  assert.deepEqual(shown, {
    nombre: 'Lola Gil',
    rol: 'propietario',
    negocio: negocio.nombre,
    caduca_en: '2030-03-11T09:00:00.000Z',
  })
  // two clicks
  const clicks = await Promise.all(
    [1, 2].map(() => app.post('/sesion/invitacion/', { invitacion })),
  )
  assert.deepEqual(clicks.map(({ status }) => status).sort(), [200, 400])
  const first = clicks.find(({ status }) => status === 200) ?? assert.fail()
  const session = await withToken(first)
  const { persona, sesion } = dataOf(await session.get('/sesion/'))
  assert.deepEqual([persona.id, sesion.passkey_en], [id, null])
  assertError(await session.get('/webhooks/endpoints/'), 'STEP_UP_REQUIRED')
  assert.equal((await mailsTo(email, 'staff_signed_in')).length, 1)
  for (const path of invitationPaths)
    assertError(await app.post(path, { invitacion }), 'INVITATION_USED')
  dataOf(await signIn((await addPasskey(session)).passkey))
})

test('D66: an invitation that is guessed, foreign, old, replaced, or of somebody deactivated is refused', async () => {
  const refused = async (invitacion: string, code: Code) => {
    for (const path of invitationPaths) assertError(await app.post(path, { invitacion }), code)
  }
  const { email } = await invited(salon, { email: 'refused@example.com' })
  const token = await tokenFor(salon, email)
  const secret = token.split('.')[1] ?? ''
  for (const text of [
    '',
    'x'.repeat(5000),
    `${salon.businessId}.${'A'.repeat(43)}`,
    `${other.businessId}.${secret}`,
    `${'0'.repeat(8)}-0000-0000-0000-${'0'.repeat(12)}.${secret}`,
  ])
    await refused(text, 'INVITATION_INVALID')
  salon.setTime('2030-03-11T10:00')
  await refused(token, 'INVITATION_EXPIRED')
  const renewed = await invited(salon, { email })
  await refused(token, 'INVITATION_INVALID')
  await deactivateStaff(await staffOf(salon), renewed.id)
  await refused(await tokenFor(salon, email), 'INVITATION_INVALID')
  salon.setTime(now)
})

test('D66: a suspended salon takes nobody in', async () => {
  const { witness } = await testDatabase()
  const { email } = await invited(other, { email: 'late.for@example.com' })
  const invitacion = await tokenFor(other, email)
  const setStatus = (status: string) => witness`
    update registry.businesses set status = ${status} where business_id = ${other.businessId}`
  await setStatus('suspended')
  const answer = await app.post('/sesion/invitacion/', { invitacion })
  await setStatus('active')
  assertError(answer, 'BUSINESS_SUSPENDED')
  dataOf(await app.post('/sesion/invitacion/', { invitacion }))
})

test('without the database signing in is refused as unavailable, and goes on when it is back', async (t) => {
  const { urls } = await testDatabase()
  const written: string[] = []
  const api = await openApi(urls.api.replace(/:\d+\//, ':1/'), {
    databaseLimits: {},
    clock: salon.clock,
    logTarget: { write: (line) => written.push(line) },
  })
  t.after(api.close)
  const away = client(api.url, { 'user-agent': 'Test' })
  const { staff, passkey } = await personWithPasskey('owner')
  const { email } = await invited(salon, { email: 'waits@example.com' })
  const invitacion = await tokenFor(salon, email)
  const { codigo_id } = dataOf(await app.post('/sesion/codigo/', { email: staff.email }))
  const codigo = (await mailsTo(staff.email, 'staff_code'))[0]?.payload.code
  // made without the database
  const { reto } = dataOf(await away.post('/sesion/opciones/', {}))
  const credencial = passkey.answer(reto)
  const steps: [string, object][] = [
    ['/sesion/passkey/', { credencial }],
    ['/sesion/codigo/verificar/', { codigo_id, codigo }],
    ['/sesion/invitacion/', { invitacion }],
  ]
  const others: [string, object][] = [
    ['/sesion/codigo/', { email: staff.email }],
    ['/sesion/recuperar/', { email: staff.email, codigo: 'AAAA' }],
    ['/sesion/invitacion/consultar/', { invitacion }],
  ]
  for (const [path, body] of [...steps, ...others]) {
    const { status, error } = await away.post(path, body)
    assert.deepEqual([status, error?.code], [503, 'SERVICE_UNAVAILABLE'], path)
  }
  const page = await fetch(`${api.url.replace('/api/v1', '')}/equipo/invitacion/`)
  assert.equal(page.status, 200)
  for (const [path, body] of steps) dataOf(await app.post(path, body))
  for (const secret of [invitacion, invitacion.split('.')[1] ?? '', reto, String(codigo)])
    assert.ok(!written.join().includes(secret), 'a secret is in the log')
})

test("D62: people see and end their own sessions, and nobody else's", async () => {
  const { staff, passkey } = await personWithPasskey()
  const second = await withToken(await signIn(passkey))
  const colleague = await salon.staff('owner')
  const { sesiones } = dataOf(await staff.get('/sesion/sesiones/'))
  assert.equal(sesiones.length, 2)
  const mine = sesiones.find(({ actual }: { actual: boolean }) => actual)
  const theirs = sesiones.find(({ actual }: { actual: boolean }) => !actual)
  assert.equal(mine.id, staff.sessionId)
  const path = `/sesion/sesiones/${theirs.id}/`
  assertError(await colleague.delete(path), 'SESSION_NOT_FOUND')
  dataOf(await staff.delete(path))
  assertError(await staff.delete(path), 'SESSION_NOT_FOUND')
  await untilEnded(second)
  dataOf(await staff.delete('/sesion/'))
  await untilEnded(staff)
})

test('D62: nobody but staff has a session', async () => {
  assertError(await app.get('/sesion/'), 'API_KEY_REQUIRED')
  for (const each of [salon.backend, salon.guest])
    assertError(await each.get('/sesion/'), 'AUTHENTICATION_REQUIRED')
})

const wrong = (code: unknown): string => (code === '000000' ? '111111' : '000000')

function idBytes(id: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64BE(BigInt(id))
  return bytes
}

async function mailsTo(email: string, kind?: string) {
  const { witness } = await testDatabase()
  const rows = await witness<{ kind: string; payload: Record<string, unknown> }[]>`
    select kind, payload from mails where to_email = ${email} order by created_at, id`
  return kind === undefined ? rows : rows.filter((row) => row.kind === kind)
}

const untilEnded = (session: Client): Promise<void> =>
  until(async () => (await session.get('/sesion/')).error?.code === 'SESSION_ENDED')
