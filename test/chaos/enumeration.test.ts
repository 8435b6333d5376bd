import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openApi } from '../support/api.ts'
import { client } from '../support/client.ts'
import { testDatabase } from '../support/database.ts'
import { openSalon } from '../support/salon.ts'
import { tapWire } from '../support/wire-tap.ts'

// A clock on a busy machine proves little, so what is compared is the work: as many round trips to
// the database, and as many hashes (test/unit/credentials). Answers themselves are compared in
// test/rest/auth.

const password = 'la silla junto a la ventana'

test('D11: whether there is an account costs the database nothing more and nothing less', async (t) => {
  const { urls } = await testDatabase()
  const salon = await openSalon({ professionals: ['Ana'] })
  await salon.customer({ nombre: 'Marta', email: 'marta@example.com' })
  await salon.guest.book('Ana', '10:00', { email: 'guest@example.com' })
  const tap = await tapWire(urls.api)
  const api = await openApi(tap.url)
  t.after(async () => {
    await api.close()
    await tap.close()
  })
  const visitor = client(api.url, { 'x-api-key': salon.publishableKey })

  const tripsOf = async (
    input: () => Promise<{ status: number; error: unknown }>,
    status: number,
  ) => {
    tap.roundTrips()
    const answer = await input()
    assert.equal(answer.status, status, JSON.stringify(answer.error))
    return tap.roundTrips()
  }
  const begins = {
    'code-only login': (email: string) =>
      tripsOf(() => visitor.post('/auth/login/', { email }), 200),
    login: (email: string) => tripsOf(() => visitor.post('/auth/login/', { email, password }), 401),
    registration: (email: string) =>
      tripsOf(() => visitor.post('/auth/registro/', { nombre: 'Marta', email, password }), 201),
  }
  // connections and prepared statements of the first time are nobody's secret
  for (const begin of Object.values(begins))
    for (let i = 0; i < 2; i++) await begin(`warm${i}@example.com`)

  for (const [what, begin] of Object.entries(begins)) {
    const trips = [
      await begin('marta@example.com'),
      await begin('guest@example.com'),
      await begin('nobody@example.com'),
    ]
    assert.deepEqual(trips, Array(3).fill(trips[0]), what)
    assert.ok((trips[0] ?? 0) > 0, what)
  }
})
