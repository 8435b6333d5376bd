// The objects, with Stripe's field names and units: amounts in the smallest unit of the currency,
// times in seconds. Only fields that are read are here; constant fields are where the object is
// created.

interface StripeObject {
  id: string
  object: string
  /** Seconds since 1970. */
  created: number
  livemode: false
  metadata: Record<string, string>
}

export interface PaymentIntent extends StripeObject {
  object: 'payment_intent'
  amount: number
  amount_received: number
  currency: string
  status: 'requires_payment_method' | 'requires_action' | 'processing' | 'succeeded' | 'canceled'
  client_secret: string
  customer: string | null
  application_fee_amount: number | null
  description: string | null
  receipt_email: string | null
  last_payment_error: CardError | null
  latest_charge: string | null
  payment_method: string | null
  next_action: { type: string } | null
  canceled_at: number | null
  cancellation_reason: string | null
}

export interface CardError {
  type: 'card_error'
  code: string
  decline_code?: string
  message: string
  charge?: string
  doc_url: string
}

export interface Charge extends StripeObject {
  object: 'charge'
  amount: number
  amount_captured: number
  amount_refunded: number
  currency: string
  status: 'succeeded' | 'failed'
  paid: boolean
  captured: boolean
  refunded: boolean
  disputed: boolean
  payment_intent: string
  customer: string | null
  application_fee_amount: number | null
  failure_code: string | null
  failure_message: string | null
  receipt_url: string | null
  payment_method_details: { type: 'card'; card: { brand: string; last4: string } }
}

export interface Refund extends StripeObject {
  object: 'refund'
  amount: number
  currency: string
  status: 'pending' | 'succeeded' | 'failed'
  charge: string
  payment_intent: string
  reason: string | null
  failure_reason?: string
}

export interface Customer extends StripeObject {
  object: 'customer'
  email: string | null
  name: string | null
  phone: string | null
  description: string | null
}

export interface Dispute extends StripeObject {
  object: 'dispute'
  amount: number
  currency: string
  status: 'needs_response' | 'won' | 'lost'
  reason: string
  charge: string
  payment_intent: string
}

export interface WebhookEndpoint extends StripeObject {
  object: 'webhook_endpoint'
  url: string
  enabled_events: string[]
  api_version: string | null
  description: string | null
  status: 'enabled' | 'disabled'
  /** Only the response that creates the endpoint contains it. */
  secret: string
  /** Receives the events of connected accounts; otherwise those of the platform. */
  connect: boolean
}

export interface StripeEvent {
  id: string
  object: 'event'
  type: string
  account?: string
  api_version: string
  created: number
  livemode: false
  data: { object: unknown }
  pending_webhooks: number
  request: { id: string | null; idempotency_key: string | null }
}

/** A connected account; `resources/accounts.ts` serializes it for v2 and v1 of the API. */
export interface Account {
  id: string
  created: number
  displayName: string | null
  contactEmail: string | null
  country: string | null
  dashboard: string | null
  defaults: unknown
  metadata: Record<string, string>
  /** null: the capability was never requested. */
  cardPayments: 'active' | 'pending' | 'restricted' | null
  /** The salon disconnected it: the platform has no access any more. */
  deauthorized: boolean
}
