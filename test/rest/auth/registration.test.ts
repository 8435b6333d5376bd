import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertError, assertInvalid, dataOf } from '../../support/assertions.ts'
import { testDatabase } from '../../support/database.ts'
import { codeFor, emailsTo } from '../../support/emails.ts'
import { openSalon, type TestSalon } from '../../support/salon.ts'

const email = 'lucia@example.com'
const lucia = { nombre: 'Lucía Prado', email, password: 'tres tristes tigres' }

test('D11: registering and verifying the code creates an account and signs in', async () => {
  const salon = await openSalon({ now: '2030-03-04T09:00' })
  const begun = dataOf(
    await salon.guest.post('/auth/registro/', { ...lucia, telefono: '612 345 678' }),
    201,
  )
  const { otp_id, ...others } = begun
  assert.deepEqual(others, {
    otp_requerido: true,
    canal: 'email',
    expira_en: '2030-03-04T08:10:00.000Z',
  })

  const signedIn = dataOf(
    await salon.guest.post('/auth/verify-otp/', { otp_id, codigo: await codeFor(salon, email) }),
  )
  const { access_token, refresh_token, cliente, ...rest } = signedIn
  assert.deepEqual(rest, { token_type: 'Bearer', expires_in: 900, refresh_expires_in: 2_592_000 })
  assert.deepEqual({ ...cliente, id: 0 }, { id: 0, nombre: 'Lucía Prado', email })
  assert.notEqual(refresh_token, access_token)

  const profile = dataOf(
    await salon.guest.get('/cliente/perfil/', { authorization: `Bearer ${access_token}` }),
  )
  assert.equal(profile.id, cliente.id)
  assert.equal(profile.telefono, '+34612345678')
  assert.equal(profile.email_verificado, true)
})

test('D11: registering alone writes only the challenge', async () => {
  const salon = await openSalon()
  dataOf(await salon.guest.post('/auth/registro/', lucia), 201)
  assert.deepEqual(await written(salon), {
    customers: 0,
    customer_accounts: 0,
    sessions: 0,
    sign_in_challenges: 1,
  })
})

test('D11: registering an email that has an account gets the same response, another email, and keeps the password', async () => {
  const salon = await openSalon()
  await registered(salon, lucia)
  const before = await written(salon)

  const again = dataOf(
    await salon.guest.post('/auth/registro/', { ...lucia, password: 'planted by a stranger' }),
    201,
  )
  assert.deepEqual(Object.keys(again), ['otp_requerido', 'otp_id', 'canal', 'expira_en'])
  assert.deepEqual(
    (await emailsTo(salon, email)).map(({ kind }) => kind),
    ['code', 'already_registered'],
  )
  for (const codigo of [await codeFor(salon, email), '000000']) {
    assertError(
      await salon.guest.post('/auth/verify-otp/', { otp_id: again.otp_id, codigo }),
      'OTP_INVALID',
    )
  }
  assert.deepEqual(await written(salon), {
    ...before,
    sign_in_challenges: before.sign_in_challenges + 1,
  })
  const stranger = await salon.guest.post('/auth/login/', {
    email,
    password: 'planted by a stranger',
  })
  assertError(stranger, 'INVALID_CREDENTIALS')
})

test('D12: a guest who registers with the same email keeps the customer row and gets the new name', async () => {
  const salon = await openSalon({ now: '2030-03-04T08:00', professionals: [{ name: 'Ana' }] })
  const booking = dataOf(
    await salon.guest.book('Ana', '10:00', { nombre: 'L.', email: ' Lucia@Example.com' }),
    201,
  )
  const { cliente, access_token } = await registered(salon, lucia)
  assert.equal(cliente.id, booking.cliente.id)
  const profile = dataOf(
    await salon.guest.get('/cliente/perfil/', { authorization: `Bearer ${access_token}` }),
  )
  assert.equal(profile.nombre, 'Lucía Prado')
  assert.equal(profile.reservas_totales, 1)
})

