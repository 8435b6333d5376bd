import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readBalance, reconcile } from '@silla/core'
import { assertError, dataOf } from '../support/assertions.ts'
import { testDatabase } from '../support/database.ts'
import { emailsTo } from '../support/emails.ts'
import { publishEvents } from '../support/events.ts'
import { runJobs } from '../support/jobs.ts'
import { applyProcessorEvent } from '../support/money.ts'
import {
  advance,
  bookAhead,
  pay,
  payingSalon,
  readBooking,
  refundStates,
} from '../support/paid-bookings.ts'
import { testProcessors } from '../support/processor.ts'
import { requestContextFor } from '../support/request-context.ts'
import { openSalon, type TestSalon } from '../support/salon.ts'
import { chargeFee, missVisit, openCardSalon, settleAll } from '../support/saved-cards.ts'

// Money that others move at the processor: disputes, inquiries, refunds made in its dashboard.

const notRefunded = { aplica: false, monto: 0, estado: 'no_aplica' }

for (const outcome of ['won', 'lost'] as const) {
  test(`D24: a refund of a disputed payment is not promised and waits until the dispute is ${outcome}, also without events`, async () => {
    const salon = await openSalon(payingSalon)
    const { fake } = salon.stripe
    const [known, unknown] = [await bookAhead(salon, 0), await bookAhead(salon, 1)]
    const [first, second] = [await pay(salon, known), await pay(salon, unknown)]
    const dispute = fake.dispute(first.data.payment_intent_id)
    await salon.stripe.deliverWebhooks()
    assertError(await salon.backend.post(`/reservas/${known.id}/reembolsar/`), 'PAYMENT_DISPUTED')
    assert.deepEqual(dataOf(await salon.guest.cancel(known)).reembolso, notRefunded)

    // the event about this dispute is lost: the processor rejects the refund
    const unreported = fake.dispute(second.data.payment_intent_id)
    fake.webhooks.drop()
    dataOf(await salon.guest.cancel(unknown))
    await runJobs(salon)
    const sent = refundRequests(salon)
    for (const booking of [known, unknown]) {
      const { pago, reembolso } = await readBooking(salon, booking)
      assert.deepEqual([pago.estado, reembolso], ['disputado', notRefunded])
    }
    advance(salon, 3600)
    await runJobs(salon)
    assert.equal(fake.refunds(salon.stripe.account).length, 0)
    // of the known dispute nothing is sent, and of the other one nothing once it is known
    assert.deepEqual([sent, refundRequests(salon)], [1, 1])

    fake.closeDispute(dispute.id, outcome)
    await salon.stripe.deliverWebhooks()
    fake.closeDispute(unreported.id, outcome)
    fake.webhooks.drop()
    const range = {
      from: new Date(salon.clock.now().getTime() - 86_400_000),
      to: salon.clock.now(),
    }
    assert.deepEqual(await reconcile(await requestContextFor(salon), testProcessors, range), [])
    await runJobs(salon)
    const states = await refundStates(salon)
    for (const booking of [known, unknown]) {
      const { pago, reembolso } = await readBooking(salon, booking)
      if (outcome === 'won')
        assert.deepEqual([pago.estado, reembolso.estado], ['reembolsado', 'completado'])
      else assert.deepEqual([pago.estado, reembolso], ['disputado', notRefunded])
    }
    assert.deepEqual(states, Array(2).fill(outcome === 'won' ? 'completed' : 'cancelled'))
    if (outcome === 'lost')
      assertError(
        await salon.backend.post(`/reservas/${known.id}/reembolsar/`),
        'NOTHING_TO_REFUND',
      )
  })
}

test('D24: a refund is not sent when its payment is disputed before the worker sends it', async () => {
  const salon = await openSalon(payingSalon)
  const booking = await bookAhead(salon, 0)
  const paid = await pay(salon, booking)
  dataOf(await salon.guest.cancel(booking))
  salon.stripe.fake.dispute(paid.data.payment_intent_id)
  await salon.stripe.deliverWebhooks()
  await runJobs(salon)
  assert.equal(refundRequests(salon), 0)
  assert.deepEqual(await refundStates(salon), ['pending'])
})

