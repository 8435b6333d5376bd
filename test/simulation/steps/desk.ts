import type { Random } from '../../support/random.ts'
import { expect } from '../failure.ts'
import { isReversed, leftOfBooking, leftOfOrder, takenCents } from '../model/desk.ts'
import type { Model, ModelEntry, ModelOrder } from '../model/model.ts'
import type { Simulation } from '../simulation.ts'
import type { Step } from './step.ts'

/** The salon takes money for a visit or for products, as much as is left or another amount (D54). */
export const take: Step = {
  name: 'take',
  weight: ({ model }) => (model.bookings.length + model.orders.length > 0 ? 9 : 0),
  async run(simulation, random) {
    const { api } = simulation
    const chosen = randomSubject(simulation, random)
    if (chosen === null) return 'nothing to take'
    const { of, label, left, isOpen } = chosen
    const amountCents = random.weighted([
      [5, left],
      [3, random.integer(0, left)],
      [1, left + random.integer(1, 500)],
    ])
    const tipCents = random.chance(0.3) ? random.integer(0, 600) : 0
    const method = random.pick(['efectivo', 'tarjeta', 'otro'] as const)
    const expected =
      amountCents === 0 && tipCents === 0
        ? 'INVALID_AMOUNT'
        : !isOpen
          ? 'TILL_ENTRY_NOT_ALLOWED'
          : amountCents > left
            ? 'AMOUNT_MISMATCH'
            : 'ok'
    const count = random.chance(0.15) ? 2 : 1
    const answers = await Promise.all(
      Array.from({ length: count }, () =>
        api.post({ kind: 'salon' }, '/cobros/', {
          ...(of.kind === 'booking' ? { reserva_id: of.id } : { pedido_id: of.id }),
          ...{ metodo: method, monto: amountCents / 100, propina: tipCents / 100 },
        }),
      ),
    )
    const codes = answers.map(({ code }) => code).sort()
    const text = `${count > 1 ? 'twice at once, ' : ''}${amountCents} and ${tipCents} cents are taken for ${label}: ${codes.join(', ')}`
    const done = answers.filter(({ code }) => code === 'ok')
    // of two at once the second may find less
    const fits = expected === 'ok' ? Math.min(count, timesThatFit(left, amountCents)) : 0
    expect(
      done.length === fits &&
        codes.every((code) => code === 'ok' || code === (fits > 0 ? 'AMOUNT_MISMATCH' : expected)),
      'no more is taken than is left, and nothing for what is not open',
      () => `${text}, expected ${fits} of ${expected}, ${left} left`,
    )
    for (const { data } of done) {
      if (amountCents > 0) handOver(simulation, of)
      addEntry(simulation, { of, method, amountCents, tipCents, reverses: null }, data)
    }
    const lowest = Math.min(...done.map(({ data }) => Math.round(data.por_cobrar * 100)))
    expect(
      done.length === 0 || lowest === left - amountCents * done.length,
      'what is left is the price without what was paid and taken',
      () => `${text}, ${lowest} left`,
    )
    return text
  },
}

const timesThatFit = (left: number, amountCents: number): number =>
  amountCents === 0 ? Number.POSITIVE_INFINITY : Math.floor(left / amountCents)

/** An entry is reversed, or one that was reversed before, or a reversal. */
export const reverse: Step = {
  name: 'reverse',
  weight: ({ model }) => (model.entries.length > 0 ? 4 : 0),
  async run(simulation, random) {
    const { model, api } = simulation
    const notReversed = model.entries.filter(
      (each) => each.reverses === null && !isReversed(model, each),
    )
    const entry = random.pick(
      notReversed.length > 0 && random.chance(0.8) ? notReversed : model.entries,
    )
    const isAllowed = notReversed.includes(entry)
    const count = random.chance(0.2) ? 2 : 1
    const answers = await Promise.all(
      Array.from({ length: count }, () =>
        api.post({ kind: 'salon' }, `/cobros/${entry.id}/anular/`, { motivo: 'Pagó de otro modo' }),
      ),
    )
    const codes = answers.map(({ code }) => code).sort()
    const text = `${entry.label} is reversed: ${codes.join(', ')}`
    const done = answers.filter(({ code }) => code === 'ok')
    expect(
      done.length === (isAllowed ? 1 : 0) &&
        codes.every((code) => code === 'ok' || code === 'TILL_ENTRY_NOT_ALLOWED'),
      'an entry is reversed once',
      () => text,
    )
    const { of, method, amountCents, tipCents } = entry
    for (const { data } of done)
      addEntry(
        simulation,
        { of, method, amountCents: -amountCents, tipCents: -tipCents, reverses: entry },
        data,
      )
    return text
  },
}

