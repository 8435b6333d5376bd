import assert from 'node:assert/strict'
import { test } from 'node:test'
import { everythingOf } from '../support/graph-selection.ts'
import { ask } from '../support/graphql.ts'
import { dataOf } from '../support/refused.ts'
import { openSalon } from '../support/salon.ts'

const intentOf = `mutation ($entrada: NuevoIntent!) { crear_intent(entrada: $entrada) ${everythingOf('IntentoDePago')} }`
const confirmation = `mutation ($entrada: ConfirmacionIntent!) { confirmar_pago(entrada: $entrada) ${everythingOf('Pago')} }`

test('D20 to D22, D29: a booking is paid and refunded through the graph, and each door shows what the other did', async () => {
  const salon = await openSalon({ payments: true })
  const booking = dataOf(await salon.guest.books('Ana', '10:00'), 201)
  const asked = await salon.guest.wantsToPay(booking)
  const entrada = {
    type: 'booking',
    reference_id: booking.id,
    codigo: booking.codigo,
    cliente_id: booking.cliente.id,
    amount: booking.total_centimos,
  }
  const intent = await ask(salon.guest, intentOf, { entrada })
  assert.deepEqual({ ...intent.data.crear_intent }, dataOf(asked))

  const proof = { payment_intent_id: asked.data.payment_intent_id, codigo: booking.codigo }
  const early = await ask(salon.guest, confirmation, { entrada: proof })
  assert.deepEqual(early.codes, ['PAYMENT_NOT_COMPLETED'])
  salon.till.pays(asked)
  const confirmed = await ask(salon.guest, confirmation, { entrada: proof })
  assert.deepEqual({ ...confirmed.data.confirmar_pago }, dataOf(await salon.guest.confirms(asked, booking)))

  const refund = `mutation { reembolsar_reserva(id: ${booking.id}, monto: 5) { reembolso { aplica monto estado } } }`
  assert.deepEqual((await ask(salon.guest, refund)).codes, ['INSUFFICIENT_SCOPE'])
  const key = { 'idempotency-key': 'five back' }
  const given = await ask(salon.owner, refund, undefined, key)
  assert.equal(given.data.reembolsar_reserva.reembolso.monto, 5)
  const again = await salon.owner.post(`/reservas/${booking.id}/reembolsar/`, { monto: 5 }, key)
  assert.equal(again.headers.get('idempotent-replayed'), 'true')
})

test('D9, D21, D29: what cannot be paid is refused with the codes of REST', async () => {
  const salon = await openSalon({ payments: true })
  const booking = dataOf(await salon.guest.books('Ana', '10:00'), 201)
  const whole = { type: 'booking', reference_id: booking.id, cliente_id: booking.cliente.id, amount: 1800 }
  const proven = { ...whole, codigo: booking.codigo }
  const codesOf = async (entrada: object) => (await ask(salon.guest, intentOf, { entrada })).codes
  assert.deepEqual(await codesOf(whole), ['AUTHENTICATION_REQUIRED'])
  assert.deepEqual(await codesOf({ ...proven, amount: 1799 }), ['AMOUNT_MISMATCH'])
  assert.deepEqual(await codesOf({ ...proven, amount: 0 }), ['INVALID_AMOUNT'])
  assert.deepEqual(await codesOf({ ...proven, codigo: 'AAAAAAAAAA' }), ['BOOKING_NOT_FOUND'])
  assert.deepEqual(await codesOf({ ...proven, cliente_id: 99 }), ['CUSTOMER_NOT_FOUND'])
})
