import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openApi } from '../support/api.ts'
import { client } from '../support/client.ts'
import { testDatabase } from '../support/database.ts'
import { openSalon } from '../support/salon.ts'
import { tapWire } from '../support/wire-tap.ts'

// Timings on a busy machine are unreliable, so these tests compare the work: the number of round
// trips to the database, and of hashes (test/unit/credentials). test/rest/auth compares responses.

/**
 * The smallest count of several is the true one: of statements that are sent together, the tap counts those
 * apart that arrive after a response.
 */
const tries = [0, 1, 2, 3]

const password = 'la silla junto a la ventana'

test('D11: a sign-in request has the same number of round trips whether the account exists or not', async (t) => {
  const { urls } = await testDatabase()
  const salon = await openSalon({ professionals: ['Ana'] })
  for (const each of tries) {
    await salon.customer({ nombre: 'Marta', email: `marta${each}@example.com` })
    await salon.guest.book('Ana', `1${each}:00`, { email: `guest${each}@example.com` })
  }
  const tap = await tapWire(urls.api)
  const api = await openApi(tap.url)
  t.after(async () => {
    await api.close()
    await tap.close()
  })
  const visitor = client(api.url, { 'x-api-key': salon.publishableKey })

  const roundTripsOf = async (
    request: () => Promise<{ status: number; error: unknown }>,
    status: number,
  ) => {
    tap.roundTrips()
    const response = await request()
    assert.equal(response.status, status, JSON.stringify(response.error))
    return tap.roundTrips()
  }
  const requests = {
    'code-only login': (email: string) =>
      roundTripsOf(() => visitor.post('/auth/login/', { email }), 200),
    login: (email: string) =>
      roundTripsOf(() => visitor.post('/auth/login/', { email, password }), 401),
    registration: (email: string) =>
      roundTripsOf(
        () => visitor.post('/auth/registro/', { nombre: 'Marta', email, password }),
        201,
      ),
  }
  // the first requests also open connections and prepare statements
  for (const send of Object.values(requests))
    for (let i = 0; i < 2; i++) await send(`warm${i}@example.com`)

  for (const [name, send] of Object.entries(requests)) {
    const roundTrips: number[] = []
    for (const who of ['marta', 'guest', 'nobody']) {
      const counts: number[] = []
      for (const each of tries) counts.push(await send(`${who}${each}@example.com`))
      roundTrips.push(Math.min(...counts))
    }
    assert.deepEqual(roundTrips, Array(3).fill(roundTrips[0]), name)
    assert.ok((roundTrips[0] ?? 0) > 0, name)
  }
})
