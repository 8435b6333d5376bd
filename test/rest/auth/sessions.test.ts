import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertError, assertInvalid, dataOf } from '../../support/assertions.ts'
import { openSalon } from '../../support/salon.ts'
import { bearer, hasAccount, logsIn } from './an-account.ts'

test('D11: a refresh token returns a new pair, which can be refreshed again', async () => {
  const salon = await openSalon({ now: '2030-03-04T09:00' })
  const first = await hasAccount(salon)
  salon.setTime('2030-03-04T09:20')
  const second = dataOf(
    await salon.guest.post('/auth/refresh/', { refresh_token: first.refresh_token }),
  )
  assert.deepEqual(Object.keys(second), Object.keys(first))
  assert.deepEqual(second.cliente, first.cliente)
  assert.notEqual(second.refresh_token, first.refresh_token)
  dataOf(await salon.guest.get('/cliente/perfil/', bearer(second.access_token)))
  dataOf(await salon.guest.post('/auth/refresh/', { refresh_token: second.refresh_token }))
})

test('D11: of two simultaneous refreshes one gets a pair, the other a 401, and the session stays', async () => {
  const salon = await openSalon({ now: '2030-03-04T09:00' })
  const { refresh_token } = await hasAccount(salon)
  const answers = await Promise.all(
    [1, 2, 3].map(() => salon.guest.post('/auth/refresh/', { refresh_token })),
  )
  const renewed = answers.filter(({ status }) => status === 200)
  assert.equal(renewed.length, 1)
  for (const answer of answers.filter(({ status }) => status !== 200))
    assertError(answer, 'INVALID_TOKEN')

  salon.setTime('2030-03-04T09:00:10')
  assertError(await salon.guest.post('/auth/refresh/', { refresh_token }), 'INVALID_TOKEN')
  dataOf(
    await salon.guest.post('/auth/refresh/', { refresh_token: renewed[0]?.data.refresh_token }),
  )
})

test('D11: reusing a refresh token later revokes its session, and no other', async () => {
  const salon = await openSalon({ now: '2030-03-04T09:00' })
  const elsewhere = await hasAccount(salon)
  const { refresh_token: stolen } = await logsIn(salon)
  const { refresh_token: latest } = dataOf(
    await salon.guest.post('/auth/refresh/', { refresh_token: stolen }),
  )
  salon.setTime('2030-03-04T09:00:11')
  assertError(await salon.guest.post('/auth/refresh/', { refresh_token: stolen }), 'INVALID_TOKEN')
  assertError(await salon.guest.post('/auth/refresh/', { refresh_token: latest }), 'INVALID_TOKEN')
  dataOf(await salon.guest.post('/auth/refresh/', { refresh_token: elsewhere.refresh_token }))
})

test('D11: a refresh token is valid for thirty days', async () => {
  const salon = await openSalon({ now: '2030-03-04T09:00' })
  const { refresh_token } = await hasAccount(salon)
  salon.setTime('2030-04-03T10:00')
  assertError(await salon.guest.post('/auth/refresh/', { refresh_token }), 'TOKEN_EXPIRED')
  salon.setTime('2030-04-03T09:59')
  dataOf(await salon.guest.post('/auth/refresh/', { refresh_token }))
})

test('D11: an unknown refresh token, or one of another business, is rejected', async () => {
  const [salon, otherSalon] = [await openSalon(), await openSalon()]
  const { refresh_token, access_token } = await hasAccount(otherSalon)
  for (const token of [refresh_token, access_token.slice(0, 200), 'x', '']) {
    assertError(await salon.guest.post('/auth/refresh/', { refresh_token: token }), 'INVALID_TOKEN')
  }
  dataOf(await otherSalon.guest.post('/auth/refresh/', { refresh_token }))
})

test('D11: logging out ends the session of the refresh token, and leaves others alone', async () => {
  const salon = await openSalon()
  const elsewhere = await hasAccount(salon)
  const { refresh_token } = await logsIn(salon)
  for (let again = 0; again < 2; again++) {
    const answer = dataOf(await salon.guest.post('/auth/logout/', { refresh_token }))
    assert.deepEqual(answer, { sesion_cerrada: true })
  }
  assertError(await salon.guest.post('/auth/refresh/', { refresh_token }), 'INVALID_TOKEN')
  dataOf(await salon.guest.post('/auth/refresh/', { refresh_token: elsewhere.refresh_token }))
})

test('D11: logging out with the access token ends its session too', async () => {
  const salon = await openSalon()
  const { access_token, refresh_token } = await hasAccount(salon)
  dataOf(await salon.guest.post('/auth/logout/', undefined, bearer(access_token)))
  assertError(await salon.guest.post('/auth/refresh/', { refresh_token }), 'INVALID_TOKEN')
})

test('logging out without a token is an error', async () => {
  const salon = await openSalon()
  assertError(await salon.guest.post('/auth/logout/'), 'AUTHENTICATION_REQUIRED')
  assertError(await salon.backend.post('/auth/logout/', {}), 'AUTHENTICATION_REQUIRED')
  dataOf(await salon.guest.post('/auth/logout/', { refresh_token: 'never was one' }))
  assertInvalid(await salon.guest.post('/auth/logout/', { refresh_token: 5 }), 'refresh_token')
  assertInvalid(await salon.guest.post('/auth/refresh/', {}), 'refresh_token')
  assertInvalid(
    await salon.guest.post('/auth/refresh/', { refresh_token: 'x'.repeat(201) }),
    'refresh_token',
  )
})
