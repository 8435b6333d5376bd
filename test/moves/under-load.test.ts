import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setupWebhook } from '@silla/core'
import { otherSecretsKeys } from '../archives/archived.ts'
import type { ApiResponse } from '../support/client.ts'
import { testDatabase } from '../support/database.ts'
import { testProcessors } from '../support/processor.ts'
import { openSalon, type SalonClient } from '../support/salon.ts'
import { moved, otherDeployment } from './moving-salon.ts'

const { witness } = await testDatabase()
const other = await otherDeployment()

const professionals = ['Ana', 'Bea', 'Cora', 'Dana', 'Eva', 'Fina', 'Gala', 'Hada']
const clients = 12
const expected = new Set([
  '503 BUSINESS_MOVING',
  '421 BUSINESS_MOVED',
  '409 IDEMPOTENCY_IN_PROGRESS',
])

test('a salon moves while it is booked and paid: no answer but success, 503 and 421, and nothing is lost or doubled', async () => {
  const salon = await openSalon({
    ...{ professionals, payments: true, now: '2030-03-04T08:00' },
    services: [{ name: 'Corte', minutes: 30, priceCents: 2000 }],
  })
  await setupWebhook(
    other.admin,
    { processors: testProcessors, secretsKeys: otherSecretsKeys },
    { baseUrl: new URL(other.api.url).origin, rotate: false, onlyThis: false },
    salon.clock,
  )
  other.api.clock.set(salon.clock.now())
  const there = salon.guestAt(other.api.url)
  const backendThere = salon.backendAt(other.api.url)
  const codes: string[] = []
  const answers = new Map<string, number>()
  let takenCents = 0
  let paidCents = 0
  let isMoved = false
  let rounds = 0

  /** Sends a request until it succeeds; as clients do, to the other place once the first one leads there. */
  async function send(
    request: (to: { guest: SalonClient; backend: SalonClient }) => Promise<ApiResponse>,
  ): Promise<ApiResponse> {
    for (let place = salon as { guest: SalonClient; backend: SalonClient }; ; ) {
      const answer = await request(place)
      const code = answer.error ? `${answer.status} ${answer.error.code}` : 'success'
      answers.set(code, (answers.get(code) ?? 0) + 1)
      if (answer.error === undefined) return answer
      assert.ok(expected.has(code), answer.text)
      // an intent whose creation was interrupted: its lease ends by the clock
      if (answer.status === 409)
        for (const { clock } of [salon, other.api])
          clock.set(new Date(clock.now().getTime() + 30_000))
      if (answer.status === 421) place = { guest: there, backend: backendThere }
    }
  }

  async function visit(slot: number): Promise<void> {
    const professional = professionals[slot % professionals.length] ?? ''
    const turn = Math.floor(slot / professionals.length)
    const date = `2030-03-${String(5 + Math.floor(turn / 16)).padStart(2, '0')}`
    const time = `${String(9 + Math.floor((turn % 16) / 2)).padStart(2, '0')}:${turn % 2 ? '30' : '00'}`
    const { data: booked } = await send(({ guest }) =>
      guest.book(professional, time, { date, email: `guest-${slot}@example.com` }),
    )
    codes.push(booked.codigo)
    if (slot % 4 === 0) {
      const intent = await send(({ guest }) => guest.createIntent(booked))
      salon.stripe.pay(intent)
      await send(({ guest }) => guest.confirmPayment(intent, { codigo: booked.codigo }))
      paidCents += booked.total_centimos
    } else {
      const monto = 1 + (slot % 19)
      await send(({ backend }) =>
        backend.post('/cobros/', { reserva_id: booked.id, metodo: 'efectivo', monto }),
      )
      takenCents += monto * 100
    }
  }

  let next = 0
  const workers = Array.from({ length: clients }, async () => {
    // some rounds more after the switch
    while (!isMoved || rounds++ < 3 * clients) await visit(next++)
  })
  const result = await moved(salon.slug, { clock: salon.clock })
  isMoved = true
  await Promise.all(workers)
  await salon.stripe.deliverWebhooks()

  assert.ok((answers.get('503 BUSINESS_MOVING') ?? 0) > 0, JSON.stringify([...answers]))
  assert.ok((answers.get('421 BUSINESS_MOVED') ?? 0) > 0, JSON.stringify([...answers]))
  assert.ok(result.closedMilliseconds !== null)
  const stored = await other.witness<{ code: string }[]>`
    select code from app.bookings where business_id = ${salon.businessId}`
  assert.deepEqual(stored.map(({ code }) => code).sort(), codes.toSorted())
  const [sums] = await other.witness<{ taken: number; paid: number; payments: number }[]>`
    select
      (select coalesce(sum(amount_cents), 0)::int from app.till_entries
        where business_id = ${salon.businessId}) as taken,
      (select coalesce(sum(received_cents), 0)::int from app.payments
        where business_id = ${salon.businessId}) as paid`
  assert.deepEqual([sums?.taken, sums?.paid], [takenCents, paidCents])
  const left = await witness`select from app.bookings where business_id = ${salon.businessId}`
  assert.equal(left.length, 0)
})
