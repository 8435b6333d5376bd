import type { MailKind, Order } from '@silla/core'
import type { Content } from './content.ts'
import { formattersFor } from './formatters.ts'
import { greetingName } from './guest-name.ts'
import type { MailContext } from './mail-context.ts'
import type { Translation } from './translations/translation.ts'

type OrderMailKind = Extract<MailKind, `order_${string}`>

/** The email about an event of an order, with the details of the order. */
export function orderEmail(
  kind: OrderMailKind,
  order: Order,
  { translation, salon }: MailContext,
): Content {
  const format = formattersFor(translation, salon)
  const until = order.expiresAt && kind === 'order_received' ? format.when(order.expiresAt) : ''
  const { labels } = translation
  const { heading, subject, text } = messageOf(kind, until, translation)
  return {
    subject: subject(order.code, salon.business.name),
    heading,
    name: greetingName(order.contact.name),
    paragraphs: [text],
    details: [
      [
        labels.products,
        order.lines.map((line) => `${line.quantity} × ${format.text(line.name)}`).join(', '),
      ],
      [labels.code, order.code],
      [labels.heldUntil, until],
    ],
    amounts: [
      [labels.total, format.money(order.totalCents, order.currency)],
      [labels.paid, kind === 'order_paid' ? format.money(order.totalCents, order.currency) : ''],
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
        ...orderReceived,
        text: until ? orderReceived.text(until) : orderReceived.textOnly,
      }
    case 'order_paid':
      return orderPaid
    case 'order_expired':
      return orderExpired
  }
}
