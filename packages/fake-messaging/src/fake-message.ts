export type Provider = 'twilio' | 'whatsapp'

/** Of both providers; `undelivered` is Twilio's alone. */
export type MessageStatus =
  | 'accepted'
  | 'sent'
  | 'delivered'
  | 'read'
  | 'undelivered'
  | 'failed'
  | 'received'

/** A message that a provider has accepted, or that a customer has written. */
export interface FakeMessage {
  /** `SM...` or `wamid....` */
  id: string
  provider: Provider
  direction: 'outbound' | 'inbound'
  /** The salon's number or name; of WhatsApp the id of its number. */
  sender: string
  /** The customer's number, E.164. */
  phone: string
  /** Of a template with its parameters in place. */
  text: string
  template: { name: string; language: string; parameters: string[] } | null
  /** What the provider returns with each status: of WhatsApp alone. */
  reference: string | null
  /** Where Twilio reports the status of this message; null: nowhere. */
  statusCallback: string | null
  status: MessageStatus
  errorCode: number | null
  /** Parts that are paid one by one: of SMS alone. */
  segments: number
  /** ISO 8601. */
  createdAt: string
  /** How long the provider tries to deliver it; null: as long as it wants. */
  validSeconds: number | null
}