/** Products are sold at the desk, in stock or not, to a customer, to a visitor or to somebody. */
export const sell: Step = {
  name: 'sell',
  weight: ({ model }) => (model.plan.products.length > 0 ? 3 : 0),
  async run({ model, salon, rows, api, customerIds }, random) {
    const product = random.pick(model.plan.products)
    const quantity = random.integer(1, 3)
    const person = random.pick(model.people)
    const known = customerIds.get(person.email)
    const booking = model.bookings.length > 0 ? random.pick(model.bookings) : null
    const [buyer, body] = random.weighted([
      [known === undefined ? 0 : 3, [person.name, { cliente_id: known }] as const],
      [
        booking === null ? 0 : 2,
        [`the customer of ${booking?.label}`, { reserva_id: booking?.id }] as const,
      ],
      [1, ['somebody', { nombre: 'Walk-in' }] as const],
      [1, ['nobody', {}] as const],
    ])
    const taken = rows.products.find(({ id }) => id === salon.id(product.name))?.taken ?? 0
    const expected =
      product.stock !== null && taken + quantity > product.stock ? 'OUT_OF_STOCK' : 'ok'
    const items = [{ producto_id: salon.id(product.name), cantidad: quantity }]
    const { code, data } = await api.post({ kind: 'salon' }, '/ventas/', { items, ...body })
    const text = `${quantity} of ${product.name} are sold to ${buyer}: ${code}`
    expect(
      code === expected,
      'what is in stock can be sold and nothing else',
      () => `${text}, expected ${expected}`,
    )
    if (code !== 'ok') return text
    const order: ModelOrder = {
      ...{ label: `O${model.orders.length + 1}`, id: data.id, person, customerId: data.cliente.id },
      expiresAt: model.now(),
      items: [{ product: product.name, quantity }],
      totalCents: product.priceCents * quantity,
      pointsEarned: model.plan.pointsEnabled ? product.pointsAwarded * quantity : 0,
      state: 'delivered',
    }
    model.orders.push(order)
    return `${text} ${order.label}`
  },
}

/** Mostly one of which something is left. */
function randomSubject({ model, rows }: Simulation, random: Random) {
  const bookings = model.bookings.map((booking) => ({
    of: { kind: 'booking', id: booking.id } as const,
    label: booking.label,
    left: leftOfBooking(model, rows, booking),
    isOpen: booking.state === 'confirmed' || booking.state === 'completed',
  }))
  const orders = model.orders.map((order) => ({
    of: { kind: 'order', id: order.id } as const,
    label: order.label,
    left: leftOfOrder(model, rows, order),
    isOpen: order.state !== 'cancelled' && order.state !== 'refunded',
  }))
  const all = [...bookings, ...orders]
  const open = all.filter(({ left }) => left > 0)
  if (all.length === 0) return null
  return random.pick(open.length > 0 && random.chance(0.85) ? open : all)
}

/** An order is handed over with the first money that is taken for it. */
function handOver({ model }: Simulation, of: ModelEntry['of']): void {
  const order = orderOf(model, of)
  if (order?.state === 'pending') order.state = 'delivered'
}

const orderOf = ({ orders }: Model, of: ModelEntry['of']): ModelOrder | undefined =>
  of.kind === 'order' ? orders.find(({ id }) => id === of.id) : undefined

/** Adds an entry with the points that follow from it: an order awards them when all of it is taken. */
function addEntry(
  { model, rows, step }: Simulation,
  entry: Omit<ModelEntry, 'label' | 'id'>,
  data: { id: number; monto: number; propina: number; anula_id: number | null },
): void {
  const { of, amountCents, tipCents, reverses } = entry
  expect(
    Math.round(data.monto * 100) === amountCents &&
      Math.round(data.propina * 100) === tipCents &&
      data.anula_id === (reverses?.id ?? null),
    'an entry of the till is as it was taken',
    () => JSON.stringify(data),
  )
  const order = orderOf(model, of)
  const isTaken = () =>
    order !== undefined &&
    !rows.payments.some(({ orderId, applied }) => orderId === order.id && applied) &&
    takenCents(model, of) >= order.totalCents
  const wasTaken = isTaken()
  model.entries.push({ ...entry, label: `T${model.entries.length + 1}`, id: data.id })
  if (order === undefined || isTaken() === wasTaken) return
  const { customerId, pointsEarned } = order
  step.pointsOfSales.push({ customerId, points: wasTaken ? -pointsEarned : pointsEarned })
}
