import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { deactivateStaff, openStaffSecrets, suspendBusiness } from '@silla/core'
import { openApi, testApi } from '../../support/api.ts'
import { assertError, assertInvalid, dataOf } from '../../support/assertions.ts'
import { makePasskey } from '../../support/authenticator.ts'
import { type ApiResponse, type Client, client } from '../../support/client.ts'
import { testDatabase } from '../../support/database.ts'
import { emailsTo } from '../../support/emails.ts'
import { openSalon, type StaffClient, type TestSalon } from '../../support/salon.ts'
import { testSecrets } from '../../support/secrets.ts'
import { browserOf, sessionCookie } from '../../support/signed-in-staff.ts'
import { staffOf } from '../../support/staff.ts'
import { until } from '../../support/until.ts'

// The paths of shared devices are not part of the OpenAPI document, as those of signing in.

let salon: TestSalon
let other: TestSalon
let url: string

const now = '2030-03-04T10:00'
const devices = '/sesion/dispositivos/'
const desk = '/sesion/mostrador/'
const path = '/bloqueos/'
const pin = '2580'

before(async () => {
  salon = await openSalon({ professionals: ['Ana'], now })
  other = await openSalon({ professionals: ['Zoe'], now })
  url = (await testApi()).url
})

const bearer = (token: string, at = url): Client => client(at, { authorization: `Bearer ${token}` })

/** A shared device of a salon, as an app uses it. */
async function registered(
  of = salon,
  nombre = 'Mostrador',
): Promise<{ id: number; token: string }> {
  return dataOf(await (await of.staff('manager')).post(devices, { nombre }))
}

/** Somebody who has just set a PIN. */
async function personWithPin(
  role: 'owner' | 'manager' | 'receptionist' | 'professional' = 'receptionist',
  { of = salon, name = 'Carmen Vidal' } = {},
): Promise<StaffClient> {
  const staff = await of.staff(role, { name })
  dataOf(await staff.put('/sesion/pin/', { pin }))
  return staff
}

const enter = (device: { token: string }, { staffId }: { staffId: number }, tried = pin) =>
  bearer(device.token).post(desk, { persona_id: staffId, pin: tried })

const sessionOf = (entered: ApiResponse): Client => bearer(dataOf(entered).token)

const failuresOf = async ({ staffId }: { staffId: number }) => {
  const { witness } = await testDatabase()
  const [row] = await witness<{ pinFailures: number }[]>`
    select pin_failures from staff where id = ${staffId}`
  return row?.pinFailures
}

const isAboutPin = ({ kind }: { kind: string }) => kind === 'staff_pin_locked'

const untilError = (session: Client, code: string) =>
  until(async () => (await session.get(path)).error?.code === code)

test('D64: a locked device shows the agenda of today with initials, and nothing else of anybody', async () => {
  const place = await openSalon({ professionals: ['Ana', 'Bea', { name: 'Zoe', shifts: {} }], now })
  const book = async (who: string, time: string, more = {}) =>
    dataOf(
      await place.backend.book(who, time, {
        ...{ nombre: 'Lucía Prado García', email: 'lucia@example.com', telefono: '612345678' },
        ...{ notas: 'A secret', por_negocio: true, date: '2030-03-04', ...more },
      }),
      201,
    )
  const visit = await book('Ana', '12:00')
  const cancelled = await book('Ana', '13:00')
  dataOf(await place.backend.post(`/reservas/${cancelled.id}/cancelar/`, {}))
  await book('Ana', '12:00', { date: '2030-03-05' })
  const device = await registered(place)
  const shown = await bearer(device.token).get(`${desk}?lang=en`)
  const { agenda } = dataOf(shown)
  const service = {
    ...{ hora_inicio: '12:00', hora_fin: visit.hora_fin, servicio: 'Corte' },
    ...{ iniciales: 'L. P. G.', estado: 'confirmada' },
  }
  assert.deepEqual(agenda, {
    fecha: '2030-03-04',
    profesionales: [
      { nombre: 'Ana', citas: [service] },
      { nombre: 'Bea', citas: [] },
    ],
  })
  const text = JSON.stringify(shown)
  for (const word of ['Lucía', 'Prado', 'example.com', '612', 'secret', visit.codigo])
    assert.ok(!text.includes(word), word)
  const neighbour = await bearer((await registered(other)).token).get(desk)
  assert.deepEqual(
    dataOf(neighbour).agenda.profesionales.map(({ citas }: { citas: unknown[] }) => citas.length),
    [0],
  )
})

