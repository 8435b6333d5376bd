// What the objects look like, in Stripe's own words and units: amounts in the smallest unit of the
// currency, times in seconds. Only what somebody reads is here; fields that never change are
// written where the object is made.

interface Thing {
  id: string
  object: string
  /** seconds since 1970 */
  created: number
  livemode: false
  metadata: Record<string, string>
}

export interface PaymentIntent extends Thing {
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

export interface Charge extends Thing {
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

export interface Refund extends Thing {
  object: 'refund'
  amount: number
  currency: string
  status: 'pending' | 'succeeded' | 'failed'
  charge: string
  payment_intent: string
  reason: string | null
  failure_reason?: string
}

export interface Customer extends Thing {
  object: 'customer'
  email: string | null
  name: string | null
  phone: string | null
  description: string | null
}

export interface Dispute extends Thing {
  object: 'dispute'
  amount: number
  currency: string
  status: 'needs_response' | 'won' | 'lost'
  reason: string
  charge: string
  payment_intent: string
}

export interface WebhookEndpoint extends Thing {
  object: 'webhook_endpoint'
  url: string
  enabled_events: string[]
  api_version: string | null
  description: string | null
  status: 'enabled' | 'disabled'
  /** shown once, in the answer that creates it */
  secret: string
  /** hears of connected accounts; without it of the platform itself */
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

/**
 * A connected account, as the double keeps it; `resources/accounts.ts` shows it in the words of v2
 * and of v1.
 */
export interface Account {
  id: string
  created: number
  displayName: string | null
  contactEmail: string | null
  country: string | null
  dashboard: string | null
  defaults: unknown
  metadata: Record<string, string>
  /** null: the capability was never asked for */
  cardPayments: 'active' | 'pending' | 'restricted' | null
  /** the salon took its leave: nobody gets in any more */
  deauthorized: boolean
}