test('D11: two registrations at once create one account, with the data of the first', async () => {
  const salon = await openSalon()
  const first = dataOf(await salon.guest.post('/auth/registro/', lucia), 201)
  const firstCode = await codeFor(salon, email)
  const second = dataOf(
    await salon.guest.post('/auth/registro/', { ...lucia, password: 'another good one' }),
    201,
  )
  const [, secondEmail] = await emailsTo(salon, email)
  const secondCode = String(secondEmail?.payload.code)

  const answers = [
    dataOf(
      await salon.guest.post('/auth/verify-otp/', { otp_id: first.otp_id, codigo: firstCode }),
    ),
    dataOf(
      await salon.guest.post('/auth/verify-otp/', { otp_id: second.otp_id, codigo: secondCode }),
    ),
  ]
  assert.equal(answers[0].cliente.id, answers[1].cliente.id)
  dataOf(await salon.guest.post('/auth/login/', { email, password: lucia.password }))
  assertError(
    await salon.guest.post('/auth/login/', { email, password: 'another good one' }),
    'INVALID_CREDENTIALS',
  )
})

test('D11: the email is in the chosen language, else in that of the request', async () => {
  const salon = await openSalon()
  await salon.guest.post('/auth/registro/', { ...lucia, idioma: 'ar' })
  await salon.guest.post('/auth/registro/?lang=en', { ...lucia, email: 'anna@example.com' })
  assert.equal((await emailsTo(salon, email))[0]?.language, 'ar')
  assert.equal((await emailsTo(salon, 'anna@example.com'))[0]?.language, 'en')
})

test('D11: a weak password is rejected', async () => {
  const salon = await openSalon()
  for (const password of [
    '',
    'nine char',
    'aaaaaaaaaaaa',
    'ababababababab',
    '1234567890',
    'Password123',
    email,
    'lucía prado',
  ]) {
    assertError(await salon.guest.post('/auth/registro/', { ...lucia, password }), 'WEAK_PASSWORD')
  }
  dataOf(await salon.guest.post('/auth/registro/', { ...lucia, password: '10 símbolo' }), 201)
})

test('registration errors name the field', async () => {
  const salon = await openSalon()
  const { post } = salon.guest
  assertInvalid(await post('/auth/registro/', {}), 'nombre', 'email', 'password')
  assertInvalid(await post('/auth/registro/', { ...lucia, clave: 'x' }), 'clave')
  assertInvalid(await post('/auth/registro/', { ...lucia, password: 1234567890 }), 'password')
  assertInvalid(await post('/auth/registro/', { ...lucia, password: 'x'.repeat(129) }), 'password')
  assertInvalid(await post('/auth/registro/', { ...lucia, idioma: 'fr' }), 'idioma')
  assertInvalid(
    await post('/auth/registro/', { ...lucia, acepta_marketing: 'si' }),
    'acepta_marketing',
  )
  assertInvalid(
    await post('/auth/registro/', { ...lucia, nombre: ' ', email: 'a@b', telefono: '123' }),
    'nombre',
    'email',
    'telefono',
  )
  assertInvalid(
    await post('/auth/registro/', { ...lucia, email: 'a@b.es\r\nBcc: c@d.es' }),
    'email',
  )
  assert.equal((await written(salon)).sign_in_challenges, 0)
})

test('the same email can register at two salons independently', async () => {
  const [salon, otherSalon] = [await openSalon(), await openSalon()]
  await registered(salon, lucia)
  const begun = dataOf(await otherSalon.guest.post('/auth/registro/', lucia), 201)
  assert.equal((await emailsTo(otherSalon, email))[0]?.kind, 'code')
  const codigo = await codeFor(otherSalon, email)
  assertError(
    await salon.guest.post('/auth/verify-otp/', { otp_id: begun.otp_id, codigo }),
    'OTP_INVALID',
  )
  dataOf(await otherSalon.guest.post('/auth/verify-otp/', { otp_id: begun.otp_id, codigo }))
})

async function registered(salon: TestSalon, who: typeof lucia) {
  const { otp_id } = dataOf(await salon.guest.post('/auth/registro/', who), 201)
  return dataOf(
    await salon.guest.post('/auth/verify-otp/', {
      otp_id,
      codigo: await codeFor(salon, who.email),
    }),
  )
}

const tables = ['customers', 'customer_accounts', 'sessions', 'sign_in_challenges'] as const

async function written({
  businessId,
}: TestSalon): Promise<Record<(typeof tables)[number], number>> {
  const { witness } = await testDatabase()
  const counts = tables.map(async (table) => {
    const [row] = await witness<{ count: number }[]>`
      select count(*)::int as count from ${witness(table)} where business_id = ${businessId}`
    return [table, row?.count ?? 0]
  })
  return Object.fromEntries(await Promise.all(counts))
}