test('D64: people sign in at a registered device with their PIN', async () => {
  const place = await openSalon({ professionals: ['Ana'], now })
  const manager = await place.staff('manager', { name: 'Inés Prat' })
  const device = dataOf(await manager.post(devices, { nombre: 'Recepción' }))
  assert.equal(device.caduca_en, '2030-08-31T09:00:00.000Z')
  const without = await place.staff('receptionist', { name: 'Sin Clave' })
  const person = await personWithPin('receptionist', { of: place, name: 'Carmen Vidal Ruiz' })
  const shown = dataOf(await bearer(device.token).get(desk))
  assert.deepEqual(shown, {
    dispositivo: { id: device.id, nombre: 'Recepción' },
    negocio: { nombre: shown.negocio.nombre },
    personas: [{ id: person.staffId, nombre: 'Carmen', iniciales: 'CR' }],
    agenda: { fecha: '2030-03-04', profesionales: [{ nombre: 'Ana', citas: [] }] },
  })
  const entered = await enter(device, person)
  assert.equal(dataOf(entered).caduca_en, '2030-03-05T03:00:00.000Z')
  const { persona, sesion } = dataOf(await sessionOf(entered).get('/sesion/'))
  assert.equal(persona.id, person.staffId)
  assert.deepEqual(sesion, { id: sesion.id, compartida: true, passkey_en: null })
  assertError(await enter(device, without), 'PIN_REFUSED')
})

test('D64: registering signs the person out there, so that a second click registers nothing', async () => {
  const place = await openSalon({ now })
  const [manager, witness] = [await place.staff('manager'), await place.staff('owner')]
  const both = await Promise.all([
    manager.post(devices, { nombre: 'Mostrador' }),
    manager.post(devices, { nombre: 'Mostrador' }),
  ])
  assert.deepEqual(both.map(({ status }) => status).sort(), [200, 401])
  await untilError(manager, 'SESSION_ENDED')
  const { dispositivos } = dataOf(await witness.get(devices))
  assert.equal(dispositivos.length, 1)
  assert.equal(dispositivos[0].registrado_por, 'Carmen Vidal')
})

test('D64: managers register, list and end devices, after they have used their passkey', async () => {
  for (const role of ['receptionist', 'professional'] as const) {
    const staff = await salon.staff(role)
    assertError(await staff.get(devices), 'PERMISSION_REQUIRED')
    assertError(await staff.post(devices, { nombre: 'Mostrador' }), 'PERMISSION_REQUIRED')
    assertError(await staff.delete(`${devices}1/`), 'PERMISSION_REQUIRED')
  }
  const byCode = await salon.staff('owner', { method: 'code' })
  assertError(await byCode.post(devices, { nombre: 'Mostrador' }), 'STEP_UP_REQUIRED')
  assertError(await byCode.get(devices), 'STEP_UP_REQUIRED')
  const owner = await salon.staff('owner')
  assertInvalid(await owner.post(devices, { nombre: ' ' }), 'nombre')
  assertInvalid(await owner.post(devices, { nombre: 'x'.repeat(61) }), 'nombre')
  assertInvalid(await owner.post(devices, {}), 'nombre')
  assertError(await salon.backend.get(devices), 'AUTHENTICATION_REQUIRED')
})

