import type { Settings } from '@silla/core'
import { dataOf } from './assertions.ts'
import { testDatabase } from './database.ts'
import { runJobs } from './jobs.ts'
import { openSalon, type PayableBooking, type TestSalon } from './salon.ts'
import type { SalonFixture } from './salon-fixture.ts'

// Bookings with cards at the fake Stripe, and the fees that are charged to them.

export const guarantee = {
  ...{ noShowPercent: 100, lateCancelPercent: 50, onlyNewCustomers: false, fromTotalCents: 0 },
} satisfies Settings['cardGuarantee']

/** 5.55 of a visit. */
export const deposit = {
  ...{ percent: 30, amountCents: null, onlyNewCustomers: false, fromTotalCents: 0 },
} satisfies Settings['deposit']

export const depositCents = 555

/** A salon that wants a card for each booking. A visit costs 18.50. */
export const openCardSalon = (
  settings: Partial<Settings> = {},
  more: Pick<SalonFixture, 'editFile'> = {},
) =>
  openSalon({
    ...more,
    ...{ now: '2030-03-04T08:00', timezone: 'UTC', payments: true },
    settings: { cardGuarantee: guarantee, cancellationHours: 24, ...settings },
    services: [{ name: 'Corte', priceCents: 1850 }],
    professionals: [{ name: 'Ana' }],
  })

/** A guest's booking, by default the day after tomorrow at ten. */
export const bookWithCard = async (
  salon: TestSalon,
  { time = '10:00', date = '2030-03-06', email = 'lucia@example.com' } = {},
): Promise<PayableBooking> => dataOf(await salon.guest.book('Ana', time, { date, email }), 201)

export const termsRequest = (salon: TestSalon, { id, codigo }: PayableBooking) =>
  salon.guest.get(`/reservas/${id}/condiciones/`, { 'x-reserva-codigo': codigo })

export const termsOf = async (salon: TestSalon, booking: PayableBooking) =>
  dataOf(await termsRequest(salon, booking))

/** Accepts the terms. */
export async function requestCard(salon: TestSalon, booking: PayableBooking, version?: string) {
  const { id, codigo, cliente } = booking
  return salon.guest.post('/pagos/tarjeta/', {
    ...{ reference_id: id, cliente_id: cliente.id, codigo },
    condiciones: version ?? (await termsOf(salon, booking)).version,
  })
}

export const confirmCard = (
  salon: TestSalon,
  { codigo }: PayableBooking,
  setup_intent_id: string,
) => salon.guest.post('/pagos/tarjeta/confirmar/', { setup_intent_id, codigo })

/** Leaves a card with a booking, as its customer does. */
export async function saveCard(salon: TestSalon, booking: PayableBooking, card?: string) {
  const { setup_intent_id: setup } = dataOf(await requestCard(salon, booking))
  const { fake } = salon.stripe
  if (fake.saveCard(setup, card).status === 'requires_action') fake.settleSetup(setup)
  return dataOf(await confirmCard(salon, booking, setup))
}

/** Requests the payment of the deposit with which the card is saved (D47), and accepts the terms. */
export const requestDeposit = async (
  salon: TestSalon,
  booking: PayableBooking,
  body: Record<string, unknown> = {},
  headers: Record<string, string> = {},
) => {
  const { version: condiciones } = await termsOf(salon, booking)
  return salon.guest.createIntent(booking, { amount: depositCents, condiciones, ...body }, headers)
}

/** Pays the deposit of a booking, as its customer does. */
export async function payDeposit(salon: TestSalon, booking: PayableBooking, card?: string) {
  const intent = await requestDeposit(salon, booking)
  salon.stripe.pay(intent, card)
  const { codigo } = booking
  return dataOf(await salon.guest.confirmPayment(intent, { codigo }))
}

/** The salon gives a visit another price. */
export async function changePrice(
  salon: TestSalon,
  { id, codigo }: PayableBooking,
  precio: number,
): Promise<void> {
  const { version } = dataOf(await salon.guest.get(`/reservas/codigo/${codigo}/`))
  const line = { servicio_id: salon.id('Corte'), precio, motivo: 'Otro largo' }
  dataOf(await salon.backend.put(`/reservas/${id}/lineas/`, { lineas: [line], version }))
}

/** The cards of a booking in our books, the first first. */
export async function cardsOf({ businessId }: TestSalon, { id }: Pick<PayableBooking, 'id'>) {
  const { witness } = await testDatabase()
  const cards = await witness<{ state: string; last4: string }[]>`
    select state, last4 from saved_cards
    where business_id = ${businessId} and booking_id = ${id} order by created_at, id`
  return cards.map(({ state, last4 }) => [state, last4])
}

/** The cards that can be charged at the processor. */
export const attachedCards = ({ stripe: { fake, account } }: TestSalon): number =>
  fake.paymentMethods(account).filter(({ customer }) => customer !== null).length

/** A booking with a card whose customer did not come. */
export async function missVisit(salon: TestSalon, card?: string, email?: string) {
  const booking = await bookWithCard(salon, { ...(email && { email }) })
  await saveCard(salon, booking, card)
  salon.setTime('2030-03-06T11:00')
  dataOf(await salon.backend.post(`/reservas/${booking.id}/no-show/`, {}))
  return booking
}

export const chargeFee = (
  salon: TestSalon,
  { id }: Pick<PayableBooking, 'id'>,
  body: object = { motivo: 'no_show' },
  headers: Record<string, string> = {},
) => salon.backend.post(`/reservas/${id}/cargo/`, body, headers)

export const waiveFee = (salon: TestSalon, { id }: Pick<PayableBooking, 'id'>) =>
  salon.backend.post(`/reservas/${id}/cargo/perdonar/`, {})

/** What stands in our books about the fees of a booking, in the order of their requests. */
export async function feesOf({ businessId }: TestSalon, { id }: Pick<PayableBooking, 'id'>) {
  const { witness } = await testDatabase()
  const fees = await witness<
    { state: string; amountCents: number; payment: string; receivedCents: number }[]
  >`
    select fee.state, fee.amount_cents, payment.state as payment, payment.received_cents
    from fees fee
    join payments payment
      on payment.business_id = fee.business_id and payment.id = fee.payment_id
    where fee.business_id = ${businessId} and fee.booking_id = ${id}
    order by fee.created_at, fee.id`
  return fees.map(({ state, payment, receivedCents }) => [state, payment, receivedCents])
}

/** What the processor has received from cards and not returned, in cents. */
export const heldAtProcessor = ({ stripe: { fake, account } }: TestSalon): number =>
  fake
    .charges(account)
    .filter(({ paid }) => paid)
    .reduce((sum, { amount, amount_refunded }) => sum + amount - amount_refunded, 0)

/** Delivers what is held back, and runs the jobs that follow. */
export async function settleAll(salon: TestSalon): Promise<void> {
  await runJobs(salon)
  await salon.stripe.deliverWebhooks()
  await runJobs(salon)
}
