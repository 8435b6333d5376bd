import type { Query } from '../pool.ts'
import { recordset } from '../pool.ts'
import type { Tx } from '../tenant-db.ts'
import type { TextRow } from './catalog.ts'
import { orderPaymentColumn, type PaymentSummaryRow } from './payment-summaries.ts'

/** How many are left of the products that are counted. */
export const findStock = (tx: Tx): Query<{ id: number; left: number }> => tx`
  select id, greatest(stock - taken, 0) as left
  from products where business_id = ${tx.businessId} and active and stock is not null`

/**
 * Locks products until the transaction ends, always in the same order, so that two orders never
 * wait for each other.
 */
export const lockProducts = (tx: Tx, ids: readonly number[]): Query<LockedProductRow> => tx`
  select id, name, price_cents, offer_price_cents, points_awarded, active, stock - taken as left
  from products where business_id = ${tx.businessId} and id = any(${[...ids]}::bigint[])
  order by id for no key update`

/**
 * Takes pieces off the shelf, or puts them back when the quantities are negative. The rows have to
 * be locked.
 */
export const updateStock = (tx: Tx, lines: readonly QuantityRow[]): Query<object> => tx`
  update products product set taken = product.taken + asked.quantity
  from unnest(${lines.map((line) => line.productId)}::bigint[], ${lines.map((line) => line.quantity)}::int[])
    as asked (product_id, quantity)
  where product.business_id = ${tx.businessId} and product.id = asked.product_id`

/** Who orders; an erased customer is not found. */
export const customerForOrder = (tx: Tx, id: number): Query<OrderCustomerRow> => tx`
  select name, email, phone, language, blocked_at is not null as is_blocked
  from customers where business_id = ${tx.businessId} and id = ${id} and erased_at is null`

export const insertOrder = (tx: Tx, order: NewOrderRow): Query<{ id: number }> => tx`
  insert into orders (business_id, code, state, customer_id, notes, currency, subtotal_cents, discount_cents, total_cents,
    points_awarded, expires_at, version, created_at, updated_at)
  values (${tx.businessId}, ${order.code}, 'pending', ${order.customerId}, ${order.notes}, ${order.currency},
    ${order.subtotalCents}, ${order.discountCents}, ${order.totalCents}, ${order.pointsEarned}, ${order.expiresAt}, 1,
    ${order.createdAt}, ${order.createdAt})
  returning id`

export const insertOrderLines = (
  tx: Tx,
  orderId: number,
  lines: readonly OrderLineRow[],
): Query<object> => tx`
  insert into order_lines (business_id, order_id, position, product_id, name, price_cents, charged_cents, quantity)
  select ${tx.businessId}::uuid, ${orderId}, line.position, line.product_id, line.name, line.price_cents, line.charged_cents,
    line.quantity
  from jsonb_to_recordset(${recordset(
    tx,
    lines.map((line, position) => ({ ...line, position })),
  )}) as line (
    position int, product_id bigint, name jsonb, price_cents bigint, charged_cents bigint, quantity int)`

export const findOrderById = (tx: Tx, id: number): Query<OrderRow> => tx`
  ${orderColumns(tx)} where o.business_id = ${tx.businessId} and o.id = ${id}`

/** Locks the row until the transaction ends, then reads it, as `lockBooking` does. */
export async function lockOrder(tx: Tx, id: number): Promise<OrderRow[]> {
  const [, rows] = await Promise.all([lockOrderRow(tx, id), findOrderById(tx, id)])
  return rows
}

const lockOrderRow = (tx: Tx, id: number): Query<object> => tx`
  select from orders where business_id = ${tx.businessId} and id = ${id} for no key update`

/** The latest first; all of the salon's when no customer is named. */
export const listOrders = (
  tx: Tx,
  customerId: number | null,
  page: { offset: number; limit: number },
): Query<OrderRow> => tx`
  ${orderColumns(tx)} where o.business_id = ${tx.businessId} and ${ofCustomer(tx, customerId)}
  order by o.created_at desc, o.id desc offset ${page.offset} limit ${page.limit}`