test('D23, D58: the salon is notified of an inquiry of the bank, which is no dispute until it becomes one', async () => {
  const salon = await openSalon(payingSalon)
  const { fake } = salon.stripe
  const [closed, escalated] = [await bookAhead(salon, 0), await bookAhead(salon, 1)]
  const [first, second] = [await pay(salon, closed), await pay(salon, escalated)]
  const inquiry = fake.inquire(first.data.payment_intent_id)
  const becomesDispute = fake.inquire(second.data.payment_intent_id)
  await salon.stripe.deliverWebhooks()
  const states = async () =>
    Promise.all(
      [closed, escalated].map(async (booking) => (await readBooking(salon, booking)).pago.estado),
    )
  assert.deepEqual(await states(), ['completado', 'completado'])
  fake.closeDispute(inquiry.id, 'warning_closed')
  fake.escalate(becomesDispute.id)
  await salon.stripe.deliverWebhooks()
  assert.deepEqual(await states(), ['completado', 'disputado'])
  const emails = await emailsTo(salon, 'hola@example.com')
  const stages = emails.map(({ kind, payload }) => `${kind} ${payload.stage} ${payload.respondBy}`)
  const respondBy = new Date((inquiry.evidence_details.due_by ?? 0) * 1000).toISOString()
  assert.deepEqual(stages.sort(), [
    `dispute dispute ${respondBy}`,
    `dispute inquiry ${respondBy}`,
    `dispute inquiry ${respondBy}`,
  ])
  assert.deepEqual(await disputeEvents(salon), [
    'pago.consulta',
    'pago.consulta',
    'pago.disputado abierta',
  ])
  await publishEvents(salon)
  const { items } = dataOf(await salon.backend.get('/eventos/'))
  const deadlines = items.flatMap(
    ({
      datos,
    }: {
      datos: Record<'consulta' | 'disputa', { responder_hasta: string } | undefined>
    }) => (datos.consulta ?? datos.disputa)?.responder_hasta ?? [],
  )
  assert.deepEqual(deadlines, [respondBy, respondBy, respondBy])
  const { witness } = await testDatabase()
  const unassigned = await witness`
    select event_ref from registry.orphan_events where account_ref = ${salon.stripe.account}`
  assert.deepEqual([...unassigned], [], 'an inquiry is no orphan event')
  dataOf(await salon.guest.cancel(closed))
  await runJobs(salon)
  assert.equal((await readBooking(salon, closed)).reembolso.estado, 'completado')
})

for (const fullyOrPartly of ['partly', 'fully'] as const) {
  test(`D59: a refund that crosses one in the processor’s dashboard returns what is left, ${fullyOrPartly} refunded there`, async () => {
    const salon = await openSalon(payingSalon)
    const { fake, account } = salon.stripe
    const booking = await bookAhead(salon, 0)
    const paid = await pay(salon, booking)
    dataOf(await salon.guest.cancel(booking))
    const foreignCents = fullyOrPartly === 'partly' ? 500 : booking.total_centimos
    fake.refund(paid.data.payment_intent_id, foreignCents)
    fake.webhooks.drop()
    await runJobs(salon)
    const made = fake.refunds(account).map(({ amount }) => amount)
    assert.deepEqual(made, fullyOrPartly === 'partly' ? [500, 1300] : [1800])
    assert.deepEqual((await refundStates(salon)).sort(), [
      'cancelled',
      ...made.map(() => 'completed'),
    ])
    const { pago, reembolso } = await readBooking(salon, booking)
    assert.deepEqual([pago.estado, reembolso.estado], ['reembolsado', 'completado'])
    assert.deepEqual(await emailsTo(salon, 'hola@example.com'), [])
    assert.deepEqual(await reconciled(salon), [])
  })
}

test('D58: after a partly lost dispute the refund fails, and reconciling shows what is owed', async () => {
  const salon = await openSalon(payingSalon)
  const { fake } = salon.stripe
  const booking = await bookAhead(salon, 0)
  const paid = await pay(salon, booking)
  const dispute = fake.dispute(paid.data.payment_intent_id, 'general', 500)
  await salon.stripe.deliverWebhooks()
  dataOf(await salon.guest.cancel(booking))
  fake.closeDispute(dispute.id, 'lost')
  await salon.stripe.deliverWebhooks()
  await runJobs(salon)
  assert.deepEqual((await refundStates(salon)).sort(), ['cancelled', 'failed'])
  const emails = await emailsTo(salon, 'hola@example.com')
  assert.deepEqual(emails.map(({ kind }) => kind).sort(), ['dispute', 'refund_failed'])
  const [owed, ...others] = await reconciled(salon)
  assert.deepEqual(
    [owed?.kind, owed && 'ours' in owed && owed.ours, others],
    ['unrefunded', 1300, []],
  )
})

