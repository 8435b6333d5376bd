import type { FakeMessage } from '../fake-message.ts'

/** A message as Twilio's API represents it. The price is known after the delivery. */
export function messageResource(
  message: FakeMessage,
  {
    accountSid,
    pricePerSegment,
    currency,
  }: { accountSid: string; pricePerSegment: number; currency: string },
): object {
  const { id, sender, phone, text, status, errorCode, segments, createdAt } = message
  const path = `/2010-04-01/Accounts/${accountSid}/Messages/${id}`
  const isPriced = ['sent', 'delivered', 'undelivered'].includes(status)
  const date = new Date(createdAt).toUTCString().replace('GMT', '+0000')
  return {
    account_sid: accountSid,
    api_version: '2010-04-01',
    body: text,
    date_created: date,
    date_sent: status === 'accepted' ? null : date,
    date_updated: date,
    direction: 'outbound-api',
    error_code: errorCode,
    error_message: null,
    from: sender,
    messaging_service_sid: null,
    num_media: '0',
    num_segments: String(segments),
    price: isPriced ? (-segments * pricePerSegment).toFixed(5) : null,
    price_unit: currency,
    sid: id,
    status: status === 'accepted' ? 'queued' : status,
    subresource_uris: { media: `${path}/Media.json` },
    to: phone,
    uri: `${path}.json`,
  }
}
