import { type Query, recordset } from '../pool.ts'
import type { Tx } from '../tenant-db.ts'
import type { OrderFields, OrderLine } from '../types/order.ts'
import type { TillSums } from '../types/till.ts'
import type { Language, Page, Translated } from '../types/values.ts'
import { orderPaymentColumn, type PaymentSummaryRow } from './payment-summaries.ts'
import { orderTillColumns } from './till.ts'

/** How many are left of the products whose stock is counted. */
export const findStock = (tx: Tx): Query<{ id: number; left: number }> => tx`
  select id, greatest(stock - taken, 0) as left
  from products where business_id = ${tx.businessId} and active and stock is not null`

/**
 * Locks products until the transaction ends, always in the same order, so that two orders never
 * deadlock.
 */
export const lockProducts = (tx: Tx, ids: readonly number[]): Query<LockedProduct> => tx`
  select id, name, price_cents, offer_price_cents, vat_basis_points, points_awarded, active, stock - taken as left
  from products where business_id = ${tx.businessId} and id = any(${[...ids]}::bigint[])
  order by id for no key update`

/** Takes pieces out of stock, or returns them when quantities are negative; rows must be locked. */
export const updateStock = (tx: Tx, lines: readonly Quantity[]): Query<object> => tx`
  update products product set taken = product.taken + line.quantity
  from unnest(
    ${lines.map((line) => line.productId)}::bigint[], ${lines.map((line) => line.quantity)}::int[])
    as line (product_id, quantity)
  where product.business_id = ${tx.businessId} and product.id = line.product_id`

/**
 * The customer who orders; an erased one is not found. Until the transaction ends they are not merged
 * into another (D74).
 */
export const customerForOrder = (tx: Tx, id: number): Query<OrderCustomer> => tx`
  select id, name, email, phone, language, blocked_at is not null as is_blocked
  from customers where business_id = ${tx.businessId} and id = ${id} and erased_at is null
  for key share`

export const insertOrder = (tx: Tx, order: Omit<OrderFields, 'id'>): Query<{ id: number }> => tx`
  insert into orders (
    business_id, code, state, customer_id, notes, currency, subtotal_cents, discount_cents,
    total_cents, points_awarded, expires_at, version, created_at, updated_at)
  values (
    ${tx.businessId}, ${order.code}, ${order.state}, ${order.customerId}, ${order.notes},
    ${order.currency}, ${order.subtotalCents}, ${order.discountCents}, ${order.totalCents},
    ${order.pointsEarned}, ${order.expiresAt}, ${order.version}, ${order.createdAt},
    ${order.updatedAt})
  returning id`

export const insertOrderLines = (
  tx: Tx,
  orderId: number,
  lines: readonly OrderLine[],
): Query<object> => tx`
  insert into order_lines (
    business_id, order_id, position, product_id, name, price_cents, charged_cents,
    vat_basis_points, quantity)
  select ${tx.businessId}::uuid, ${orderId}, line.position, line.product_id, line.name,
    line.price_cents, line.charged_cents, line.vat_basis_points, line.quantity
  from jsonb_to_recordset(${recordset(
    tx,
    lines.map((line, position) => ({ ...line, position })),
  )}) as line (
    position int, product_id bigint, name jsonb, price_cents bigint, charged_cents bigint,
    vat_basis_points int, quantity int)
  returning id`

export const findOrderById = (tx: Tx, id: number): Query<OrderRow> => tx`
  ${orderColumns(tx)} where o.business_id = ${tx.businessId} and o.id = ${id}`

/** Locks the row until the transaction ends, then reads it, as `lockBooking` does. */
export async function lockOrder(tx: Tx, id: number): Promise<OrderRow[]> {
  const [, rows] = await Promise.all([lockOrderRow(tx, id), findOrderById(tx, id)])
  return rows
}

const lockOrderRow = (tx: Tx, id: number): Query<object> => tx`
  select from orders where business_id = ${tx.businessId} and id = ${id} for no key update`

export interface OrderFilter {
  /** null: anybody's */
  customerId: number | null
  /** Only those that were handed over and are not all paid for. */
  onlyUnpaid: boolean
}

/** Latest first. */
export const listOrders = (tx: Tx, filter: OrderFilter, page: Page): Query<OrderRow> => tx`
  ${orderColumns(tx)} where o.business_id = ${tx.businessId} ${isListed(tx, filter)}
  order by o.created_at desc, o.id desc offset ${page.offset} limit ${page.limit}`

