import { createHmac } from 'node:crypto'
import type { CallbackRequest } from '../callback-dispatcher.ts'
import type { FakeMessage, MessageStatus } from '../fake-message.ts'

export interface WhatsappSubscription {
  /** Where the app receives callbacks. */
  url: string
  appSecret: string
}

/** A status of a message, with the category in place of a price. */
export function whatsappStatusCallback(
  message: FakeMessage,
  status: MessageStatus,
  { at, ...subscription }: WhatsappSubscription & { at: Date },
): CallbackRequest {
  const { id, phone, reference, errorCode } = message
  const value = {
    statuses: [
      {
        id,
        status,
        timestamp: secondsOf(at),
        recipient_id: phone.slice(1),
        ...(reference !== null && { biz_opaque_callback_data: reference }),
        ...(status === 'failed'
          ? {
              errors: [
                {
                  code: errorCode ?? 131000,
                  title: 'Message undeliverable',
                  message: 'Message undeliverable',
                  error_data: { details: 'Message Undeliverable.' },
                },
              ],
            }
          : {
              pricing: {
                billable: true,
                pricing_model: 'PMP',
                category: 'utility',
                type: 'regular',
              },
            }),
      },
    ],
  }
  return signed(message.sender, value, subscription)
}

/** A text that somebody has written to a number. */
export const whatsappInboundCallback = (
  { id, sender, phone, text }: FakeMessage,
  { at, ...subscription }: WhatsappSubscription & { at: Date },
): CallbackRequest =>
  signed(
    sender,
    {
      contacts: [{ profile: { name: phone }, wa_id: phone.slice(1) }],
      messages: [
        { from: phone.slice(1), id, timestamp: secondsOf(at), type: 'text', text: { body: text } },
      ],
    },
    subscription,
  )

function signed(
  sender: string,
  value: object,
  { url, appSecret }: WhatsappSubscription,
): CallbackRequest {
  const metadata = { display_phone_number: '34600000000', phone_number_id: sender }
  const body = JSON.stringify({
    object: 'whatsapp_business_account',
    entry: [
      {
        id: '100000000000001',
        changes: [
          { field: 'messages', value: { messaging_product: 'whatsapp', metadata, ...value } },
        ],
      },
    ],
  })
  const digest = createHmac('sha256', appSecret).update(body).digest('hex')
  return {
    url,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'facebookexternalua',
      'x-hub-signature-256': `sha256=${digest}`,
    },
    body,
  }
}

const secondsOf = (at: Date): string => String(Math.floor(at.getTime() / 1000))
