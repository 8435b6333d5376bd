import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openSalon } from '../../support/salon.ts'

test('a guest pays for a booking with its code, and confirming says so, again and again (D21, D22)', async () => {
  const salon = await openSalon({ payments: true })
  const { data: booking } = await salon.guest.books('Ana', '10:00')
  const intent = await salon.guest.wantsToPay(booking)
  assert.equal(intent.status, 200, intent.text)
  console.log(intent.data)
  const early = await salon.guest.confirms(intent, { codigo: booking.codigo })
  assert.equal(early.error?.code, 'PAYMENT_NOT_COMPLETED', early.text)
  salon.till.pays(intent)
  const first = await salon.guest.confirms(intent, { codigo: booking.codigo })
  console.log(first.text)
  assert.equal(first.status, 200)
  const again = await salon.guest.confirms(intent, { codigo: booking.codigo })
  assert.deepEqual(again.data, first.data)
  await salon.till.hears()
  console.log((await salon.owner.get(`/reservas/${booking.id}/`)).data.pago)
})
