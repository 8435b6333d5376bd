import { readBalances } from '@silla/core'
import { testProcessors } from '../../support/processor.ts'
import { expect } from '../failure.ts'
import { chargeableUntil, feeOf } from '../model/fees.ts'
import { dateAfter, localTime } from '../model/local-time.ts'
import { todayOf } from '../model/model.ts'
import { lostCents } from '../model/money.ts'
import { allPayments, type FeeRow, type SalonRows } from '../rows.ts'
import type { Simulation } from '../simulation.ts'

/**
 * When everything has come to its end, the processor has what the ledger says: its money, in the bookkeeping
 * as well, that of fees, and the cards that may still be charged.
 */
export async function checkProcessor(simulation: Simulation, rows: SalonRows): Promise<void> {
  checkConservation(simulation, rows)
  await checkBooks(simulation, rows)
  for (const fee of rows.fees) checkFee(simulation, rows, fee)
  checkAttached(simulation, rows)
}

/** In the ledger is what the processor has received and returned: of visits, deposits, fees, orders and points. */
function checkConservation({ processor }: Simulation, rows: SalonRows): void {
  if (!processor.isConnected || processor.gone.size > 0) return
  const charged = processor.charges().filter(({ paid }) => paid)
  const atProcessor = [
    charged.reduce((all, { amount }) => all + amount, 0),
    charged.reduce((all, { amount_refunded }) => all + amount_refunded, 0),
  ]
  const payments = allPayments(rows)
  const ledger = [
    payments.reduce((all, { receivedCents }) => all + receivedCents, 0),
    sum(rows.refunds.filter(({ state }) => state === 'completed')),
  ]
  expect(
    ledger.join() === atProcessor.join(),
    'the ledger is what the processor has received and returned',
    () => `${ledger.join(' and ')}, at the processor ${atProcessor.join(' and ')}`,
  )
  for (const intent of processor.intents())
    expect(
      payments.find(({ intentRef }) => intentRef === intent.id)?.amountCents === intent.amount,
      'every intent has a payment of its amount',
      () => `${intent.amount} cents, ${intent.status}`,
    )
}

/** The bookkeeping has each line of the balance and each entry of the till, to the cent (D56). */
async function checkBooks(
  { world, salon, api, model, processor }: Simulation,
  rows: SalonRows,
): Promise<void> {
  if (!processor.isConnected || processor.gone.size > 0) return
  // the second in which banks have decided is over
  salon.clock.set(new Date(model.now() + 2000))
  const tenant = world.tenants.tenant(salon.businessId, salon.slug)
  await readBalances({ tenant, clock: salon.clock, realClock: salon.clock }, testProcessors)
  const lines: Record<string, number | string>[] = []
  const last = todayOf(model).slice(0, 7)
  for (
    let month = localTime(model.plan.opensAt, model.plan.timezone).date.slice(0, 7);
    month <= last;
  ) {
    let place = ''
    do {
      const path = `/informes/contabilidad/?mes=${month}&limite=1000${place}`
      const { data } = await api.get({ kind: 'salon' }, path)
      lines.push(...data.items)
      place = data.siguiente === null ? '' : `&despues_de=${data.siguiente}`
    } while (place !== '')
    month = dateAfter(`${month}-28`, 7).slice(0, 7)
  }
  const inCents = (column: string, isOnline: boolean) =>
    lines
      .filter(({ metodo }) => (metodo === 'online') === isOnline)
      .reduce((all, line) => all + Math.round(Number(line[column]) * 100), 0)
  const balance = processor.balance()
  const shown = [
    inCents('neto', true),
    inCents('bruto', true),
    ...[inCents('bruto', false), inCents('propina', false), inCents('propina', true)],
  ]
  const expected = [
    balance.reduce((all, { net }) => all + net, 0),
    balance.reduce((all, { type, amount }) => (type === 'charge' ? all + amount : all), 0),
    ...[sum(rows.entries), rows.entries.reduce((all, { tipCents }) => all + tipCents, 0), 0],
  ]
  expect(
    shown.join() === expected.join(),
    'the bookkeeping is the balance at the processor and the till; tips are never online',
    () => `${shown.join(', ')}, expected ${expected.join(', ')}`,
  )
  const feesCharged = rows.feePayments.reduce((all, { receivedCents }) => all + receivedCents, 0)
  const feesInBooks = lines
    .filter(({ tipo }) => tipo === 'cargo')
    .reduce((all, { bruto }) => all + Math.round(Number(bruto) * 100), 0)
  expect(
    feesInBooks === feesCharged,
    'fees are in the bookkeeping under their own name',
    () => `${feesInBooks}, charged ${feesCharged}`,
  )
}

/** A fee that was charged is kept; of one that nobody owes everything goes back. */
function checkFee({ processor }: Simulation, rows: SalonRows, fee: FeeRow): void {
  const payment = rows.feePayments.find(({ id }) => id === fee.paymentId)
  if (payment === undefined || processor.gone.has(payment.intentRef ?? '')) return
  const refunds = rows.refunds.filter(
    ({ paymentId, state }) => paymentId === payment.id && state !== 'cancelled',
  )
  const { receivedCents } = payment
  const back = sum(refunds) + lostCents(rows, payment)
  const isOwed = fee.state === 'charged'
  expect(
    isOwed ? refunds.length === 0 : back >= receivedCents,
    'a fee that was charged is kept, and one that nobody owes goes back',
    () => `${fee.state}, ${receivedCents} received, ${back} back`,
  )
  expect(fee.state !== 'requested', 'a fee is decided', () => fee.state)
}

/** Of the cards at the processor each is saved, and a fee may still be charged to it (D50, D51). */
function checkAttached({ processor, model }: Simulation, rows: SalonRows): void {
  for (const attached of processor.attachedCards()) {
    const savedBy = [...processor.setups(), ...processor.intents()].find(
      ({ payment_method }) => payment_method === attached,
    )
    if (processor.gone.has(savedBy?.id ?? '')) continue
    // a card of a setup is not known by itself before its result is read
    const card = rows.cards.find(
      ({ cardRef, setupRef }) =>
        cardRef === attached || (setupRef !== null && setupRef === savedBy?.id),
    )
    const booking = model.bookings.find(({ id }) => id === card?.bookingId)
    const fee = booking && feeOf(rows, booking)
    const isUndecided = fee?.state === 'requested' || fee?.state === 'action'
    expect(
      card?.state === 'saved' &&
        booking !== undefined &&
        (chargeableUntil(booking) > model.now() || isUndecided),
      'a card that nobody may charge any more is detached',
      () => `${booking?.label}: ${card?.state}, ${savedBy?.status}, its fee ${fee?.state}`,
    )
  }
}

const sum = (entries: readonly { amountCents: number }[]): number =>
  entries.reduce((total, { amountCents }) => total + amountCents, 0)