test('D64: a browser gets the device and the session as cookies that no script can read', async () => {
  const manager = await salon.staff('manager')
  const person = await personWithPin()
  const browser = client(url, { 'sec-fetch-site': 'same-origin' })
  const made = await client(url, browserOf(manager)).post(devices, { nombre: 'Tableta' })
  assert.equal(dataOf(made).token, undefined)
  const cookies = made.headers.getSetCookie()
  const device = cookies.find((each) => each.startsWith('__Host-silla_desk=')) ?? ''
  assert.match(
    device,
    /=[\da-f-]{36}\.[\w-]{43}; Max-Age=15552000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
  )
  assert.ok(cookies.some((each) => each.startsWith(`${sessionCookie}=;`)))
  const cookie = device.split(';')[0] ?? ''
  const body = { persona_id: person.staffId, pin }
  const entered = await browser.post(desk, body, { cookie })
  assert.equal(dataOf(entered).token, undefined)
  const [session = ''] = entered.headers.getSetCookie()
  assert.match(session, /^__Host-silla_staff=.*; Max-Age=64800; Path=\/; HttpOnly; Secure; Same/)
  dataOf(await browser.get(path, { cookie: session.split(';')[0] ?? '' }))
  // D63: no other site uses the cookie of a device
  for (const site of ['cross-site', 'none', ''])
    assertError(
      await client(url, { 'sec-fetch-site': site }).get(desk, { cookie }),
      'CROSS_SITE_REQUEST',
    )
  // the same browser again: the new registration replaces the old one
  const again = await salon.staff('manager')
  const both = { ...browserOf(again), cookie: `${browserOf(again).cookie}; ${cookie}` }
  dataOf(await client(url, both).post(devices, { nombre: 'Tableta' }))
  assertError(await browser.get(desk, { cookie }), 'DEVICE_NOT_REGISTERED')
})

test('D64: setting a PIN needs a passkey, and 4 to 8 digits that are not the first guess', async () => {
  const byCode = await salon.staff('receptionist', { method: 'code' })
  assertError(await byCode.put('/sesion/pin/', { pin }), 'STEP_UP_REQUIRED')
  assertError(await byCode.delete('/sesion/pin/'), 'STEP_UP_REQUIRED')
  const staff = await salon.staff('receptionist')
  for (const wrong of ['', '123', '123456789', '12a4', '12 45', '-1234', '１２３４'])
    assertInvalid(await staff.put('/sesion/pin/', { pin: wrong }), 'pin')
  assertInvalid(await staff.put('/sesion/pin/', { pin: 2580 }), 'pin')
  for (const weak of ['0000', '99999999', '1234', '4321', '23456789'])
    assertError(await staff.put('/sesion/pin/', { pin: weak }), 'WEAK_PIN')
  assert.equal(dataOf(await staff.get('/sesion/')).persona.tiene_pin, false)
  // with the digits of an Arabic keyboard
  dataOf(await staff.put('/sesion/pin/', { pin: '٢٥٨٠' }))
  assert.equal(dataOf(await staff.get('/sesion/')).persona.tiene_pin, true)
  dataOf(await enter(await registered(), staff))
  const { witness } = await testDatabase()
  const [row] = await witness<{ pinHash: string }[]>`
    select pin_hash from staff where id = ${staff.staffId}`
  assert.match(row?.pinHash ?? '', /^\$argon2id\$v=19\$m=19456,p=1,t=2\$/)
})

test('D64: a new PIN, and none, end the sessions of the old one', async () => {
  const device = await registered()
  const staff = await personWithPin()
  const first = sessionOf(await enter(device, staff))
  dataOf(await first.get(path))
  dataOf(await staff.put('/sesion/pin/', { pin: '9173' }))
  await untilError(first, 'SESSION_ENDED')
  assertError(await enter(device, staff), 'PIN_REFUSED')
  const second = sessionOf(await enter(device, staff, '9173'))
  dataOf(await second.get(path))
  dataOf(await staff.delete('/sesion/pin/'))
  dataOf(await staff.delete('/sesion/pin/'))
  await untilError(second, 'SESSION_ENDED')
  assertError(await enter(device, staff, '9173'), 'PIN_REFUSED')
})

