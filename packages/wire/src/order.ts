import {
  type Catalog,
  type Order,
  type OrderLine,
  type OrderState,
  orderDueNowCents,
  orderTillCents,
} from '@silla/core'
import { toMajor } from '@silla/money'
import { type Static, Type } from 'typebox'
import { type Locale, localize } from './localize.ts'
import {
  PaymentSummaryWire,
  RefundWire,
  serializePaymentSummary,
  serializeRefund,
} from './payment-summary.ts'
import {
  closed,
  count,
  identifier,
  money,
  nullable,
  oneOf,
  ref,
  text,
  timestamp,
  whole,
} from './schema.ts'
import { serializeTillSummary, TillSummaryWire } from './till.ts'

const stateWords = {
  pending: 'pendiente',
  paid: 'pagado',
  delivered: 'entregado',
  cancelled: 'cancelado',
  refunded: 'reembolsado',
} as const satisfies Record<OrderState, string>

const OrderItemWire = closed(
  {
    producto_id: identifier('The product'),
    nombre: text('Name at the time of the order, in the requested language'),
    cantidad: count('Quantity'),
    precio: money('Regular price of one, at the time of the order'),
    precio_oferta: nullable(
      money('Discounted price of one, at the time of the order; null when there was none'),
    ),
    total: money('Price of all'),
  },
  {
    $id: 'PedidoProducto',
    description: 'A product of an order, as it was at the time of the order',
  },
)

export const OrderWire = closed(
  {
    id: identifier('The order'),
    codigo: text('Ten characters that identify it'),
    estado: oneOf(Object.values(stateWords), 'State of the order'),
    cliente: closed(
      {
        id: identifier('The customer'),
        nombre: text('Name'),
        email: text('E-mail'),
        telefono: text('Phone as E.164, empty when there is none'),
      },
      { description: 'The customer' },
    ),
    items: Type.Array(ref(OrderItemWire), { description: 'The products' }),
    subtotal: money('Total of the regular prices'),
    descuento: money('Discount by offers'),
    total: money('Amount due'),
    total_centimos: count('Amount due, in cents'),
    moneda: text('Currency code'),
    pago: nullable(PaymentSummaryWire),
    a_pagar_ahora: whole('Amount that can be paid online now, in cents'),
    caja: TillSummaryWire,
    reembolso: nullable(RefundWire),
    puntos_ganados: count('Points it awards once it is paid'),
    notas: text('Notes of the order'),
    expira_en: nullable(
      timestamp('When it expires unless it is paid; null when it does not expire'),
    ),
    version: whole('Increases with every change'),
    created_at: timestamp('Creation time'),
    updated_at: timestamp('Time of the last change'),
  },
  { $id: 'Pedido', description: 'Products reserved for a customer' },
)

export const orderComponents = [OrderItemWire, OrderWire]

/** An order, for its customer or the business. */
export const serializeOrder = (order: Order, catalog: Catalog, locale: Locale) =>
  ({
    id: order.id,
    codigo: order.code,
    estado: stateWords[order.state],
    cliente: {
      id: order.customerId,
      nombre: order.contact.name,
      email: order.contact.email,
      telefono: order.contact.phone,
    },
    items: order.lines.map((line) => serializeLine(line, locale)),
    subtotal: toMajor(order.subtotalCents),
    descuento: toMajor(order.discountCents),
    total: toMajor(order.totalCents),
    total_centimos: order.totalCents,
    moneda: order.currency,
    pago: serializePaymentSummary(order.payment),
    a_pagar_ahora: orderDueNowCents(order, catalog.settings),
    caja: serializeTillSummary({ ...order, tillCents: orderTillCents(order), excessCents: 0 }),
    reembolso: order.payment?.refund ? serializeRefund(order.payment.refund) : null,
    puntos_ganados: order.pointsEarned,
    notas: order.notes,
    expira_en: order.expiresAt?.toISOString() ?? null,
    version: order.version,
    created_at: order.createdAt.toISOString(),
    updated_at: order.updatedAt.toISOString(),
  }) satisfies Static<typeof OrderWire>

const serializeLine = (line: OrderLine, locale: Locale) =>
  ({
    producto_id: line.productId,
    nombre: localize(line.name, locale),
    cantidad: line.quantity,
    precio: toMajor(line.priceCents),
    precio_oferta: line.chargedCents < line.priceCents ? toMajor(line.chargedCents) : null,
    total: toMajor(line.chargedCents * line.quantity),
  }) satisfies Static<typeof OrderItemWire>
