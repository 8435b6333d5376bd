import assert from 'node:assert/strict'
import { dataOf } from './assertions.ts'
import type { ApiResponse } from './client.ts'
import { testDatabase } from './database.ts'
import type { PayableBooking, TestSalon } from './salon.ts'

// Bookings that guests pay at the fake Stripe, and what became of the money.

/** A salon whose bookings can be paid. */
export const payingSalon = { professionals: ['Ana'], payments: true, now: '2030-03-04T06:00' }

/** Creates a booking in two days; each index has its own half hour. */
export async function bookAhead(salon: TestSalon, index: number): Promise<PayableBooking> {
  const time = `${String(9 + Math.floor(index / 2)).padStart(2, '0')}:${index % 2 ? '30' : '00'}`
  return dataOf(
    await salon.guest.book('Ana', time, {
      date: '2030-03-06',
      email: `guest${index}@example.com`,
    }),
    201,
  )
}

export async function pay(salon: TestSalon, booking: PayableBooking): Promise<ApiResponse> {
  const intent = await salon.guest.createIntent(booking)
  dataOf(intent)
  salon.stripe.pay(intent)
  assert.equal(dataOf(await confirm(salon, booking, intent)).estado, 'completado')
  return intent
}

export const confirm = ({ guest }: TestSalon, { codigo }: PayableBooking, intent: ApiResponse) =>
  guest.confirmPayment(intent, { codigo })

/** States of all refunds of the salon. */
export async function refundStates({ businessId }: TestSalon): Promise<string[]> {
  const { witness } = await testDatabase()
  const rows = await witness<{ state: string }[]>`
    select state from refunds where business_id = ${businessId}`
  return rows.map(({ state }) => state)
}

export const readBooking = async ({ backend }: TestSalon, { id }: { id: number }) =>
  dataOf(await backend.get(`/reservas/${id}/`))

/** Advances the salon's clock. */
export const advance = ({ clock }: TestSalon, seconds: number) =>
  clock.set(new Date(clock.now().getTime() + seconds * 1000))
