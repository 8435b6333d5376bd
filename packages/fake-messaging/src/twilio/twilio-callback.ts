import { createHmac } from 'node:crypto'
import type { CallbackRequest } from '../callback-dispatcher.ts'
import type { FakeMessage, MessageStatus } from '../fake-message.ts'

export interface TwilioAccount {
  accountSid: string
  authToken: string
}

/** A status callback; null: the message was sent without an address for it. */
export function twilioStatusCallback(
  message: FakeMessage,
  status: MessageStatus,
  account: TwilioAccount,
): CallbackRequest | null {
  const { id, sender, phone, statusCallback, errorCode } = message
  if (statusCallback === null) return null
  const isFailure = status === 'undelivered' || status === 'failed'
  return signed(statusCallback, account, {
    MessageSid: id,
    SmsSid: id,
    MessageStatus: status,
    SmsStatus: status,
    To: phone,
    From: sender,
    AccountSid: account.accountSid,
    ApiVersion: '2010-04-01',
    ...(isFailure && errorCode !== null && { ErrorCode: String(errorCode) }),
  })
}

/** What Twilio sends when somebody writes to a number. */
export const twilioInboundCallback = (
  url: string,
  { id, sender, phone, text, segments }: FakeMessage,
  account: TwilioAccount,
): CallbackRequest =>
  signed(url, account, {
    ToCountry: 'ES',
    SmsMessageSid: id,
    NumMedia: '0',
    SmsSid: id,
    SmsStatus: 'received',
    Body: text,
    To: sender,
    NumSegments: String(segments),
    MessageSid: id,
    AccountSid: account.accountSid,
    From: phone,
    ApiVersion: '2010-04-01',
  })

function signed(
  url: string,
  { authToken }: TwilioAccount,
  parameters: Record<string, string>,
): CallbackRequest {
  const text = Object.keys(parameters)
    .sort()
    .reduce((all, name) => `${all}${name}${parameters[name]}`, url)
  return {
    url,
    headers: {
      'content-type': 'application/x-www-form-urlencoded; charset=UTF-8',
      'user-agent': 'TwilioProxy/1.1',
      'x-twilio-signature': createHmac('sha1', authToken).update(text).digest('base64'),
    },
    body: new URLSearchParams(parameters).toString(),
  }
}
