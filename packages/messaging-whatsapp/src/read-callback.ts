import { type MessageCallback, MessageSenderError } from '@silla/core'
import { checkShape } from '@silla/messaging-http'
import { CallbackShape, InboundShape, StatusShape, ValueShape } from './shapes.ts'

/**
 * Reads a signed callback, which carries statuses and messages of several numbers. What Silla does
 * not use, such as reactions and changes of templates, is left out.
 *
 * @throws MessageSenderError when it has another shape
 */
export function readCallbackBody(body: Buffer): MessageCallback[] {
  const { entry } = checkShape(CallbackShape, parse(body))
  return entry
    .flatMap(({ changes }) => changes)
    .filter(({ field }) => field === 'messages')
    .flatMap(({ value }) => {
      const { metadata, statuses = [], messages = [] } = checkShape(ValueShape, value)
      const sender = metadata.phone_number_id
      return [
        ...statuses.flatMap((each) => statusOf(sender, each)),
        ...messages.flatMap((each) => inboundOf(sender, each)),
      ]
    })
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    throw new MessageSenderError('malformed callback: no JSON', 'refused', '')
  }
}

function statusOf(sender: string, value: unknown): MessageCallback[] {
  const { id, status, timestamp, errors, ...rest } = checkShape(StatusShape, value)
  const found = statuses.find((one) => one === status)
  if (found === undefined) return []
  return [
    {
      kind: 'status',
      providerRef: id,
      sender,
      reference: rest.biz_opaque_callback_data ?? null,
      status: found,
      errorCode: found === 'failed' ? String(errors?.[0]?.code ?? '') : null,
      at: timeOf(timestamp),
      cost: null,
    },
  ]
}

/** Others, such as `played`, are of messages that Silla does not send. */
const statuses = ['sent', 'delivered', 'read', 'failed'] as const

/** Pictures, reactions and what the customer's phone cannot send contain no words. */
function inboundOf(sender: string, value: unknown): MessageCallback[] {
  const { id, from, timestamp, text, button } = checkShape(InboundShape, value)
  const words = text?.body ?? button?.text
  if (from === undefined || words === undefined) return []
  return [
    {
      kind: 'inbound',
      providerRef: id,
      from: `+${from}`,
      sender,
      text: words,
      at: timeOf(timestamp),
    },
  ]
}

const timeOf = (seconds: string): Date => new Date(Number(seconds) * 1000)