for (const events of ['events', 'no events'] as const) {
  test(`D58: a dispute that is lost, appealed and won is refunded after all, with ${events}`, async () => {
    const salon = await openSalon(payingSalon)
    const { fake, account } = salon.stripe
    const booking = await bookAhead(salon, 0)
    const paid = await pay(salon, booking)
    const dispute = fake.dispute(paid.data.payment_intent_id)
    const learn = async () => {
      salon.clock.set(new Date(salon.clock.now().getTime() + 60_000))
      if (events === 'events') return salon.stripe.deliverWebhooks()
      fake.webhooks.drop()
      assert.deepEqual(await reconciled(salon), [])
    }
    await learn()
    dataOf(await salon.guest.cancel(booking))
    fake.closeDispute(dispute.id, 'lost')
    await learn()
    assert.deepEqual(await refundStates(salon), ['cancelled'])
    fake.appeal(dispute.id)
    await learn()
    await runJobs(salon)
    assert.equal((await readBooking(salon, booking)).pago.estado, 'disputado')
    fake.closeDispute(dispute.id, 'won')
    await learn()
    await runJobs(salon)
    const { pago, reembolso } = await readBooking(salon, booking)
    assert.deepEqual([pago.estado, reembolso.estado], ['reembolsado', 'completado'])
    assert.deepEqual(
      fake.refunds(account).map(({ amount }) => amount),
      [booking.total_centimos],
    )
    assert.deepEqual(await disputeEvents(salon), [
      'pago.disputa_cerrada ganada',
      'pago.disputa_cerrada perdida',
      'pago.disputado abierta',
      'pago.disputado abierta',
    ])
    assert.deepEqual(await reconciled(salon), [])
  })
}

test('D58: what a prevented dispute has returned is read from the charge', async () => {
  const salon = await openSalon(payingSalon)
  const { fake, account } = salon.stripe
  const booking = await bookAhead(salon, 0)
  const paid = await pay(salon, booking)
  const dispute = fake.dispute(paid.data.payment_intent_id)
  fake.closeDispute(dispute.id, 'prevented')
  await salon.stripe.deliverWebhooks()
  advance(salon, 60)
  await runJobs(salon)
  assert.equal((await readBooking(salon, booking)).pago.estado, 'reembolsado')
  assert.deepEqual(dataOf(await salon.guest.cancel(booking)).reembolso, notRefunded)
  assert.deepEqual(fake.refunds(account), [])
})

test('D58: a signed refund above the payment is not believed, and the payment is read again', async () => {
  const salon = await openSalon(payingSalon)
  const booking = await bookAhead(salon, 0)
  await pay(salon, booking)
  const [row] = await (await testDatabase()).witness<{ id: number }[]>`
    select id from payments where business_id = ${salon.businessId}`
  await applyProcessorEvent(salon, row?.id ?? 0, {
    kind: 'refund',
    intentRef: '',
    refund: {
      refundRef: 're_above',
      refundId: null,
      amountCents: booking.total_centimos + 1,
      state: 'completed',
      failureMessage: '',
    },
  })
  assert.deepEqual(await refundStates(salon), [])
  assert.equal(await unverified(salon), true)
  advance(salon, 60)
  await runJobs(salon)
  assert.equal(await unverified(salon), false)
  assert.equal((await readBooking(salon, booking)).pago.estado, 'completado')
})