test('D64: five wrong PINs in a row lock it, from all devices together, until a passkey is used', async () => {
  const [one, two] = [await registered(), await registered()]
  const staff = await personWithPin()
  const guess = (count: number) =>
    Promise.all(
      Array.from({ length: count }, (_, index) =>
        enter(index % 2 === 0 ? one : two, staff, `314${index}`),
      ),
    )
  for (const refused of await guess(4)) assertError(refused, 'PIN_REFUSED')
  // the right one begins the count again
  dataOf(await enter(two, staff))
  assert.equal(await failuresOf(staff), 0)
  // each is counted before it is compared, so that at most five are
  for (const refused of await guess(8)) assertError(refused, 'PIN_REFUSED')
  assert.equal(await failuresOf(staff), 5)
  assertError(await enter(two, staff), 'PIN_REFUSED')
  // the person does, once
  const [mail, ...more] = (await emailsTo(salon, staff.email)).filter(isAboutPin)
  assert.deepEqual([mail?.payload.name, more], ['Carmen Vidal', []])
  // the others do not notice
  dataOf(await enter(two, await personWithPin()))

  const options = dataOf(await staff.post('/sesion/passkeys/opciones/', {}))
  const { passkey, credencial } = makePasskey(options)
  dataOf(await staff.post('/sesion/passkeys/', { nombre: 'Portátil', credencial }))
  assertError(await enter(two, staff), 'PIN_REFUSED')
  const { reto } = dataOf(await client(url, {}).post('/sesion/opciones/', {}))
  dataOf(await client(url, {}).post('/sesion/passkey/', { credencial: passkey.answer(reto) }))
  dataOf(await enter(two, staff))

  // when it is locked again, there is another email
  salon.setTime('2030-03-04T10:01')
  for (const refused of await guess(5)) assertError(refused, 'PIN_REFUSED')
  assert.equal((await emailsTo(salon, staff.email)).filter(isAboutPin).length, 2)
  salon.setTime(now)
})

test('D64: wrong, locked, none, deactivated and of another salon get one response, not at once', async () => {
  const { witness } = await testDatabase()
  const device = await registered()
  const [wrong, locked, left] = [
    await personWithPin(),
    await personWithPin(),
    await personWithPin(),
  ]
  await witness`update staff set pin_failures = 5 where id = ${locked.staffId}`
  await deactivateStaff(await staffOf(salon), left.staffId)
  const theirs = await personWithPin('receptionist', { of: other })
  const none = await salon.staff('receptionist')
  const guesses = [
    [wrong, '1111'],
    [locked, pin],
    [left, pin],
    [theirs, pin],
    [none, pin],
    [{ staffId: 1 }, pin],
  ] as const
  const bodies = new Set<string>()
  for (const [person, guess] of guesses) {
    const startedAt = performance.now()
    const refused = await enter(device, person, guess)
    assertError(refused, 'PIN_REFUSED')
    // D64: a hash and a statement take less
    assert.ok(performance.now() - startedAt >= 249)
    bodies.add(refused.text)
  }
  assert.equal(bodies.size, 1)
  const device2 = bearer(device.token)
  assertInvalid(await device2.post(desk, { persona_id: wrong.staffId, pin: 'abcd' }), 'pin')
  assertInvalid(await device2.post(desk, { pin }), 'persona_id')
  assertInvalid(await device2.post(desk, { persona_id: 'x', pin }), 'persona_id')
})

