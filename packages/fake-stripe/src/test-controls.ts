import type { CallRecord } from './call-log.ts'
import type { Fault, FaultHandle } from './faults.ts'
import { type Adjustment, addAdjustment } from './payments/balance.ts'
import { confirmIntent, settleIntent } from './payments/confirm-intent.ts'
import { confirmSetup, settleSetup } from './payments/confirm-setup.ts'
import {
  appealDispute,
  chargeOf,
  closeDispute,
  type DisputeOutcome,
  escalateInquiry,
  openDispute,
} from './payments/dispute.ts'
import { arrive, failPayout, payOut } from './payments/pay-out.ts'
import type { CardExpiry } from './payments/payment-methods.ts'
import { refundCharge } from './payments/refund-charge.ts'
import { completeRefund, failRefund } from './payments/settle-refund.ts'
import { addAccount, deauthorize, setCardPayments } from './resources/accounts.ts'
import type {
  Account,
  AccountLink,
  BalanceTransaction,
  Charge,
  Customer,
  Dispute,
  EventDestination,
  PaymentIntent,
  PaymentMethod,
  PaymentMethodDomain,
  Payout,
  Refund,
  SetupIntent,
  StripeEvent,
  WebhookEndpoint,
} from './shapes.ts'
import type { RefundOutcome, Settlement, State } from './state.ts'
import { StripeApiError } from './stripe-error.ts'
import type { WebhookDispatcher } from './webhook-dispatcher.ts'

/** The result of a payment: `declineCode` is Stripe's decline code, or else the error code. */
export interface CardResult {
  status: PaymentIntent['status']
  declineCode: string | null
}

/** The result of saving a card, with codes as those of a payment. */
export interface SetupResult {
  status: SetupIntent['status']
  declineCode: string | null
}

/**
 * A fake Stripe in this process: its URL, its objects, and controls for tests that act as
 * customers, banks and salons.
 */
export interface FakeStripe {
  url: string
  host: string
  port: number
  protocol: 'http'
  secretKey: string
  /** The keys that are accepted; another one after it is rolled with an expiry of the old one. */
  secretKeys: string[]
  publishableKey: string
  /** All requests, oldest first. */
  calls: CallRecord[]
  /**
   * The requests with the secret key that no state of Stripe could accept, one sentence each: with
   * unknown parameters, wrong types or combinations. They also fail, and `reset` keeps them.
   */
  invalidRequests: string[]

  /** The objects of one account or of all, not copied; oldest first. */
  paymentIntents(account?: string | null): PaymentIntent[]
  setupIntents(account?: string | null): SetupIntent[]
  paymentMethods(account?: string | null): PaymentMethod[]
  domains(account?: string | null): PaymentMethodDomain[]
  charges(account?: string | null): Charge[]
  refunds(account?: string | null): Refund[]
  customers(account?: string | null): Customer[]
  disputes(account?: string | null): Dispute[]
  balanceTransactions(account?: string | null): BalanceTransaction[]
  payouts(account?: string | null): Payout[]
  events(account?: string | null): StripeEvent[]
  endpoints(): WebhookEndpoint[]
  /** The destinations of thin events. */
  destinations(): EventDestination[]
  accounts(): Account[]
  /** The links to the onboarding of an account, the oldest first. */
  accountLinks(account: string): AccountLink[]

  /** Adds a connected account; by default it can charge cards. */
  addAccount(fields?: Partial<Account>): Account
  /** Completes or reverts the onboarding; sends account.updated and a thin event. */
  setCardPayments(account: string, status: Account['cardPayments'], missing?: string[]): void
  /** Disconnects an account; sends account.application.deauthorized. */
  deauthorize(account: string): void
  /** "Delete all test data" of the dashboard: everything of an account but the account itself. */
  deleteTestData(account: string): void