test('D58: the dispute of a fee has what the customer agreed to, in the email and the event', async () => {
  const salon = await openCardSalon()
  const booking = await missVisit(salon)
  dataOf(await chargeFee(salon, booking))
  await settleAll(salon)
  const [charge] = salon.stripe.fake.charges(salon.stripe.account)
  salon.stripe.fake.dispute(String(charge?.payment_intent))
  await salon.stripe.deliverWebhooks()
  const [mail] = (await emailsTo(salon, 'hola@example.com')).filter(
    ({ kind }) => kind === 'dispute',
  )
  const { witness } = await testDatabase()
  const [event] = await witness<{ payload: { consent: { body: string; noShowCents: number } } }[]>`
    select payload from events
    where business_id = ${salon.businessId} and type = 'pago.disputado'`
  assert.equal(event?.payload.consent.noShowCents, 1850)
  assert.equal(
    (mail?.payload.consent as { body: string } | undefined)?.body,
    event?.payload.consent.body,
  )
  assert.match(event?.payload.consent.body ?? '', /18,50/)
})

test('D58: a dispute that was lost before it is known names no deadline to the salon', async () => {
  const salon = await openSalon(payingSalon)
  const { fake } = salon.stripe
  const paid = await pay(salon, await bookAhead(salon, 0))
  const dispute = fake.dispute(paid.data.payment_intent_id)
  fake.closeDispute(dispute.id, 'lost')
  fake.webhooks.drop()
  assert.deepEqual(await reconciled(salon), [])
  const emails = await emailsTo(salon, 'hola@example.com')
  const payloads = emails.map(({ kind, payload }) => [kind, payload.respondBy, payload.disputeUrl])
  assert.deepEqual(payloads.length, 1)
  assert.deepEqual(payloads[0]?.slice(0, 2), ['dispute', null])
  assert.match(String(payloads[0]?.[2]), /^https:/)
})

test('D58: without any event, reconciling finds the dispute of an old payment, and the balance an appeal that was won', async () => {
  const salon = await openSalon(payingSalon)
  const { fake, account } = salon.stripe
  const booking = await bookAhead(salon, 0)
  const paid = await pay(salon, booking)
  const stateAfter = async (act: () => unknown) => {
    act()
    fake.webhooks.drop()
    await runJobs(salon)
    return (await readBooking(salon, booking)).pago.estado
  }
  advance(salon, 40 * 86_400)
  let dispute = ''
  assert.equal(
    await stateAfter(() => {
      dispute = fake.dispute(paid.data.payment_intent_id).id
    }),
    'completado',
  )
  assert.deepEqual(await reconciled(salon), [])
  assert.equal((await readBooking(salon, booking)).pago.estado, 'disputado')
  assert.deepEqual(await disputeEvents(salon), ['pago.disputado abierta'])
  advance(salon, 86_400)
  await stateAfter(() => fake.closeDispute(dispute, 'lost'))
  assert.deepEqual(await reconciled(salon), [])
  advance(salon, 40 * 86_400)
  await stateAfter(() => fake.appeal(dispute))
  assert.equal(await stateAfter(() => fake.closeDispute(dispute, 'won')), 'disputado')
  await readBalance(await requestContextFor(salon), testProcessors, account)
  assert.equal((await readBooking(salon, booking)).pago.estado, 'completado')
})

/** How many refunds were requested of the processor, whether or not it made them. */
const refundRequests = ({ stripe: { fake, account } }: TestSalon): number =>
  fake.calls.filter(
    (call) => call.method === 'POST' && call.path === '/v1/refunds' && call.account === account,
  ).length

const reconciled = async (salon: TestSalon) => {
  const to = salon.clock.now()
  const range = { from: new Date(to.getTime() - 86_400_000), to }
  return reconcile(await requestContextFor(salon), testProcessors, range)
}

/** Types and states of the salon's events about disputes, sorted. */
async function disputeEvents({ businessId }: TestSalon): Promise<string[]> {
  const { witness } = await testDatabase()
  const words = { open: ' abierta', won: ' ganada', lost: ' perdida', none: '' }
  const rows = await witness<{ type: string; state: keyof typeof words }[]>`
    select type, coalesce(payload ->> 'disputeState', 'none') as state from events
    where business_id = ${businessId} and (type = 'pago.consulta' or payload ? 'disputeState')`
  return rows.map(({ type, state }) => `${type}${words[state]}`).sort()
}

async function unverified({ businessId }: TestSalon): Promise<boolean> {
  const { witness } = await testDatabase()
  const [row] = await witness<{ isUnverified: boolean }[]>`
    select unverified_since is not null as is_unverified from payments
    where business_id = ${businessId}`
  return row?.isUnverified === true
}