test('D64: tokens of no device, of another salon and of a session open no desk', async () => {
  const [mine, theirs] = [await registered(), await registered(other)]
  const person = await personWithPin()
  const [, secret = ''] = theirs.token.split('.')
  for (const token of [
    `${salon.businessId}.${secret}`,
    `00000000-0000-4000-8000-000000000000.${secret}`,
    person.token,
    'nonsense',
  ]) {
    assertError(await bearer(token).get(desk), 'DEVICE_NOT_REGISTERED')
    assertError(await enter({ token }, person), 'DEVICE_NOT_REGISTERED')
    assertError(await bearer(token).post(`${desk}bloquear/`, {}), 'DEVICE_NOT_REGISTERED')
  }
  assertError(await client(url, {}).get(desk), 'DEVICE_NOT_REGISTERED')
  assertError(await enter(theirs, person), 'PIN_REFUSED')
  // the token of a device is no session
  assertError(await bearer(mine.token).get(path), 'SESSION_ENDED')
})

test('D64: an ended device, and an expired one, open nothing, and their sessions end', async () => {
  const owner = await salon.staff('owner')
  const [device, theirs] = [await registered(), await registered(other)]
  const person = await personWithPin()
  const session = sessionOf(await enter(device, person))
  dataOf(await session.get(path))
  assertError(await owner.delete(`${devices}${theirs.id}/`), 'DEVICE_NOT_FOUND')
  assertError(await owner.delete(`${devices}x/`), 'DEVICE_NOT_FOUND')
  dataOf(await owner.delete(`${devices}${device.id}/`))
  await untilError(session, 'SESSION_ENDED')
  assertError(await owner.delete(`${devices}${device.id}/`), 'DEVICE_NOT_FOUND')
  assertError(await enter(device, person), 'DEVICE_NOT_REGISTERED')
  dataOf(await bearer(theirs.token).get(desk))

  const old = await registered()
  salon.setTime('2030-08-31T10:00')
  dataOf(await enter(old, person))
  salon.setTime('2030-08-31T11:00')
  assertError(await enter(old, person), 'DEVICE_NOT_REGISTERED')
  salon.setTime(now)
})

test('D62: a session at a desk locks when nobody uses it for two minutes, and ends after 18 hours', async () => {
  const device = await registered()
  const person = await personWithPin()
  const entered = dataOf(await enter(device, person))
  const session = bearer(entered.token)
  dataOf(await session.get(path))
  salon.setTime('2030-03-04T10:02')
  assertError(await session.get(path), 'SESSION_LOCKED')
  // its person goes on in the same session under a new token
  const unlocked = dataOf(await enter(device, person))
  assert.equal(unlocked.sesion_id, entered.sesion_id)
  assert.equal(unlocked.caduca_en, entered.caduca_en)
  dataOf(await bearer(unlocked.token).get(path))
  await untilError(session, 'SESSION_ENDED')
  salon.setTime('2030-03-05T04:00')
  assertError(await bearer(unlocked.token).get(path), 'SESSION_ENDED')
  const next = dataOf(await enter(device, person))
  assert.notEqual(next.sesion_id, entered.sesion_id)
  salon.setTime(now)
})

test('D64: a device is locked by hand, and somebody else opens a session of their own', async () => {
  const device = await registered()
  const [ana, eva] = [await personWithPin(), await personWithPin('manager', { name: 'Eva Sol' })]
  const session = sessionOf(await enter(device, ana))
  dataOf(await session.get(path))
  const lock = () => bearer(device.token).post(`${desk}bloquear/`, {})
  dataOf(await lock())
  await untilError(session, 'SESSION_LOCKED')
  dataOf(await lock())
  const evas = sessionOf(await enter(device, eva))
  assert.equal(dataOf(await evas.get('/sesion/')).persona.nombre, 'Eva Sol')
  await untilError(session, 'SESSION_ENDED')
  // a session on a device of her own is not locked
  dataOf(await eva.get(path))
})