export const countOrders = (tx: Tx, customerId: number | null): Query<{ count: number }> => tx`
  select count(*)::int as count from orders o where o.business_id = ${tx.businessId} and ${ofCustomer(tx, customerId)}`

/** Marks an order cancelled; the row has to be locked. */
export const updateOrderCancelled = (
  tx: Tx,
  { id, at }: { id: number; at: Date },
): Query<object> => tx`
  update orders
  set state = 'cancelled', cancelled_at = ${at}, expires_at = null, version = version + 1, updated_at = ${at}
  where business_id = ${tx.businessId} and id = ${id}`

/** Marks an order paid: it does not lapse any more. The row has to be locked. */
export const updateOrderPaid = (
  tx: Tx,
  paid: { id: number; paymentId: number; at: Date },
): Query<object> => tx`
  update orders
  set state = 'paid', payment_id = ${paid.paymentId}, expires_at = null, version = version + 1, updated_at = ${paid.at}
  where business_id = ${tx.businessId} and id = ${paid.id}`

/** All that was paid for it goes back; the row has to be locked. */
export const updateOrderRefunded = (
  tx: Tx,
  { id, at }: { id: number; at: Date },
): Query<object> => tx`
  update orders set state = 'refunded', version = version + 1, updated_at = ${at}
  where business_id = ${tx.businessId} and id = ${id}`

const ofCustomer = (tx: Tx, customerId: number | null) =>
  customerId === null ? tx`true` : tx`o.customer_id = ${customerId}`

/** An order with its lines and what was paid for it; what it is asked by follows. */
export const orderColumns = (tx: Tx) => tx`
  select o.id, o.code, o.state, o.customer_id, customer.name as customer_name, customer.email as customer_email,
    customer.phone as customer_phone, customer.language, o.notes, o.currency, o.subtotal_cents, o.discount_cents, o.total_cents,
    o.points_awarded, o.payment_id, o.expires_at, o.cancelled_at, o.version, o.created_at, o.updated_at,
    (select jsonb_agg(jsonb_build_object(
        'productId', line.product_id, 'name', line.name, 'priceCents', line.price_cents, 'chargedCents', line.charged_cents,
        'quantity', line.quantity) order by line.position)
      from order_lines line where line.business_id = ${tx.businessId} and line.order_id = o.id) as lines,
    ${orderPaymentColumn(tx)} as payment
  from orders o
  join customers customer on customer.business_id = o.business_id and customer.id = o.customer_id`

export interface QuantityRow {
  productId: number
  quantity: number
}

export interface LockedProductRow {
  id: number
  name: TextRow
  priceCents: number
  offerPriceCents: number | null
  pointsAwarded: number
  active: boolean
  /** null: nobody counts */
  left: number | null
}

export interface OrderCustomerRow {
  name: string
  email: string
  phone: string
  language: 'es' | 'en' | 'ar'
  isBlocked: boolean
}

export interface NewOrderRow {
  code: string
  customerId: number
  notes: string
  currency: string
  subtotalCents: number
  discountCents: number
  totalCents: number
  pointsEarned: number
  expiresAt: Date | null
  createdAt: Date
}

export interface OrderLineRow extends QuantityRow {
  name: TextRow
  priceCents: number
  chargedCents: number
}

export interface OrderRow {
  id: number
  code: string
  state: 'pending' | 'paid' | 'delivered' | 'cancelled' | 'refunded'
  customerId: number
  customerName: string
  customerEmail: string
  customerPhone: string
  language: 'es' | 'en' | 'ar'
  notes: string
  currency: 'EUR' | 'USD' | 'GBP' | 'AED'
  subtotalCents: number
  discountCents: number
  totalCents: number
  pointsAwarded: number
  expiresAt: Date | null
  cancelledAt: Date | null
  version: number
  createdAt: Date
  updatedAt: Date
  lines: OrderLineRow[]
  paymentId: number | null
  payment: PaymentSummaryRow | null
}