  /**
   * Pays as the customer in a browser does. A decline is returned, not thrown.
   *
   * @param intent its id or its client_secret
   */
  pay(intent: string, card?: string, expiry?: CardExpiry): CardResult
  /** Ends the bank's authentication, or a payment in processing. */
  settle(intent: string, isApproved?: boolean): CardResult
  /**
   * Saves a card as the customer in a browser does. A decline is returned, not thrown.
   *
   * @param setupIntent its id or its client_secret
   */
  saveCard(setupIntent: string, card?: string, expiry?: CardExpiry): SetupResult
  /** Ends the bank's authentication of a card that is being saved. */
  settleSetup(setupIntent: string, isApproved?: boolean): SetupResult
  /** Declines the next cards, whatever their number: `insufficient_funds`. */
  declineNext(declineCode?: string, times?: number): void
  /** Domains that Stripe cannot verify: their wallets are not active. */
  unreachableDomains: Set<string>
  /** Keeps the next refunds pending, fails them after a successful response, or rejects them. */
  refundNext(outcome: RefundOutcome, times?: number): void
  /** The salon refunds an amount in the dashboard, in cents. */
  refund(intent: string, amount: number): Refund
  completeRefund(refund: string): void
  failRefund(refund: string, reason?: string): void
  /** Disputes a payment, or an amount of it in cents, as the cardholder. */
  dispute(intent: string, reason?: string, amount?: number): Dispute
  closeDispute(dispute: string, outcome: DisputeOutcome): void
  /** The salon appeals against a lost dispute; `closeDispute` decides. */
  appeal(dispute: string): void
  /** The bank inquires about a payment, before a dispute; `escalate` makes it one. */
  inquire(intent: string): Dispute
  escalate(dispute: string): void

  /** Books something for no payment on an account; the amount is in cents. */
  adjust(account: string, adjustment: Adjustment): void
  /** Keeps the balance of an account in another currency from now on, at a rate. */
  settleIn(account: string, settlement: Settlement): void
  /** Pays out the balance of an account, what is pending with it; `arrive` or `failPayout` ends it. */
  payOut(account: string): Payout
  arrive(payout: string): void
  /** The bank returns a payout, with one of Stripe's failure codes. */
  failPayout(payout: string, code?: string): void

  /** Makes the next requests fail. */
  fault(fault: Fault): FaultHandle
  clearFaults(): void
  /** Refuses connections, until `up`. */
  down(): Promise<void>
  up(): Promise<void>
  webhooks: Pick<
    WebhookDispatcher,
    'hold' | 'release' | 'deliver' | 'drop' | 'duplicate' | 'settled'
  >

  /** Deletes everything: objects, idempotency keys, recorded requests and faults. */
  reset(): void
  stop(): Promise<void>
}

type TestControls = Omit<
  FakeStripe,
  | 'url'
  | 'host'
  | 'port'
  | 'protocol'
  | 'secretKey'
  | 'secretKeys'
  | 'publishableKey'
  | 'calls'
  | 'invalidRequests'
  | 'fault'
  | 'clearFaults'
  | 'down'
  | 'up'
  | 'webhooks'
  | 'reset'
  | 'stop'
>

