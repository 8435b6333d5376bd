import type { Stripe } from 'stripe'
import { Collection, type Owner } from './collection.ts'
import type {
  Account,
  AccountLink,
  BalanceTransaction,
  CardNumber,
  Charge,
  Customer,
  Dispute,
  EventDestination,
  EventObject,
  PaymentIntent,
  PaymentMethod,
  PaymentMethodDomain,
  Payout,
  PayoutContents,
  Refund,
  SetupIntent,
  StripeEvent,
  ThinEvent,
  WebhookEndpoint,
} from './shapes.ts'

/** All objects of the fake Stripe. */
export interface Collections {
  accounts: Collection<Account>
  accountLinks: Collection<AccountLink>
  paymentIntents: Collection<PaymentIntent>
  setupIntents: Collection<SetupIntent>
  paymentMethods: Collection<PaymentMethod>
  cardNumbers: Collection<CardNumber>
  domains: Collection<PaymentMethodDomain>
  charges: Collection<Charge>
  refunds: Collection<Refund>
  customers: Collection<Customer>
  disputes: Collection<Dispute>
  balanceTransactions: Collection<BalanceTransaction>
  payouts: Collection<Payout>
  payoutContents: Collection<PayoutContents>
  endpoints: Collection<WebhookEndpoint>
  events: Collection<StripeEvent>
  destinations: Collection<EventDestination>
  thinEvents: Collection<ThinEvent>
}

/** The outcome of a refund; `insufficient_balance`: the request is rejected. */
export type RefundOutcome = Refund['status'] | 'insufficient_balance'

/** What the resources work with. */
export interface State {
  collections: Collections
  /** Seconds since 1970. */
  now(): number
  /** The base URL: `http://127.0.0.1:12111`. */
  url(): string
  /** Records an event for `GET /v1/events` and sends it to the webhook endpoints. */
  emit<Type extends Stripe.Event.Type>(
    owner: Owner,
    type: Type,
    object: EventObject<NoInfer<Type>>,
  ): void
  /** Sends a thin event about an account. */
  emitThin(account: string, type: ThinEvent['type']): void
  /** The outcomes that tests set for the next cards and refunds; first in, first out. */
  nextOutcomes: { cards: string[]; refunds: RefundOutcome[] }
  /** Domains that Stripe cannot verify. */
  unreachableDomains: Set<string>
  /** Accounts that keep their balance in another currency than that of their charges. */
  settlements: Map<string, Settlement>
}

/** What one unit of another currency is worth in that of the balance. */
export interface Settlement {
  currency: string
  rate: number
}

export const createCollections = (): Collections => ({
  accounts: new Collection('account'),
  accountLinks: new Collection('account_link'),
  paymentIntents: new Collection('payment_intent'),
  setupIntents: new Collection('setup_intent'),
  paymentMethods: new Collection('payment_method'),
  cardNumbers: new Collection('payment_method'),
  domains: new Collection('payment_method_domain'),
  charges: new Collection('charge'),
  refunds: new Collection('refund'),
  customers: new Collection('customer'),
  disputes: new Collection('dispute'),
  balanceTransactions: new Collection('balance_transaction'),
  payouts: new Collection('payout'),
  payoutContents: new Collection('payout'),
  endpoints: new Collection('webhook endpoint'),
  events: new Collection('event'),
  destinations: new Collection('event destination'),
  thinEvents: new Collection('event'),
})
