import type { Catalog, MailKind, Order } from '@silla/core'
import { customerName } from './customer-name.ts'
import { formattersFor } from './formatters.ts'
import type { Content } from './layout.ts'
import type { Translation } from './translations/translation.ts'

type OrderMailKind = Extract<MailKind, `order_${string}`>

/** The email about an event of an order, with the details of the order. */
export function orderEmail(
  kind: OrderMailKind,
  order: Order,
  translation: Translation,
  salon: Catalog,
): Content {
  const format = formattersFor(translation, salon)
  const until = order.expiresAt && kind === 'order_received' ? format.when(order.expiresAt) : ''
  const { labels } = translation
  const { subject, text } = messageOf(kind, until, translation)
  return {
    subject: subject(order.code, salon.business.name),
    name: customerName(order.contact.name),
    paragraphs: [text],
    details: [
      [
        labels.products,
        order.lines.map((line) => `${line.quantity} × ${format.text(line.name)}`).join(', '),
      ],
      [labels.total, format.money(order.totalCents, order.currency)],
      [labels.code, order.code],
      [labels.keptUntil, until],
    ],
  }
}

function messageOf(
  kind: OrderMailKind,
  until: string,
  { orderReceived, orderPaid, orderExpired }: Translation,
) {
  switch (kind) {
    case 'order_received':
      return {
        subject: orderReceived.subject,
        text: until ? orderReceived.text(until) : orderReceived.textOnly,
      }
    case 'order_paid':
      return orderPaid
    case 'order_expired':
      return orderExpired
  }
}
