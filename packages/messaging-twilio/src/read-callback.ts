import { type MessageCallback, MessageSenderError } from '@silla/core'
import { referenceParameter } from './reference.ts'
import { messageSid } from './shapes.ts'

/**
 * Reads a signed callback: the status of a message, or one that a customer has sent.
 *
 * @throws MessageSenderError when it is neither
 */
export function readCallbackForm(url: string, form: URLSearchParams): MessageCallback[] {
  const providerRef = form.get('MessageSid') ?? form.get('SmsSid') ?? ''
  if (!messageSid.test(providerRef)) throw malformed('MessageSid')
  const status = form.get('MessageStatus') ?? form.get('SmsStatus') ?? ''
  return status === 'received' || form.has('Body')
    ? inboundOf(providerRef, form)
    : statusOf(providerRef, status, url, form)
}

/** A short code or a name that writes is no customer. */
function inboundOf(providerRef: string, form: URLSearchParams): MessageCallback[] {
  const from = form.get('From') ?? ''
  const sender = form.get('To') ?? ''
  if (sender === '') throw malformed('To')
  if (!/^\+[1-9]\d{6,14}$/.test(from)) return []
  return [{ kind: 'inbound', providerRef, from, sender, text: form.get('Body') ?? '', at: null }]
}

/** The time that some operators report (`RawDlrDoneDate`) has no zone. */
function statusOf(
  providerRef: string,
  providerStatus: string,
  url: string,
  form: URLSearchParams,
): MessageCallback[] {
  const status = statuses[providerStatus]
  if (status === undefined) return []
  const sender = form.get('From') ?? ''
  if (sender === '') throw malformed('From')
  return [
    {
      kind: 'status',
      providerRef,
      sender,
      reference: new URL(url).searchParams.get(referenceParameter),
      status,
      errorCode: status === 'failed' ? (form.get('ErrorCode') ?? '') : null,
      at: null,
      cost: null,
    },
  ]
}

/** The others, such as `queued` and `sending`, change nothing. */
const statuses: Record<string, Extract<MessageCallback, { kind: 'status' }>['status'] | undefined> =
  {
    sent: 'sent',
    delivered: 'delivered',
    read: 'read',
    undelivered: 'failed',
    failed: 'failed',
    canceled: 'failed',
  }

const malformed = (field: string) =>
  new MessageSenderError(`malformed callback: ${field}`, 'refused', '')