/** Reads and changes the state from outside the API. Each change is saved. */
export function testControls(state: State, onChange: () => void): TestControls {
  const { collections } = state

  function saved<T>(result: T): T {
    onChange()
    return result
  }

  function cardResult<Status>(
    { item: intent }: { item: { status: Status } },
    action: () => void,
  ): { status: Status; declineCode: string | null } {
    try {
      action()
      return saved({ status: intent.status, declineCode: null })
    } catch (error) {
      if (!(error instanceof StripeApiError) || error.status !== 402) throw error
      return saved({
        status: intent.status,
        declineCode: error.fields.decline_code ?? error.fields.code ?? null,
      })
    }
  }

  const intentOf = (idOrSecret: string) =>
    collections.paymentIntents.getFromAnyAccount(idOrSecret.split('_secret_')[0] ?? '')

  const setupIntentOf = (idOrSecret: string) =>
    collections.setupIntents.getFromAnyAccount(idOrSecret.split('_secret_')[0] ?? '')

  return {
    setupIntents: (account) => collections.setupIntents.all(account),
    paymentMethods: (account) => collections.paymentMethods.all(account),
    domains: (account) => collections.domains.all(account),
    paymentIntents: (account) => collections.paymentIntents.all(account),
    charges: (account) => collections.charges.all(account),
    refunds: (account) => collections.refunds.all(account),
    customers: (account) => collections.customers.all(account),
    disputes: (account) => collections.disputes.all(account),
    balanceTransactions: (account) => collections.balanceTransactions.all(account),
    payouts: (account) => collections.payouts.all(account),
    events: (account) => collections.events.all(account),
    endpoints: () => collections.endpoints.all(),
    destinations: () => collections.destinations.all(),
    accounts: () => collections.accounts.all(),
    accountLinks: (account) => collections.accountLinks.all(account),

    addAccount: (fields) => saved(addAccount(state, { cardPayments: 'active', ...fields })),
    setCardPayments: (account, status, missing) =>
      void saved(setCardPayments(state, account, status, missing)),
    deauthorize: (account) => void saved(deauthorize(state, account)),
    deleteTestData(account) {
      const { accounts, endpoints, events, ...data } = collections
      for (const each of Object.values(data))
        for (const { id } of each.all(account)) each.remove(id)
      onChange()
    },

    pay(idOrSecret, card = '4242424242424242', expiry) {
      const found = intentOf(idOrSecret)
      return cardResult(found, () =>
        confirmIntent(state, found.owner, found.item, card, { expiry: expiry ?? null }),
      )
    },
    settle(idOrSecret, isApproved = true) {
      const found = intentOf(idOrSecret)
      return cardResult(found, () => settleIntent(state, found.owner, found.item, isApproved))
    },
    saveCard(idOrSecret, card = '4242424242424242', expiry) {
      const found = setupIntentOf(idOrSecret)
      return cardResult(found, () => confirmSetup(state, found.owner, found.item, card, expiry))
    },
    settleSetup(idOrSecret, isApproved = true) {
      const found = setupIntentOf(idOrSecret)
      return cardResult(found, () => settleSetup(state, found.owner, found.item, isApproved))
    },
    declineNext: (declineCode = 'generic_decline', times = 1) =>
      void state.nextOutcomes.cards.push(...Array(times).fill(declineCode)),
    unreachableDomains: state.unreachableDomains,
    refundNext: (outcome, times = 1) =>
      void state.nextOutcomes.refunds.push(...Array(times).fill(outcome)),
    refund(idOrSecret, amount) {
      const { owner, item } = intentOf(idOrSecret)
      return saved(refundCharge(state, owner, chargeOf(state, owner, item), { amount }))
    },
    completeRefund(id) {
      const { owner, item } = collections.refunds.getFromAnyAccount(id)
      saved(completeRefund(state, owner, item))
    },
    failRefund(id, reason) {
      const { owner, item } = collections.refunds.getFromAnyAccount(id)
      saved(failRefund(state, owner, item, reason))
    },
    dispute(idOrSecret, reason, amount) {
      const { owner, item } = intentOf(idOrSecret)
      return saved(openDispute(state, owner, item, { reason, ...(amount && { amount }) }))
    },
    inquire(idOrSecret) {
      const { owner, item } = intentOf(idOrSecret)
      return saved(openDispute(state, owner, item, { status: 'warning_needs_response' }))
    },
    escalate(id) {
      const { owner, item } = collections.disputes.getFromAnyAccount(id)
      saved(escalateInquiry(state, owner, item))
    },
    appeal(id) {
      const { owner, item } = collections.disputes.getFromAnyAccount(id)
      saved(appealDispute(state, owner, item))
    },
    closeDispute(id, outcome) {
      const { owner, item } = collections.disputes.getFromAnyAccount(id)
      saved(closeDispute(state, owner, item, outcome))
    },
    adjust: (account, adjustment) => void saved(addAdjustment(state, account, adjustment)),
    settleIn: (account, settlement) => void state.settlements.set(account, settlement),
    payOut: (account) => saved(payOut(state, account)),
    arrive(id) {
      const { owner, item } = collections.payouts.getFromAnyAccount(id)
      saved(arrive(state, owner, item))
    },
    failPayout(id, code) {
      const { owner, item } = collections.payouts.getFromAnyAccount(id)
      saved(failPayout(state, owner, item, code))
    },
  }
}