test('D64: nobody may do more at a desk than a receptionist, and nothing that is sensitive', async () => {
  const device = await registered()
  const owner = await personWithPin('owner')
  const session = sessionOf(await enter(device, owner))
  const { persona } = dataOf(await session.get('/sesion/'))
  assert.deepEqual(persona.permisos.sort(), [
    'agenda.propia',
    'agenda.todas',
    'caja.cobrar',
    'citas.gestionar',
    'clientes.contacto',
    'clientes.ficha',
    'clientes.ver',
  ])
  for (const sensitive of ['/webhooks/endpoints/', devices])
    assertError(await session.get(sensitive), 'PERMISSION_REQUIRED')
  assertError(await session.put('/sesion/pin/', { pin: '9173' }), 'STEP_UP_REQUIRED')
  assertError(await session.post('/sesion/codigos-recuperacion/', {}), 'STEP_UP_REQUIRED')
  const professional = await personWithPin('professional')
  const narrow = sessionOf(await enter(device, professional))
  const { permisos } = dataOf(await narrow.get('/sesion/')).persona
  assert.deepEqual(permisos.sort(), [
    'agenda.propia',
    'citas.gestionar',
    'clientes.ficha',
    'clientes.ver',
  ])
})

test('D64: rights count at a desk at once; another role, and deactivation, end the session', async () => {
  const { witness } = await testDatabase()
  const device = await registered()
  const owner = await salon.staff('owner')
  const person = await personWithPin('receptionist')
  const session = sessionOf(await enter(device, person))
  dataOf(await session.get(path))
  const change = (body: object) => owner.put(`/personal/${person.staffId}/`, body)
  dataOf(await change({ permisos_retirados: ['agenda.todas', 'agenda.propia'] }))
  await untilError(session, 'PERMISSION_REQUIRED')
  dataOf(await change({ rol: 'profesional', permisos_retirados: [] }))
  await untilError(session, 'SESSION_ENDED')
  const next = sessionOf(await enter(device, person))
  dataOf(await next.get(path))
  await deactivateStaff(await staffOf(salon), person.staffId)
  await untilError(next, 'SESSION_ENDED')
  const [row] = await witness`select pin_hash from staff where id = ${person.staffId}`
  assert.equal(row?.pinHash, null)
})

test('D66: the audit log names the person and the device', async () => {
  const { witness } = await testDatabase()
  const device = await registered(salon, 'Caja 2')
  const person = await personWithPin('receptionist', { name: 'Lola Gil' })
  const { token, sesion_id: sessionId } = dataOf(await enter(device, person))
  const block = { desde: '2030-03-06T10:00', hasta: '2030-03-06T11:00', motivo: 'Curso' }
  const body = { peluquero_id: salon.id('Ana'), ...block }
  const { id: blockId } = dataOf(await bearer(token).post(path, body), 201)
  const rows = await witness`
    select operator, action, detail from audit_entries
    where business_id = ${salon.businessId} and operator = 'staff Lola Gil'
    order by id`
  const { staffId } = person
  assert.deepEqual(
    rows.map(({ action }) => action),
    ['pins.set', 'blocks.create'],
  )
  assert.deepEqual(rows[1]?.detail, { staffId, sessionId, device: 'Caja 2', blockId })
  const [entry] = await witness`
    select detail from audit_entries
    where business_id = ${salon.businessId} and action = 'devices.register'
      and (detail ->> 'deviceId')::bigint = ${device.id}`
  assert.ok(entry)
})

test('D64: a salon has 50 shared devices', async () => {
  const place = await openSalon({ now })
  const { witness } = await testDatabase()
  const owner = await place.staff('owner')
  await registered(place)
  await witness`
    insert into staff_devices (
      business_id, token_hash, name, registered_by, registered_at, last_seen_at, expires_at)
    select business_id, sha256(number::text::bytea), name, registered_by, registered_at,
      last_seen_at, expires_at
    from staff_devices, generate_series(1, 49) as number
    where business_id = ${place.businessId}`
  assertError(await owner.post(devices, { nombre: 'Otro' }), 'DEVICE_LIMIT_REACHED')
  const { dispositivos } = dataOf(await owner.get(devices))
  dataOf(await owner.delete(`${devices}${dispositivos[0].id}/`))
  dataOf(await owner.post(devices, { nombre: 'Otro' }))
})

