import type { Catalog, MailKind, Order } from '@silla/core'
import { formattersFor } from './formatters.ts'
import type { Content } from './layout.ts'
import type { Translation } from './translations/translation.ts'

type OrderMailKind = Extract<MailKind, `order_${string}`>

/** What a letter about an order says. */
export function orderEmail(
  kind: OrderMailKind,
  order: Order,
  words: Translation,
  salon: Catalog,
): Content {
  const spoken = formattersFor(words, salon)
  const until = order.expiresAt && kind === 'order_received' ? spoken.when(order.expiresAt) : ''
  const { labels } = words
  const { subject, text } = news(kind, until, words)
  return {
    subject: subject(order.code, salon.business.name),
    name: order.contact.name,
    paragraphs: [text],
    facts: [
      [
        labels.products,
        order.lines.map((line) => `${line.quantity} × ${spoken.text(line.name)}`).join(', '),
      ],
      [labels.total, spoken.money(order.totalCents, order.currency)],
      [labels.code, order.code],
      [labels.keptUntil, until],
    ],
  }
}

function news(
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
