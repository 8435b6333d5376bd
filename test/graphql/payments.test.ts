import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dataOf } from '../support/assertions.ts'
import type { Client } from '../support/client.ts'
import { queryGraphql } from '../support/graphql.ts'
import { selectAllFields } from '../support/graphql-selection.ts'
import { openSalon } from '../support/salon.ts'

const createIntent = (who: Client, body: object, headers = {}) =>
  queryGraphql(
    who,
    `mutation ($entrada: NuevoIntent!) { crear_intent(entrada: $entrada) ${selectAllFields('IntentoDePago')} }`,
    { entrada: body },
    headers,
  )

const confirmPayment = (who: Client, body: object) =>
  queryGraphql(
    who,
    `mutation ($entrada: ConfirmacionIntent!) { confirmar_pago(entrada: $entrada) ${selectAllFields('Pago')} }`,
    {
      entrada: body,
    },
  )

const refund = (who: Client, args: string, headers = {}) =>
  queryGraphql(
    who,
    `mutation { reembolsar_reserva(${args}) ${selectAllFields('ReservaDetalle')} }`,
    undefined,
    headers,
  )

/** Without null fields: fields that are absent in REST are null in GraphQL. */
const withoutNulls = (value: unknown) =>
  JSON.parse(JSON.stringify(value, (_name, inner) => (inner === null ? undefined : inner)))

test('D20, D21, D29: intents and confirmations are the same as in REST', async () => {
  const salon = await openSalon({ payments: true, settings: { requiresPrepayment: true } })
  const booking = dataOf(await salon.guest.book('Ana', '10:00'), 201)
  const { id: reference_id, codigo, cliente } = booking
  const body = { cliente_id: cliente.id, amount: 1800, type: 'booking', reference_id, codigo }
  const graphql = await createIntent(salon.guest, body)
  assert.deepEqual(graphql.codes, [], graphql.text)
  // an open intent is returned again
  const rest = await salon.guest.createIntent(booking)
  assert.deepEqual(graphql.data.crear_intent, dataOf(rest))

  const confirmation = { payment_intent_id: rest.data.payment_intent_id, codigo }
  assert.deepEqual((await confirmPayment(salon.guest, confirmation)).codes, [
    'PAYMENT_NOT_COMPLETED',
  ])
  salon.stripe.pay(rest)
  const confirmed = await confirmPayment(salon.guest, confirmation)
  assert.deepEqual(confirmed.codes, [], confirmed.text)
  assert.equal(confirmed.data.confirmar_pago.estado, 'completado')
  assert.deepEqual(
    confirmed.data.confirmar_pago,
    dataOf(await salon.guest.confirmPayment(rest, booking)),
  )
  assert.equal(dataOf(await salon.backend.get(`/reservas/${booking.id}/`)).estado, 'confirmada')
})

test('D19, D24, D29: a refund request with one key is one refund across REST and GraphQL', async () => {
  const salon = await openSalon({ payments: true })
  const booking = dataOf(await salon.guest.book('Ana', '10:00'), 201)
  const intent = await salon.guest.createIntent(booking)
  salon.stripe.pay(intent)
  dataOf(await salon.guest.confirmPayment(intent, booking))

  const key = { 'idempotency-key': 'uno' }
  const graphql = await refund(salon.backend, `id: ${booking.id}, monto: 5.5`, key)
  assert.deepEqual(graphql.codes, [], graphql.text)
  assert.equal(graphql.data.reembolsar_reserva.reembolso.monto, 5.5)
  const rest = await salon.backend.post(`/reservas/${booking.id}/reembolsar/`, { monto: 5.5 }, key)
  assert.equal(rest.headers.get('idempotent-replayed'), 'true')
  assert.deepEqual(withoutNulls(graphql.data.reembolsar_reserva), withoutNulls(dataOf(rest)))

  for (const [who, args, body] of [
    [salon.guest, '', {}],
    [salon.backend, ', monto: 100', { monto: 100 }],
    [salon.backend, ', monto: 1.234', { monto: 1.234 }],
    [salon.backend, ', monto: 0', { monto: 0 }],
  ] as const) {
    const { error } = await who.post(`/reservas/${booking.id}/reembolsar/`, body)
    const { codes, errors } = await refund(who, `id: ${booking.id}${args}`)
    assert.deepEqual([codes, errors[0].message], [[error.code], error.message])
  }
})

test('D9, D21, D29: payments that are not allowed or too small fail as in REST, also for another salon', async () => {
  const salon = await openSalon({ payments: true })
  const next = await openSalon({ payments: true })
  const booking = dataOf(await salon.guest.book('Ana', '10:00'), 201)
  const { id: reference_id, codigo, cliente } = booking
  const valid = { cliente_id: cliente.id, amount: 1800, type: 'booking', reference_id, codigo }
  const paid = dataOf(await salon.guest.createIntent(booking))
  for (const [who, changes, code] of [
    [salon.guest, { amount: 1700 }, 'AMOUNT_MISMATCH'],
    [salon.guest, { amount: 0 }, 'INVALID_AMOUNT'],
    [salon.guest, { type: 'reserva' }, 'VALIDATION_ERROR'],
    [salon.guest, { codigo: null }, 'AUTHENTICATION_REQUIRED'],
    [salon.guest, { codigo: 'AAAAAAAAAA' }, 'BOOKING_NOT_FOUND'],
    [salon.guest, { cliente_id: 987_654_321 }, 'CUSTOMER_NOT_FOUND'],
    [next.guest, {}, 'BOOKING_NOT_FOUND'],
    [next.backend, { codigo: null }, 'BOOKING_NOT_FOUND'],
  ] as const) {
    const { error } = await who.post('/pagos/intent/', { ...valid, ...changes })
    const { codes, errors } = await createIntent(who, { ...valid, ...changes })
    assert.deepEqual([codes, errors[0].message, error.code], [[code], error.message, code])
    assert.deepEqual(errors[0].extensions.detalles, error.detalles)
  }
  const confirmation = { payment_intent_id: paid.payment_intent_id, codigo }
  assert.deepEqual((await confirmPayment(next.guest, confirmation)).codes, ['PAYMENT_NOT_FOUND'])
  assert.deepEqual((await confirmPayment(next.backend, { ...confirmation, codigo: null })).codes, [
    'PAYMENT_NOT_FOUND',
  ])
  assert.deepEqual((await refund(next.backend, `id: ${booking.id}`)).codes, ['BOOKING_NOT_FOUND'])
})
