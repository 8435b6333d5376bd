import type { Stripe } from 'stripe'

// The objects have the types of Stripe's library, so that the compiler finds a response that lacks
// a field. Units are Stripe's: amounts in the smallest unit of the currency, times in seconds.
// Fields that are declared here have fewer values than at Stripe.

/** An object as it is stored: with the ids of other objects, which a request may expand. */
type WithIds<T> = {
  [Key in keyof T]: string extends T[Key] ? Extract<T[Key], string | null | undefined> : T[Key]
}

export interface PaymentIntent extends WithIds<Stripe.PaymentIntent> {
  status: 'requires_payment_method' | 'requires_action' | 'processing' | 'succeeded' | 'canceled'
  client_secret: string
}

export interface SetupIntent extends WithIds<Stripe.SetupIntent> {
  status: 'requires_payment_method' | 'requires_action' | 'succeeded' | 'canceled'
  client_secret: string
}

/** The part of an error that describes a card that could not be saved. */
export type SetupError = {
  type: 'card_error'
  code: string
  message: string
} & Pick<Stripe.SetupIntent.LastSetupError, 'decline_code' | 'doc_url'>

export interface PaymentMethod extends WithIds<Stripe.PaymentMethod> {
  card: Stripe.PaymentMethod.Card
}

/** The number of a card, which no response contains: it decides what becomes of payments. */
export interface CardNumber {
  id: string
  number: string
}

export type PaymentMethodDomain = WithIds<Stripe.PaymentMethodDomain>

/** The part of an error that describes a failed payment. */
export type CardError = {
  type: 'card_error'
  code: string
  message: string
} & Pick<
  Stripe.PaymentIntent.LastPaymentError,
  'decline_code' | 'charge' | 'doc_url' | 'payment_method'
>

export interface Charge extends WithIds<Stripe.Charge> {
  status: 'succeeded' | 'failed'
  payment_intent: string
  payment_method_details: Stripe.Charge.PaymentMethodDetails & {
    card: Stripe.Charge.PaymentMethodDetails.Card & { last4: string }
  }
}

export interface Refund extends WithIds<Stripe.Refund> {
  status: 'pending' | 'succeeded' | 'failed'
  charge: string
  payment_intent: string
}

export type Customer = WithIds<Stripe.Customer>

export interface Dispute extends WithIds<Stripe.Dispute> {
  status:
    | 'warning_needs_response'
    | 'warning_closed'
    | 'needs_response'
    | 'appeal_under_review'
    | 'won'
    | 'lost'
    | 'prevented'
  charge: string
  payment_intent: string
}

export type BalanceTransaction = WithIds<Stripe.BalanceTransaction>

export interface Payout extends WithIds<Stripe.Payout> {
  status: 'in_transit' | 'paid' | 'failed'
}

/** Which balance transactions a payout contains, by the id of the payout. */
export interface PayoutContents {
  id: string
  transactions: string[]
}

export interface WebhookEndpoint extends Stripe.WebhookEndpoint {
  status: 'enabled' | 'disabled'
  /** Only the response that creates the endpoint contains it. */
  secret: string
  /** Receives the events of connected accounts; otherwise those of the platform. */
  connect: boolean
}

export type StripeEvent = Stripe.EventBase

export type EventDestinationV2 = V2Object<Stripe.V2.Core.EventDestination>

/** A destination of v2; `resources/event-destinations.ts` serializes it. */
export interface EventDestination {
  id: string
  created: number
  updated: number
  description: string
  enabledEvents: string[]
  eventPayload: 'snapshot' | 'thin'
  eventsFrom: string[]
  metadata: Record<string, string>
  name: string
  snapshotApiVersion: string | null
  status: 'enabled' | 'disabled'
  url: string
  /** Only the response that creates the destination may contain it. */
  secret: string
}

/** A thin event, as it is delivered: it only names the object that has changed. */
export interface ThinEvent {
  id: string
  object: 'v2.core.event'
  type: Stripe.V2.Core.Event['type']
  context: string
  created: string
  livemode: false
  related_object: Stripe.V2.Core.Events.RelatedObject
}

/** The object that an event of a type contains. */
export type EventObject<Type extends Stripe.Event.Type> = Extract<
  Stripe.Event,
  { type: Type }
>['data']['object']

/**
 * An object of v2: the library declares the fields as optional that a response contains as null.
 */
export type V2Object<T> = T extends object
  ? { [Key in keyof T]: V2Object<T[Key]> | (undefined extends T[Key] ? null : never) }
  : T

export type AccountV2 = V2Object<Stripe.V2.Core.Account>

/** A connected account; `resources/accounts.ts` serializes it for v2 and v1 of the API. */
export interface Account {
  id: string
  created: number
  displayName: string | null
  contactEmail: string | null
  country: string | null
  dashboard: AccountV2['dashboard']
  defaults: AccountV2['defaults']
  metadata: Record<string, string>
  /** null: the capability was never requested. */
  cardPayments: 'active' | 'pending' | 'restricted' | null
  /** What Stripe requests of the salon, as it names it; absent: nothing. */
  missing?: string[]
  /** The salon disconnected it: the platform has no access any more. */
  deauthorized: boolean
}

/** A link to the onboarding of an account. It works once, for some minutes. */
export interface AccountLink {
  id: string
  account: string
  returnUrl: string | null
  refreshUrl: string
  /** Seconds since 1970. */
  expiresAt: number
  isVisited: boolean
}
