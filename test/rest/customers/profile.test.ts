import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertError, assertInvalid, dataOf } from '../../support/assertions.ts'
import { openSalon } from '../../support/salon.ts'
import { bearer, hasAccount, logsIn, marta } from '../auth/an-account.ts'

const lucia = { nombre: 'Lucía Prado', email: 'Lucia@example.com', telefono: '+34612345678' }

test('D12: the profile has every field', async () => {
  const salon = await openSalon({ now: '2030-03-04T08:00', professionals: ['Ana'] })
  dataOf(await salon.guest.book('Ana', '10:00', { email: 'LUCIA@example.com' }), 201)
  const customer = await salon.customer(lucia)
  const { id, ...profile } = dataOf(await customer.get('/cliente/perfil/'))
  assert.equal(id, customer.id)
  assert.deepEqual(profile, {
    nombre: 'Lucía Prado',
    email: 'LUCIA@example.com',
    telefono: '',
    idioma: 'es',
    fecha_nacimiento: null,
    acepta_marketing: false,
    email_verificado: true,
    puntos_saldo: 0,
    reservas_totales: 1,
    created_at: '2030-03-04T07:00:00.000Z',
  })
})

test('D12: a profile update keeps the fields that are left out', async () => {
  const salon = await openSalon()
  const customer = await salon.customer(lucia)
  const change = {
    nombre: '  Lucía Prado Gil ',
    telefono: '699 11 22 33',
    idioma: 'ar',
    fecha_nacimiento: '1990-02-28',
    acepta_marketing: true,
  }
  const changed = dataOf(await customer.put('/cliente/perfil/', change))
  assert.deepEqual(
    [
      changed.nombre,
      changed.telefono,
      changed.idioma,
      changed.fecha_nacimiento,
      changed.acepta_marketing,
    ],
    ['Lucía Prado Gil', '+34699112233', 'ar', '1990-02-28', true],
  )
  assert.deepEqual(dataOf(await customer.put('/cliente/perfil/', {})), changed)
  assert.deepEqual(
    dataOf(await customer.put('/cliente/perfil/', { telefono: '', fecha_nacimiento: null })),
    changed,
  )
  assert.deepEqual(dataOf(await customer.get('/cliente/perfil/')), changed)
})

test('D9: only the customer can read a profile; a secret key alone cannot', async () => {
  const salon = await openSalon()
  for (const who of [salon.guest, salon.backend]) {
    assertError(await who.get('/cliente/perfil/'), 'AUTHENTICATION_REQUIRED')
    assertError(await who.put('/cliente/perfil/', {}), 'AUTHENTICATION_REQUIRED')
    assertError(await who.delete('/cliente/perfil/'), 'AUTHENTICATION_REQUIRED')
  }
})

test('D9: with a token the caller is that customer, also with a secret key', async () => {
  const salon = await openSalon()
  const { token, id } = await salon.customer(lucia)
  assert.equal(dataOf(await salon.backend.get('/cliente/perfil/', bearer(token))).id, id)
})

test('update errors name the field, and nothing is changed', async () => {
  const salon = await openSalon({ now: '2030-03-04T09:00' })
  const customer = await salon.customer(lucia)
  const put = (body: object) => customer.put('/cliente/perfil/', body)
  assertInvalid(await put({ nombre: ' ', telefono: '123' }), 'nombre', 'telefono')
  assertInvalid(await put({ nombre: 'x'.repeat(121) }), 'nombre')
  assertInvalid(await put({ idioma: 'fr' }), 'idioma')
  assertInvalid(await put({ acepta_marketing: 1 }), 'acepta_marketing')
  assertInvalid(await put({ email: 'other@example.com' }), 'email')
  assertInvalid(await put({ fecha_nacimiento: '2030-03-05' }), 'fecha_nacimiento')
  assertInvalid(await put({ fecha_nacimiento: '1899-12-31' }), 'fecha_nacimiento')
  assertInvalid(await put({ password_actual: 'something' }), 'password')
  assertError(await put({ fecha_nacimiento: '1990-02-30' }), 'INVALID_DATE')
  assertError(await put({ fecha_nacimiento: '28/02/1990' }), 'INVALID_DATE')
  assert.equal(dataOf(await customer.get('/cliente/perfil/')).nombre, 'Lucía Prado')
})

test('D11: changing the password needs the current one and ends every other session', async () => {
  const salon = await openSalon({ now: '2030-03-04T09:00' })
  const elsewhere = await hasAccount(salon)
  const here = await logsIn(salon)
  salon.setTime('2030-03-04T09:10:01')
  const own = bearer(here.access_token)
  const password = 'otra silla, otra ventana'

  const put = (body: object) => salon.guest.put('/cliente/perfil/', body, own)
  assertError(await put({ password }), 'AUTHENTICATION_REQUIRED')
  assertError(await put({ password, password_actual: 'not this one' }), 'INVALID_CREDENTIALS')
  assertError(await put({ password: 'short', password_actual: marta.password }), 'WEAK_PASSWORD')
  assertError(
    await put({ password: marta.email, password_actual: marta.password }),
    'WEAK_PASSWORD',
  )
  dataOf(await salon.guest.post('/auth/login/', { email: marta.email, password: marta.password }))
  dataOf(await put({ password, password_actual: marta.password }))

  assertError(
    await salon.guest.post('/auth/login/', { email: marta.email, password: marta.password }),
    'INVALID_CREDENTIALS',
  )
  dataOf(await salon.guest.post('/auth/login/', { email: marta.email, password }))
  assertError(
    await salon.guest.post('/auth/refresh/', { refresh_token: elsewhere.refresh_token }),
    'INVALID_TOKEN',
  )
  dataOf(await salon.guest.post('/auth/refresh/', { refresh_token: here.refresh_token }))
})

test('D11: after sign-in by code a new password can be set within ten minutes', async () => {
  const salon = await openSalon({ now: '2030-03-04T09:00' })
  await hasAccount(salon)
  const { access_token } = await logsIn(salon, { email: marta.email })
  const put = (password: string) =>
    salon.guest.put('/cliente/perfil/', { password }, bearer(access_token))
  salon.setTime('2030-03-04T09:10')
  dataOf(await put('otra silla, otra ventana'))
  salon.setTime('2030-03-04T09:10:01')
  assertError(await put('y otra más para mañana'), 'AUTHENTICATION_REQUIRED')
  dataOf(
    await salon.guest.post('/auth/login/', {
      email: marta.email,
      password: 'otra silla, otra ventana',
    }),
  )
})

test('D11: a refreshed token does not count as issued by a code', async () => {
  const salon = await openSalon({ now: '2030-03-04T09:00' })
  const { refresh_token } = await hasAccount(salon)
  const { access_token } = dataOf(await salon.guest.post('/auth/refresh/', { refresh_token }))
  assertError(
    await salon.guest.put(
      '/cliente/perfil/',
      { password: 'otra silla, otra ventana' },
      bearer(access_token),
    ),
    'AUTHENTICATION_REQUIRED',
  )
})
