import type { Catalog, Order } from '@silla/core'
import type { Content } from './layout.ts'
import { spokenIn } from './spoken.ts'
import type { Words } from './words/words.ts'

/** What a letter about an order says. */
export function orderLetter(
  kind: 'order_received' | 'order_expired',
  order: Order,
  words: Words,
  salon: Catalog,
): Content {
  const spoken = spokenIn(words, salon)
  const until = order.expiresAt && kind === 'order_received' ? spoken.when(order.expiresAt) : ''
  const { orderReceived, orderExpired, labels } = words
  const received = until ? orderReceived.text(until) : orderReceived.textOnly
  return {
    subject: (kind === 'order_received' ? orderReceived : orderExpired).subject(order.code, salon.business.name),
    name: order.contact.name,
    paragraphs: [kind === 'order_received' ? received : orderExpired.text],
    facts: [
      [labels.products, order.lines.map((line) => `${line.quantity} × ${spoken.text(line.name)}`).join(', ')],
      [labels.total, spoken.money(order.totalCents, order.currency)],
      [labels.code, order.code],
      [labels.keptUntil, until],
    ],
  }
}
