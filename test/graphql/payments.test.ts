import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dataOf } from '../support/assertions.ts'
import type { Client } from '../support/client.ts'
import { queryGraphql } from '../support/graphql.ts'
import { selectAllFields } from '../support/graphql-selection.ts'
import { openSalon } from '../support/salon.ts'

const intentOf = (who: Client, body: object, headers = {}) =>
  queryGraphql(
    who,
    `mutation ($entrada: NuevoIntent!) { crear_intent(entrada: $entrada) ${selectAllFields('IntentoDePago')} }`,
    { entrada: body },
    headers,
  )

const confirmationOf = (who: Client, body: object) =>
  queryGraphql(
    who,
    `mutation ($entrada: ConfirmacionIntent!) { confirmar_pago(entrada: $entrada) ${selectAllFields('Pago')} }`,
    {
      entrada: body,
    },
  )

const refundOf = (who: Client, args: string, headers = {}) =>
  queryGraphql(
    who,
    `mutation { reembolsar_reserva(${args}) ${selectAllFields('ReservaDetalle')} }`,
    undefined,
    headers,
  )

/** Without what is null: what REST leaves out is null in the graph. */
const bare = (value: unknown) =>
  JSON.parse(JSON.stringify(value, (_name, inner) => (inner === null ? undefined : inner)))

test('D20, D21, D29: an intent is the same at either door, and a confirmation too', async () => {
  const salon = await openSalon({ payments: true, settings: { requiresPrepayment: true } })
  const booking = dataOf(await salon.guest.book('Ana', '10:00'), 201)
  const { id: reference_id, codigo, cliente } = booking
  const body = { cliente_id: cliente.id, amount: 1800, type: 'booking', reference_id, codigo }
  const graph = await intentOf(salon.guest, body)
  assert.deepEqual(graph.codes, [], graph.text)
  // what is open already is handed out again
  const rest = await salon.guest.createIntent(booking)
  assert.deepEqual(graph.data.crear_intent, dataOf(rest))

  const shown = { payment_intent_id: rest.data.payment_intent_id, codigo }
  assert.deepEqual((await confirmationOf(salon.guest, shown)).codes, ['PAYMENT_NOT_COMPLETED'])
  salon.stripe.pay(rest)
  const confirmed = await confirmationOf(salon.guest, shown)
  assert.deepEqual(confirmed.codes, [], confirmed.text)
  assert.equal(confirmed.data.confirmar_pago.estado, 'completado')
  assert.deepEqual(
    confirmed.data.confirmar_pago,
    dataOf(await salon.guest.confirmPayment(rest, booking)),
  )
  assert.equal(dataOf(await salon.backend.get(`/reservas/${booking.id}/`)).estado, 'confirmada')
})

test('D19, D24, D29: a refund asked for in the graph is one refund, whichever door it is asked for again', async () => {
  const salon = await openSalon({ payments: true })
  const booking = dataOf(await salon.guest.book('Ana', '10:00'), 201)
  const intent = await salon.guest.createIntent(booking)
  salon.stripe.pay(intent)
  dataOf(await salon.guest.confirmPayment(intent, booking))

  const key = { 'idempotency-key': 'uno' }
  const graph = await refundOf(salon.backend, `id: ${booking.id}, monto: 5.5`, key)
  assert.deepEqual(graph.codes, [], graph.text)
  assert.equal(graph.data.reembolsar_reserva.reembolso.monto, 5.5)
  const rest = await salon.backend.post(`/reservas/${booking.id}/reembolsar/`, { monto: 5.5 }, key)
  assert.equal(rest.headers.get('idempotent-replayed'), 'true')
  assert.deepEqual(bare(graph.data.reembolsar_reserva), bare(dataOf(rest)))

  for (const [who, args, body] of [
    [salon.guest, '', {}],
    [salon.backend, ', monto: 100', { monto: 100 }],
    [salon.backend, ', monto: 1.234', { monto: 1.234 }],
    [salon.backend, ', monto: 0', { monto: 0 }],
  ] as const) {
    const { error } = await who.post(`/reservas/${booking.id}/reembolsar/`, body)
    const { codes, errors } = await refundOf(who, `id: ${booking.id}${args}`)
    assert.deepEqual([codes, errors[0].message], [[error.code], error.message])
  }
})

test('D9, D21, D29: who may not pay, or pays too little, hears what REST says, and so does another salon', async () => {
  const salon = await openSalon({ payments: true })
  const next = await openSalon({ payments: true })
  const booking = dataOf(await salon.guest.book('Ana', '10:00'), 201)
  const { id: reference_id, codigo, cliente } = booking
  const right = { cliente_id: cliente.id, amount: 1800, type: 'booking', reference_id, codigo }
  const paid = dataOf(await salon.guest.createIntent(booking))
  for (const [who, its, code] of [
    [salon.guest, { amount: 1700 }, 'AMOUNT_MISMATCH'],
    [salon.guest, { amount: 0 }, 'INVALID_AMOUNT'],
    [salon.guest, { type: 'reserva' }, 'VALIDATION_ERROR'],
    [salon.guest, { codigo: null }, 'AUTHENTICATION_REQUIRED'],
    [salon.guest, { codigo: 'AAAAAAAAAA' }, 'BOOKING_NOT_FOUND'],
    [salon.guest, { cliente_id: 987_654_321 }, 'CUSTOMER_NOT_FOUND'],
    [next.guest, {}, 'BOOKING_NOT_FOUND'],
    [next.backend, { codigo: null }, 'BOOKING_NOT_FOUND'],
  ] as const) {
    const { error } = await who.post('/pagos/intent/', { ...right, ...its })
    const { codes, errors } = await intentOf(who, { ...right, ...its })
    assert.deepEqual([codes, errors[0].message, error.code], [[code], error.message, code])
    assert.deepEqual(errors[0].extensions.detalles, error.detalles)
  }
  const shown = { payment_intent_id: paid.payment_intent_id, codigo }
  assert.deepEqual((await confirmationOf(next.guest, shown)).codes, ['PAYMENT_NOT_FOUND'])
  assert.deepEqual((await confirmationOf(next.backend, { ...shown, codigo: null })).codes, [
    'PAYMENT_NOT_FOUND',
  ])
  assert.deepEqual((await refundOf(next.backend, `id: ${booking.id}`)).codes, ['BOOKING_NOT_FOUND'])
})
