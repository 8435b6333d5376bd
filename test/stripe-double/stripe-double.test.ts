import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openDouble } from './open-double.ts'

test('a good card pays an intent, and charge, receipt and refund follow', async (t) => {
  const { double, stripe, salon } = await openDouble(t)
  const customer = await stripe.customers.create({ email: 'lucia@example.com', metadata: { row: '7' } }, salon)
  const intent = await stripe.paymentIntents.create(
    {
      amount: 1850,
      currency: 'eur',
      customer: customer.id,
      application_fee_amount: 50,
      automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
      metadata: { booking: '12' },
    },
    salon,
  )
  assert.deepEqual([intent.status, intent.livemode, intent.amount_received], ['requires_payment_method', false, 0])

  assert.deepEqual(double.pay(intent.client_secret ?? ''), { status: 'succeeded', declineCode: null })
  const paid = await stripe.paymentIntents.retrieve(intent.id, { expand: ['latest_charge'] }, salon)
  assert.equal(paid.amount_received, 1850)
  assert.ok(typeof paid.latest_charge === 'object' && paid.latest_charge !== null)
  assert.match(await (await fetch(paid.latest_charge.receipt_url ?? '')).text(), /18\.50 EUR/)

  const refund = await stripe.refunds.create({ payment_intent: intent.id, amount: 1000 }, salon)
  assert.deepEqual([refund.status, refund.amount], ['succeeded', 1000])
  const tooMuch = stripe.refunds.create({ payment_intent: intent.id, amount: 851 }, salon)
  await assert.rejects(tooMuch, { type: 'StripeInvalidRequestError', param: 'amount' })
  await stripe.refunds.create({ payment_intent: intent.id }, salon)
  const again = stripe.refunds.create({ payment_intent: intent.id }, salon)
  await assert.rejects(again, { code: 'charge_already_refunded' })
  const charge = await stripe.charges.retrieve(paid.latest_charge.id, {}, salon)
  assert.deepEqual([charge.refunded, charge.amount_refunded], [true, 1850])
})
