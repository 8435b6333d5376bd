import type { CallRecord } from './call-log.ts'
import type { WebhookDispatcher } from './events/webhook-dispatcher.ts'
import type { Fault, FaultHandle } from './faults/faults.ts'
import { StripeApiError } from './http/stripe-error.ts'
import { confirmIntent, settleIntent } from './payments/confirm-intent.ts'
import { closeDispute, openDispute } from './payments/dispute.ts'
import { completeRefund, failRefund } from './payments/settle-refund.ts'
import { addAccount, deauthorize, setCardPayments } from './resources/accounts.ts'
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
import type { State } from './state.ts'

/** How a card fared: `declineCode` is Stripe's word, or the code when there is none. */
export interface PaidWith {
  status: PaymentIntent['status']
  declineCode: string | null
}

/**
 * The double in one's own process: where it is met, what it remembers, and hands to play the
 * outside world with.
 */
export interface FakeStripe {
  url: string
  host: string
  port: number
  protocol: 'http'
  secretKey: string
  publishableKey: string
  /** Every call that arrived, oldest first. */
  calls: CallRecord[]

  /** What is remembered, of one account or of all; oldest first, live objects. */
  paymentIntents(account?: string | null): PaymentIntent[]
  charges(account?: string | null): Charge[]
  refunds(account?: string | null): Refund[]
  customers(account?: string | null): Customer[]
  disputes(account?: string | null): Dispute[]
  events(account?: string | null): StripeEvent[]
  endpoints(): WebhookEndpoint[]
  accounts(): Account[]

  /** A connected account, able to take cards unless told. */
  addAccount(fields?: Partial<Account>): Account
  /** Ends (or undoes) the onboarding; sends account.updated. */
  setCardPayments(account: string, status: Account['cardPayments']): void
  /** The salon leaves; sends account.application.deauthorized. */
  deauthorize(account: string): void

  /**
   * The customer pays in the browser; by the id of the intent or its client_secret. A refusal is
   * told, not thrown.
   */
  pay(intent: string, card?: string): PaidWith
  /** The customer's bank says yes or no, or what is processing comes to its end. */
  settle(intent: string, isGood?: boolean): PaidWith
  /** The next cards are declined, whatever they are: `insufficient_funds`. */
  declineNext(word?: string, times?: number): void
  /** The next refunds stay pending, or fail after their answer said that all is well. */
  refundNext(fate: Refund['status'], times?: number): void
  completeRefund(refund: string): void
  failRefund(refund: string, why?: string): void
  /** The holder of the card disputes what was paid. */
  dispute(intent: string, reason?: string): Dispute
  closeDispute(dispute: string, outcome: 'won' | 'lost'): void

  /** Something goes wrong with the next calls. */
  fault(fault: Fault): FaultHandle
  clearFaults(): void
  /** Refuses connections until `up`. */
  down(): Promise<void>
  up(): Promise<void>
  webhooks: Pick<
    WebhookDispatcher,
    'hold' | 'release' | 'deliver' | 'drop' | 'duplicate' | 'settled'
  >

  /** Forgets everything: objects, keys, calls, faults. */
  reset(): void
  stop(): Promise<void>
}

type Hands = Omit<
  FakeStripe,
  | 'url'
  | 'host'
  | 'port'
  | 'protocol'
  | 'secretKey'
  | 'publishableKey'
  | 'calls'
  | 'fault'
  | 'clearFaults'
  | 'down'
  | 'up'
  | 'webhooks'
  | 'reset'
  | 'stop'
>

/** What can be seen of a world and done to it from outside. Each deed is written down. */
export function testControls(state: State, onChange: () => void): Hands {
  const { shelves } = state

  function done<T>(result: T): T {
    onChange()
    return result
  }

  function tried(found: { thing: PaymentIntent }, deed: () => void): PaidWith {
    try {
      deed()
      return done({ status: found.thing.status, declineCode: null })
    } catch (problem) {
      if (!(problem instanceof StripeApiError) || problem.status !== 402) throw problem
      return done({
        status: found.thing.status,
        declineCode: problem.fields.decline_code ?? problem.fields.code ?? null,
      })
    }
  }

  const intentOf = (idOrSecret: string) =>
    shelves.paymentIntents.whereverItIs(idOrSecret.split('_secret_')[0] ?? '')

  return {
    paymentIntents: (account) => shelves.paymentIntents.all(account),
    charges: (account) => shelves.charges.all(account),
    refunds: (account) => shelves.refunds.all(account),
    customers: (account) => shelves.customers.all(account),
    disputes: (account) => shelves.disputes.all(account),
    events: (account) => shelves.events.all(account),
    endpoints: () => shelves.endpoints.all(),
    accounts: () => shelves.accounts.all(),

    addAccount: (fields) => done(addAccount(state, { cardPayments: 'active', ...fields })),
    setCardPayments: (account, status) => void done(setCardPayments(state, account, status)),
    deauthorize: (account) => void done(deauthorize(state, account)),

    pay(idOrSecret, card = '4242424242424242') {
      const found = intentOf(idOrSecret)
      return tried(found, () => confirmIntent(state, found.owner, found.thing, card))
    },
    settle(idOrSecret, isGood = true) {
      const found = intentOf(idOrSecret)
      return tried(found, () => settleIntent(state, found.owner, found.thing, isGood))
    },
    declineNext: (word = 'generic_decline', times = 1) =>
      void state.destiny.cards.push(...Array(times).fill(word)),
    refundNext: (fate, times = 1) => void state.destiny.refunds.push(...Array(times).fill(fate)),
    completeRefund(id) {
      const { owner, thing } = shelves.refunds.whereverItIs(id)
      done(completeRefund(state, owner, thing))
    },
    failRefund(id, why) {
      const { owner, thing } = shelves.refunds.whereverItIs(id)
      done(failRefund(state, owner, thing, why))
    },
    dispute(idOrSecret, reason) {
      const { owner, thing } = intentOf(idOrSecret)
      return done(openDispute(state, owner, thing, reason))
    },
    closeDispute(id, outcome) {
      const { owner, thing } = shelves.disputes.whereverItIs(id)
      done(closeDispute(state, owner, thing, outcome))
    },
  }
}
