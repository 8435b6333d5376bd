import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertError, dataOf } from '../../support/assertions.ts'
import { testDatabase } from '../../support/database.ts'
import { openSalon } from '../../support/salon.ts'
import { bearer, hasAccount, marta } from '../auth/an-account.ts'

test('D12: the data export has all personal data and no secrets', async () => {
  const salon = await openSalon({ now: '2030-03-04T08:00', professionals: ['Ana'] })
  const input = {
    nombre: 'Marta',
    email: marta.email,
    telefono: '+34612345678',
    notas: 'Junto a la ventana',
  }
  const booking = dataOf(await salon.guest.book('Ana', '10:00', input), 201)
  dataOf(await salon.guest.book('Ana', '12:00', { email: 'somebody@example.com' }), 201)
  const { access_token, refresh_token, cliente } = await hasAccount(salon)

  const answer = await salon.guest.get('/cliente/exportar/', bearer(access_token))
  const own = dataOf(answer)
  assert.equal(own.perfil.id, cliente.id)
  assert.deepEqual(
    own.reservas.map(({ id }: { id: number }) => id),
    [booking.id],
  )
  assert.equal(own.reservas[0].notas, 'Junto a la ventana')
  assert.equal(own.reservas[0].cliente.telefono, '+34612345678')
  assert.deepEqual([own.pedidos, own.movimientos, own.resenas], [[], [], []])
  assert.deepEqual(own.sesiones, [{ iniciada_en: '2030-03-04T07:00:00.000Z', cerrada_en: null }])
  assert.ok(own.correos.some(({ tipo }: { tipo: string }) => tipo === 'code'))
  for (const secret of [refresh_token, access_token, 'argon2', 'somebody@'])
    assert.ok(!answer.text.includes(secret))
})

test('D12: lists of any length are exported whole', async () => {
  const salon = await openSalon()
  const { access_token, cliente } = await hasAccount(salon)
  const sessions = 1500
  const { witness } = await testDatabase()
  await witness`
    insert into app.sessions (business_id, customer_id, signed_in_at)
    select ${salon.businessId}, ${cliente.id}, now() from generate_series(1, ${sessions}::int)`
  const answer = await salon.guest.get('/cliente/exportar/', bearer(access_token))
  assert.equal(dataOf(answer).sesiones.length, sessions + 1)
  assert.ok(answer.text.length > 64 * 1024)
  assert.equal(answer.headers.get('content-length'), String(Buffer.byteLength(answer.text)))
})

test('D9: only the customer can export their data', async () => {
  const salon = await openSalon()
  for (const who of [salon.guest, salon.backend])
    assertError(await who.get('/cliente/exportar/'), 'AUTHENTICATION_REQUIRED')
  const { access_token } = await hasAccount(salon)
  dataOf(await salon.guest.delete('/cliente/perfil/', bearer(access_token)))
  assertError(await salon.guest.get('/cliente/exportar/', bearer(access_token)), 'INVALID_TOKEN')
})
