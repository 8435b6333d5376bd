import { type Owner, Shelf } from './collection.ts'
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
export interface Shelves {
  accounts: Shelf<Account>
  paymentIntents: Shelf<PaymentIntent>
  charges: Shelf<Charge>
  refunds: Shelf<Refund>
  customers: Shelf<Customer>
  disputes: Shelf<Dispute>
  endpoints: Shelf<WebhookEndpoint>
  events: Shelf<StripeEvent>
}

/** What the resources work with. */
export interface World {
  shelves: Shelves
  /** seconds since 1970 */
  now(): number
  /** where the double is met: `http://127.0.0.1:12111` */
  url(): string
  /** Tells the endpoints, and `GET /v1/events`, what has happened. */
  emit(owner: Owner, type: string, object: unknown): void
  /** What the next cards and refunds will meet, whatever is asked for; first in, first out. */
  destiny: { cards: string[]; refunds: Refund['status'][] }
}

export const newShelves = (): Shelves => ({
  accounts: new Shelf('account'),
  paymentIntents: new Shelf('payment_intent'),
  charges: new Shelf('charge'),
  refunds: new Shelf('refund'),
  customers: new Shelf('customer'),
  disputes: new Shelf('dispute'),
  endpoints: new Shelf('webhook endpoint'),
  events: new Shelf('event'),
})
