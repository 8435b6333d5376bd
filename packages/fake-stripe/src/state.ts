import { Collection, type Owner } from './collection.ts'
import type {
  Account,
  Charge,
  Customer,
  Dispute,
  PaymentIntent,
  Refund,
  StripeEvent,
  WebhookEndpoint,
} from './shapes.ts'

/** Everything that the double remembers. */
export interface Collections {
  accounts: Collection<Account>
  paymentIntents: Collection<PaymentIntent>
  charges: Collection<Charge>
  refunds: Collection<Refund>
  customers: Collection<Customer>
  disputes: Collection<Dispute>
  endpoints: Collection<WebhookEndpoint>
  events: Collection<StripeEvent>
}

/** What the resources work with. */
export interface State {
  shelves: Collections
  /** seconds since 1970 */
  now(): number
  /** where the double is met: `http://127.0.0.1:12111` */
  url(): string
  /** Tells the endpoints, and `GET /v1/events`, what has happened. */
  emit(owner: Owner, type: string, object: unknown): void
  /** What the next cards and refunds will meet, whatever is asked for; first in, first out. */
  destiny: { cards: string[]; refunds: Refund['status'][] }
}

export const createCollections = (): Collections => ({
  accounts: new Collection('account'),
  paymentIntents: new Collection('payment_intent'),
  charges: new Collection('charge'),
  refunds: new Collection('refund'),
  customers: new Collection('customer'),
  disputes: new Collection('dispute'),
  endpoints: new Collection('webhook endpoint'),
  events: new Collection('event'),
})
