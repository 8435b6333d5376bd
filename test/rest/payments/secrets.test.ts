import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openApi } from '../../support/api.ts'
import { assertError, dataOf } from '../../support/assertions.ts'
import { testDatabase } from '../../support/database.ts'
import { openSalon } from '../../support/salon.ts'

/** All that the database holds, as text, but for the files of db/migrations. */
async function everythingStored(): Promise<string> {
  const { witness } = await testDatabase()
  const tables = await witness<{ schema: string; name: string }[]>`
    select schemaname as schema, tablename as name from pg_tables
    where schemaname in ('app', 'registry') and tablename <> 'migrations_applied'`
  assert.ok(tables.length > 20)
  const texts = tables.map(async ({ schema, name }) => {
    const [row] = await witness<{ text: string }[]>`
      select coalesce(string_agg(stored::text, ' '), '') as text from ${witness(schema)}.${witness(name)} stored`
    return row?.text ?? ''
  })
  return (await Promise.all(texts)).join('\n')
}

test('D19: client secrets, API keys and webhook secrets are neither stored nor logged', async (t) => {
  const log: string[] = []
  const salon = await openSalon({ payments: true })
  const api = await openApi(undefined, { logTarget: { write: (line) => log.push(line) } })
  t.after(api.close)
  api.clock.set(salon.clock.now())
  const { fake, account } = salon.stripe
  const guest = salon.guestAt(api.url)

  const booking = dataOf(await guest.book('Ana', '10:00'), 201)
  const intent = await guest.createIntent(booking, {}, { 'idempotency-key': 'pagar' })
  salon.stripe.pay(intent, '4000000000009995')
  assertError(await guest.confirmPayment(intent, booking), 'CARD_DECLINED')
  dataOf(await guest.createIntent(booking, {}, { 'idempotency-key': 'pagar' }))
  for (const kind of ['error', 'html', 'reset'] as const) {
    fake.fault({ path: '/v1/payment_intents/*', kind, times: 2 })
    assertError(await guest.createIntent(booking), 'PROCESSOR_UNAVAILABLE')
    fake.clearFaults()
  }
  salon.stripe.pay(intent)
  dataOf(await guest.confirmPayment(intent, booking))
  await salon.stripe.deliverWebhooks()

  const secrets = [
    intent.data.client_secret,
    ...fake.paymentIntents(account).map(({ client_secret }) => client_secret),
    ...fake.endpoints().map(({ secret }) => secret),
    ...fake.destinations().map(({ secret }) => secret),
    fake.secretKey,
  ]
  assert.ok(secrets.length >= 4 && secrets.every((secret) => secret.length > 10))
  const stored = await everythingStored()
  assert.ok(stored.includes(intent.data.payment_intent_id), 'what may be stored is found')
  const logged = log.join('')
  assert.match(logged, /PROCESSOR_UNAVAILABLE/)
  for (const [where, text] of Object.entries({ stored, logged })) {
    for (const secret of secrets) {
      const inBytes = Buffer.from(secret).toString('hex')
      assert.ok(
        !text.includes(secret) && !text.includes(inBytes),
        `${where}: ${secret.slice(0, 12)}...`,
      )
    }
    assert.doesNotMatch(text, /_secret_|whsec_|sk_test_/, where)
  }
})
