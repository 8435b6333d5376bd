import { eventQueries, jobQueries, shopQueries, type Tx } from '@silla/db'
import { fail } from '@silla/errors'
import { withIdempotency } from '../idempotency/with-idempotency.ts'
import type { Order, OrderInput } from '../model/order.ts'
import { type RequestContext, signedInCustomer } from '../request-context.ts'
import { storedOrder } from '../stored-json.ts'
import { requestOrderMail } from './order-mail.ts'
import { insertOrder, planOrder } from './planned-order.ts'

/** How long the products of an unpaid order stay reserved (D25). */
const minutesToPay = 30

/** Reserves products for a signed-in customer, all of them or none (D25). */
export async function createOrder(context: RequestContext, input: OrderInput): Promise<Order> {
  const { customerId } = signedInCustomer(context)
  const { settings } = await context.tenant.catalog()
  const now = context.clock.now()
  return context.tenant.db.transaction((tx) =>
    withIdempotency(context, tx, storedOrder, async () => {
      const [customer] = await shopQueries.customerForOrder(tx, customerId)
      if (!customer) fail('INVALID_TOKEN')
      if (customer.isBlocked) fail('CUSTOMER_BLOCKED')
      const expiresAt = new Date(now.getTime() + minutesToPay * 60_000)
      const terms = { customer, settings, state: 'pending', expiresAt, now } as const
      return reserve(tx, await insertOrder(tx, await planOrder(tx, input, terms)))
    }),
  )
}

async function reserve(tx: Tx, order: Order): Promise<Order> {
  await Promise.all([
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