export const countOrders = (tx: Tx, filter: OrderFilter): Query<{ count: number }> => tx`
  select count(*)::int as count from orders o
  where o.business_id = ${tx.businessId} ${isListed(tx, filter)}`

const isListed = (tx: Tx, { customerId, onlyUnpaid }: OrderFilter) => tx`
  ${customerId === null ? tx`` : tx`and o.customer_id = ${customerId}`}
  ${
    onlyUnpaid
      ? tx`and o.state = 'delivered' and o.payment_id is null and o.total_cents > (
        select coalesce(sum(entry.amount_cents), 0) from till_entries entry
        where entry.business_id = ${tx.businessId} and entry.order_id = o.id)`
      : tx``
  }`

/** Marks an order cancelled; the row has to be locked. */
export const updateOrderCancelled = (
  tx: Tx,
  { id, at }: { id: number; at: Date },
): Query<object> => tx`
  update orders
  set state = 'cancelled', cancelled_at = ${at}, expires_at = null, version = version + 1,
    updated_at = ${at}
  where business_id = ${tx.businessId} and id = ${id}`

/** Marks an order paid, so that it does not expire; the row has to be locked. */
export const updateOrderPaid = (
  tx: Tx,
  paid: { id: number; paymentId: number; at: Date },
): Query<object> => tx`
  update orders
  set state = case when state = 'delivered' then state else 'paid' end,
    payment_id = ${paid.paymentId}, expires_at = null, version = version + 1,
    updated_at = ${paid.at}
  where business_id = ${tx.businessId} and id = ${paid.id}`

/** Marks an order handed over at the desk, so that it does not expire; the row has to be locked. */
export const updateOrderDelivered = (
  tx: Tx,
  { id, at }: { id: number; at: Date },
): Query<object> => tx`
  update orders
  set state = 'delivered', expires_at = null, version = version + 1, updated_at = ${at}
  where business_id = ${tx.businessId} and id = ${id}`

/** Counts a change of what was taken for an order; the row has to be locked. */
export const touchOrder = (tx: Tx, { id, at }: { id: number; at: Date }): Query<object> => tx`
  update orders set version = version + 1, updated_at = ${at}
  where business_id = ${tx.businessId} and id = ${id}`

/** Marks an order refunded completely; the row has to be locked. */
export const updateOrderRefunded = (
  tx: Tx,
  { id, at }: { id: number; at: Date },
): Query<object> => tx`
  update orders set state = 'refunded', version = version + 1, updated_at = ${at}
  where business_id = ${tx.businessId} and id = ${id}`

/** An order with its lines and its payment; the condition follows. */
export const orderColumns = (tx: Tx) => tx`
  select o.id, o.code, o.state, o.customer_id, customer.language, o.notes, o.currency,
    o.subtotal_cents, o.discount_cents, o.total_cents, o.points_awarded as points_earned,
    o.payment_id, o.expires_at, o.version, o.created_at, o.updated_at,
    jsonb_build_object(
      'name', customer.name, 'email', customer.email, 'phone', customer.phone) as contact,
    (select jsonb_agg(jsonb_build_object(
        'productId', line.product_id, 'name', line.name, 'priceCents', line.price_cents,
        'chargedCents', line.charged_cents, 'vatBasisPoints', line.vat_basis_points,
        'quantity', line.quantity) order by line.position)
      from order_lines line
      where line.business_id = ${tx.businessId} and line.order_id = o.id) as lines,
    ${orderPaymentColumn(tx)} as payment, till.taken_cents, till.tip_cents
  from orders o
  join customers customer on customer.business_id = o.business_id and customer.id = o.customer_id
  cross join lateral ${orderTillColumns(tx)} till`

export interface OrderRow extends OrderFields, TillSums {
  payment: PaymentSummaryRow | null
}

type Quantity = Pick<OrderLine, 'productId' | 'quantity'>

export interface LockedProduct {
  id: number
  name: Translated
  priceCents: number
  offerPriceCents: number | null
  vatBasisPoints: number | null
  pointsAwarded: number
  active: boolean
  /** null: the stock is not counted */
  left: number | null
}

export interface OrderCustomer {
  id: number
  name: string
  email: string
  phone: string
  language: Language
  isBlocked: boolean
}
