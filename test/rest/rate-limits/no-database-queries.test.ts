import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newApiKey } from '@silla/tenants'
import { client } from '../../support/client.ts'
import { testDatabase } from '../../support/database.ts'
import { tapWire } from '../../support/wire-tap.ts'
import { admits, openLimited, refuses } from './limited.ts'

test('D27: a rate-limited request or key causes no database query', async (t) => {
  const { urls } = await testDatabase()
  const tap = await tapWire(urls.api)
  t.after(() => tap.close())
  const { api, salon, visitorAt } = await openLimited(t, { databaseUrl: tap.url })
  const visitor = visitorAt('192.0.2.1')
  const day = `/disponibilidad/${salon.id('Ana')}/2030-03-05/`
  await admits(120, () => visitor.get(day))
  const guess = () =>
    client(api.url, {
      'x-api-key': newApiKey('publishable', 'test'),
      'x-forwarded-for': '192.0.2.2',
    }).get('/negocio/')
  await admits(60, guess)

  tap.roundTrips()
  for (let i = 0; i < 5; i++) await refuses(() => visitor.get(day))
  for (let i = 0; i < 5; i++) await refuses(guess)
  assert.equal(tap.roundTrips(), 0)
})

test('D27: of 300 invalid keys sent at once, 60 are looked up', async (t) => {
  const { api } = await openLimited(t)
  const answers = await Promise.all(
    Array.from({ length: 300 }, () =>
      client(api.url, { 'x-api-key': newApiKey('publishable', 'test') }).get('/negocio/'),
    ),
  )
  assert.equal(answers.filter(({ status }) => status === 401).length, 60)
  assert.equal(answers.filter(({ status }) => status === 429).length, 240)
})

test('D27: invalid keys from the same address do not keep out a visitor with a valid key', async (t) => {
  const { api, visitorAt, later } = await openLimited(t)
  const visitor = visitorAt('192.0.2.1')
  await admits(1, () => visitor.get('/negocio/'))
  later(2)
  const guess = () =>
    client(api.url, {
      'x-api-key': newApiKey('publishable', 'test'),
      'x-forwarded-for': '192.0.2.1',
    }).get('/negocio/')
  await admits(60, guess)
  await refuses(guess)
  await admits(1, () => visitor.get('/negocio/'))
})

test('D27: concurrent requests with a key that is looked up for the first time are all admitted', async (t) => {
  const { visitorAt } = await openLimited(t)
  const visitor = visitorAt('192.0.2.1')
  const answers = await Promise.all(Array.from({ length: 80 }, () => visitor.get('/negocio/')))
  assert.equal(answers.filter(({ status }) => status === 200).length, 80)
})

test('D27: look-ups of a valid key do not use up the limit of failed keys', async (t) => {
  const { visitorAt, later } = await openLimited(t)
  for (let second = 0; second < 70; second++) {
    await admits(1, () => visitorAt('192.0.2.1').get('/negocio/'))
    later(1)
  }
})