test('D8: nobody signs in at the desk of a suspended salon', async () => {
  const { admin } = await testDatabase()
  const suspended = await openSalon({ now })
  const device = await registered(suspended)
  const person = await personWithPin('owner', { of: suspended })
  await suspendBusiness(admin, suspended.slug)
  assertError(await bearer(device.token).get(desk), 'BUSINESS_SUSPENDED')
  assertError(await enter(device, person), 'BUSINESS_SUSPENDED')
})

test('D27: a device, a person and an address try a number of PINs a minute', async (t) => {
  const limits = { redisUrl: null, trustedProxies: [] }
  const api = await openApi(undefined, { limits, clock: salon.clock })
  t.after(api.close)
  const device = await registered()
  const { staffId } = await personWithPin()
  const send = (token: string) => bearer(token, api.url).post(desk, { persona_id: staffId, pin })
  const policy = async () => (await send(device.token)).headers.get('ratelimit-policy')
  assert.equal(
    await policy(),
    '"pin-person";q=20;w=60, "pin-device";q=30;w=60, "pin-business";q=120;w=60',
  )
  const unknown = `${salon.businessId}.${'A'.repeat(43)}`
  const guessed = await Promise.all(Array.from({ length: 119 }, () => send(unknown)))
  for (const refused of guessed) assertError(refused, 'DEVICE_NOT_REGISTERED')
  assertError(await send(unknown), 'RATE_LIMIT_EXCEEDED')
})

test('a PIN of the pepper before is stored under the new one', async (t) => {
  const { witness } = await testDatabase()
  const device = await registered()
  const person = await personWithPin()
  const hash = async () => {
    const [row] = await witness<{ pinHash: string }[]>`
      select pin_hash from staff where id = ${person.staffId}`
    return row?.pinHash
  }
  const before = await hash()
  const api = await openApi(undefined, {
    staffPepper: 'another pepper of the staff, 32 characters',
    staffPepperPrevious: testSecrets.staffPepper,
    clock: salon.clock,
  })
  t.after(api.close)
  const body = { persona_id: person.staffId, pin }
  dataOf(await bearer(device.token, api.url).post(desk, body))
  assert.notEqual(await hash(), before)
  dataOf(await bearer(device.token, api.url).post(desk, body))
  assertError(await enter(device, person), 'PIN_REFUSED')
  const texts = openStaffSecrets(['x'.repeat(32)])
  assert.notEqual(texts.pinTexts(1, pin)[0], texts.pinTexts(2, pin)[0])
})

test('without the database a device is refused as unavailable, counts nothing, and goes on after', async (t) => {
  const { urls } = await testDatabase()
  const written: string[] = []
  const api = await openApi(urls.api.replace(/:\d+\//, ':1/'), {
    databaseLimits: {},
    clock: salon.clock,
    logTarget: { write: (line) => written.push(line) },
  })
  t.after(api.close)
  const device = await registered()
  const person = await personWithPin()
  const away = bearer(device.token, api.url)
  for (const answer of [
    await away.get(desk),
    await away.post(desk, { persona_id: person.staffId, pin }),
    await away.post(`${desk}bloquear/`, {}),
  ])
    assert.deepEqual([answer.status, answer.error?.code], [503, 'SERVICE_UNAVAILABLE'])
  assert.equal(await failuresOf(person), 0)
  dataOf(await enter(device, person))
  assert.ok(!written.join().includes(device.token.split('.')[1] ?? ''), 'a token is in the log')
})
