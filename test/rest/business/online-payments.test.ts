import assert from 'node:assert/strict'
import { test } from 'node:test'
import { connectAccount, disconnectAccount } from '@silla/core'
import { dataOf } from '../../support/assertions.ts'
import { testDatabase } from '../../support/database.ts'
import { queryGraphql } from '../../support/graphql.ts'
import { testProcessors } from '../../support/processor.ts'
import { openSalon, type TestSalon } from '../../support/salon.ts'

async function paymentsOf(salon: TestSalon) {
  // a request for free times compares catalogue versions; the notification takes a moment
  await salon.guest.get('/disponibilidad/dias/')
  return dataOf(await salon.guest.get('/negocio/')).pagos
}

const expected = ({ stripe: { fake } }: TestSalon, account: string) => ({
  processor_publishable_key: fake.publishableKey,
  processor_account_id: account,
  processor_script_url: `${fake.url}/stripe.js`,
})

test('D20: pagos has the key, the account and the script of the processor, in GraphQL too', async () => {
  const salon = await openSalon({ payments: true })
  const payments = await paymentsOf(salon)
  assert.deepEqual(payments, expected(salon, salon.stripe.account))
  const intent = dataOf(
    await salon.guest.createIntent(dataOf(await salon.guest.book('Ana', '10:00'), 201)),
  )
  assert.deepEqual(
    [payments.processor_publishable_key, payments.processor_account_id],
    [intent.processor_publishable_key, intent.processor_account_id],
  )
  const fields = Object.keys(payments).join(' ')
  const { data } = await queryGraphql(salon.guest, `{ negocio { pagos { ${fields} } } }`)
  assert.deepEqual({ ...data.negocio.pagos }, payments)
})

test('D20: pagos is null for a salon that cannot be paid online', async () => {
  const without = await openSalon({ settings: { acceptsOnlinePayments: true } })
  const unwilling = await openSalon({ payments: true, settings: { acceptsOnlinePayments: false } })
  assert.equal(await paymentsOf(without), null)
  assert.equal(await paymentsOf(unwilling), null)
  const { data } = await queryGraphql(
    without.guest,
    '{ negocio { pagos { processor_script_url } } }',
  )
  assert.deepEqual({ ...data.negocio }, { pagos: null })
})

test('D20: pagos follows the account, also in responses that were ready', async () => {
  const salon = await openSalon({ payments: true })
  const { admin } = await testDatabase()
  const first = salon.stripe.account
  for (const _ of [1, 2]) assert.deepEqual(await paymentsOf(salon), expected(salon, first))

  await disconnectAccount(admin, salon.slug, salon.clock)
  assert.equal(await paymentsOf(salon), null)

  const second = salon.stripe.fake.addAccount({ displayName: 'Another bank' }).id
  await connectAccount(
    admin,
    testProcessors,
    { slug: salon.slug, account: second, returnUrl: null, publicUrl: null, feeBasisPoints: null },
    salon.clock,
  )
  assert.deepEqual(await paymentsOf(salon), expected(salon, second))
})
