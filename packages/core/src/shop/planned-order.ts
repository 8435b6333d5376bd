import { shopQueries, type Tx } from '@silla/db'
import { fail } from '@silla/errors'
import { newBookingCode } from '../bookings/booking-code.ts'
import type { Settings } from '../catalog/catalog.ts'
import type { Order, OrderInput, OrderLine, PlannedOrder } from '../model/order.ts'

interface OrderTerms extends Pick<Order, 'state' | 'expiresAt'> {
  customer: shopQueries.OrderCustomer
  settings: Settings
  now: Date
}

/**
 * Plans an order and locks its products, so that a price that has just changed is never missed.
 *
 * @throws PRODUCT_NOT_FOUND, OUT_OF_STOCK
 */
export async function planOrder(
  tx: Tx,
  input: OrderInput,
  { customer, settings, now, state, expiresAt }: OrderTerms,
): Promise<PlannedOrder> {
  const sold = await lockSoldProducts(tx, input)
  const lines = sold.map((product, index) => lineOf(product, input.items[index]?.quantity ?? 0))
  const subtotalCents = sum(lines.map((line) => line.priceCents * line.quantity))
  const totalCents = sum(lines.map((line) => line.chargedCents * line.quantity))
  const { name, email, phone, language } = customer
  return {
    code: newBookingCode(),
    state,
    customerId: customer.id,
    contact: { name, email, phone },
    language,
    lines,
    subtotalCents,
    discountCents: subtotalCents - totalCents,
    totalCents,
    currency: settings.currency,
    paymentId: null,
    payment: null,
    ...{ takenCents: 0, tipCents: 0 },
    pointsEarned: settings.pointsEnabled
      ? sum(sold.map((product, index) => product.pointsAwarded * (lines[index]?.quantity ?? 0)))
      : 0,
    notes: input.notes,
    expiresAt,
    version: 1,
    createdAt: now,
    updatedAt: now,
  }
}

/** Writes a planned order, and takes its products out of stock. */
export async function insertOrder(tx: Tx, planned: PlannedOrder): Promise<Order> {
  const [row] = await shopQueries.insertOrder(tx, planned)
  if (!row) throw new Error('the order was not inserted')
  const order = { ...planned, id: row.id }
  await Promise.all([
    shopQueries.insertOrderLines(tx, order.id, order.lines),
    shopQueries.updateStock(tx, order.lines),
  ])
  return order
}

async function lockSoldProducts(
  tx: Tx,
  { items }: OrderInput,
): Promise<shopQueries.LockedProduct[]> {
  const products = await shopQueries.lockProducts(
    tx,
    items.map(({ productId }) => productId),
  )
  const byId = new Map(
    products.filter(({ active }) => active).map((product) => [product.id, product]),
  )
  const sold = items.map(({ productId }) => byId.get(productId) ?? fail('PRODUCT_NOT_FOUND'))
  const isShort = items.some(({ quantity }, index) => (sold[index]?.left ?? quantity) < quantity)
  if (isShort) fail('OUT_OF_STOCK')
  return sold
}

const lineOf = (product: shopQueries.LockedProduct, quantity: number): OrderLine => ({
  productId: product.id,
  name: product.name,
  priceCents: product.priceCents,
  chargedCents: product.offerPriceCents ?? product.priceCents,
  vatBasisPoints: product.vatBasisPoints,
  quantity,
})

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)
