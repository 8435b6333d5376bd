import { jobQueries, shopQueries, type Tx } from '@silla/db'
import { fail } from '@silla/errors'
import { newBookingCode } from '../bookings/booking-code.ts'
import type { Settings } from '../catalog/catalog.ts'
import { withIdempotency } from '../idempotency/with-idempotency.ts'
import { type RequestContext, signedInCustomer } from '../request-context.ts'
import type { NewOrder, Order, OrderLine } from './order.ts'
import { requestOrderMail } from './order-mail.ts'

/** How long the products of an unpaid order stay off the shelf (D25). */
const minutesToPay = 30

/**
 * Keeps products for a signed-in customer, all of them or none (D25). What it costs is read from
 * the locked products, so that a price that has just changed is never missed.
 *
 * @throws AUTHENTICATION_REQUIRED, INVALID_TOKEN for an erased customer, CUSTOMER_BLOCKED,
 *   PRODUCT_NOT_FOUND, OUT_OF_STOCK; IDEMPOTENCY_KEY_REUSED, IDEMPOTENCY_IN_PROGRESS
 */
export async function createOrder(context: RequestContext, input: NewOrder): Promise<Order> {
  const { customerId } = signedInCustomer(context)
  const { settings } = await context.tenant.catalog()
  const now = context.clock.now()
  return context.tenant.db.transaction((tx) =>
    withIdempotency(context, tx, async () => {
      const [customer] = await shopQueries.customerForOrder(tx, customerId)
      if (!customer) fail('INVALID_TOKEN')
      if (customer.isBlocked) fail('CUSTOMER_BLOCKED')
      const sold = await productsOffTheShelf(tx, input)
      return keep(tx, plannedOrder(input, sold, { ...customer, customerId }, settings, now))
    }),
  )
}

async function productsOffTheShelf(
  tx: Tx,
  { items }: NewOrder,
): Promise<shopQueries.LockedProductRow[]> {
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

/** The order as it will be once it is written; the id comes from there. */
function plannedOrder(
  query: NewOrder,
  sold: readonly shopQueries.LockedProductRow[],
  customer: shopQueries.OrderCustomerRow & { customerId: number },
  settings: Settings,
  now: Date,
): Order {
  const lines = sold.map((product, index) => lineOf(product, query.items[index]?.quantity ?? 0))
  const subtotalCents = sum(lines.map((line) => line.priceCents * line.quantity))
  const totalCents = sum(lines.map((line) => line.chargedCents * line.quantity))
  const { customerId, name, email, phone, language } = customer
  return {
    id: 0,
    code: newBookingCode(),
    state: 'pending',
    customerId,
    contact: { name, email, phone },
    language,
    lines,
    subtotalCents,
    discountCents: subtotalCents - totalCents,
    totalCents,
    currency: settings.currency,
    paymentId: null,
    payment: null,
    pointsEarned: settings.pointsEnabled
      ? sum(sold.map((product, index) => product.pointsAwarded * (lines[index]?.quantity ?? 0)))
      : 0,
    notes: query.notes,
    expiresAt: new Date(now.getTime() + minutesToPay * 60_000),
    version: 1,
    createdAt: now,
    updatedAt: now,
  }
}

const lineOf = (product: shopQueries.LockedProductRow, quantity: number): OrderLine => ({
  productId: product.id,
  name: product.name,
  priceCents: product.priceCents,
  chargedCents: product.offerPriceCents ?? product.priceCents,
  quantity,
})

async function keep(tx: Tx, planned: Order): Promise<Order> {
  const [row] = await shopQueries.insertOrder(tx, planned)
  if (!row) throw new Error('an order was written without an id')
  const order = { ...planned, id: row.id }
  const lines = order.lines.map((line) => ({
    productId: line.productId,
    name: line.name,
    priceCents: line.priceCents,
    chargedCents: line.chargedCents,
    quantity: line.quantity,
  }))
  await Promise.all([
    shopQueries.insertOrderLines(tx, order.id, lines),
    shopQueries.updateStock(tx, lines),
    jobQueries.enqueue(tx, {
      task: 'expire-order',
      payload: { orderId: order.id },
      ...(order.expiresAt ? { runAt: order.expiresAt } : {}),
      key: `expire-order:${order.id}`,
    }),
    requestOrderMail(tx, order, 'received', order.createdAt),
  ])
  return order
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)
