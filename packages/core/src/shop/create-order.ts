import { eventQueries, jobQueries, shopQueries, type Tx } from '@silla/db'
import { fail } from '@silla/errors'
import { newBookingCode } from '../bookings/booking-code.ts'
import type { Settings } from '../catalog/catalog.ts'
import { withIdempotency } from '../idempotency/with-idempotency.ts'
import type { Order, OrderInput, OrderLine, PlannedOrder } from '../model/order.ts'
import { type RequestContext, signedInCustomer } from '../request-context.ts'
import { storedOrder } from '../stored-json.ts'
import { requestOrderMail } from './order-mail.ts'

/** How long the products of an unpaid order stay reserved (D25). */
const minutesToPay = 30

/**
 * Reserves products for a signed-in customer, all of them or none (D25). Prices are those of the
 * locked products, so that a price that has just changed is never missed.
 */
export async function createOrder(context: RequestContext, input: OrderInput): Promise<Order> {
  const { customerId } = signedInCustomer(context)
  const { settings } = await context.tenant.catalog()
  const now = context.clock.now()
  return context.tenant.db.transaction((tx) =>
    withIdempotency(context, tx, storedOrder, async () => {
      const [customer] = await shopQueries.customerForOrder(tx, customerId)
      if (!customer) fail('INVALID_TOKEN')
      if (customer.isBlocked) fail('CUSTOMER_BLOCKED')
      const sold = await lockSoldProducts(tx, input)
      return insertOrder(tx, plannedOrder(input, sold, customer, settings, now))
    }),
  )
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

/** The order as it will be written. */
function plannedOrder(
  input: OrderInput,
  sold: readonly shopQueries.LockedProduct[],
  customer: shopQueries.OrderCustomer,
  settings: Settings,
  now: Date,
): PlannedOrder {
  const lines = sold.map((product, index) => lineOf(product, input.items[index]?.quantity ?? 0))
  const subtotalCents = sum(lines.map((line) => line.priceCents * line.quantity))
  const totalCents = sum(lines.map((line) => line.chargedCents * line.quantity))
  const { name, email, phone, language } = customer
  return {
    code: newBookingCode(),
    state: 'pending',
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
    pointsEarned: settings.pointsEnabled
      ? sum(sold.map((product, index) => product.pointsAwarded * (lines[index]?.quantity ?? 0)))
      : 0,
    notes: input.notes,
    expiresAt: new Date(now.getTime() + minutesToPay * 60_000),
    version: 1,
    createdAt: now,
    updatedAt: now,
  }
}

const lineOf = (product: shopQueries.LockedProduct, quantity: number): OrderLine => ({
  productId: product.id,
  name: product.name,
  priceCents: product.priceCents,
  chargedCents: product.offerPriceCents ?? product.priceCents,
  quantity,
})

async function insertOrder(tx: Tx, planned: PlannedOrder): Promise<Order> {
  const [row] = await shopQueries.insertOrder(tx, planned)
  if (!row) throw new Error('the order was not inserted')
  const order = { ...planned, id: row.id }
  await Promise.all([
    shopQueries.insertOrderLines(tx, order.id, order.lines),
    shopQueries.updateStock(tx, order.lines),
    jobQueries.enqueue(tx, {
      task: 'expire-order',
      payload: { orderId: order.id },
      ...(order.expiresAt ? { dueAt: order.expiresAt } : {}),
      key: `expire-order:${order.id}`,
    }),
    eventQueries.recordEvent(tx, { type: 'pedido.creado', at: order.createdAt, payload: order }),
    requestOrderMail(tx, order, 'received', order.createdAt),
  ])
  return order
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)
