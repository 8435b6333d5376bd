import type { BalanceEntryKind, PayoutState } from '@silla/db'
import type { Currency } from '@silla/money'

/**
 * The payment processor as the use cases see it, with the platform's credentials of one mode. Every
 * call names the salon's connected account that it concerns (D20). Do not call it inside a database
 * transaction.
 *
 * Each method throws ProcessorError and ends within its `budget`.
 */
export interface Processor {
  /** The browser needs it together with the account. */
  readonly publishableKey: string
  /** The script with which a browser pays. */
  readonly scriptUrl: string
  /** A customer whose email the processor rejects is created without one. */
  createCustomer(input: NewProcessorCustomer): Promise<{ customerRef: string }>
  /** Finds the customer that was created for one of Silla's, in case the response was lost. */
  findCustomer(
    input: Omit<NewProcessorCustomer, 'key' | 'name'>,
  ): Promise<{ customerRef: string } | null>
  /** `savesCard`: the card with which it is paid can be charged later without its holder (D47). */
  createIntent(input: NewIntent & { savesCard?: boolean }): Promise<Intent>
  /** @throws ProcessorError `unknown` when the account has no such intent */
  getIntent(input: { account: string; intentRef: string; budget: TimeBudget }): Promise<Intent>
  /** Finds the intent that was created for a payment, in case the response was lost. */
  findIntentByPayment(
    input: PaymentMetadata & { customerRef: string; budget: TimeBudget },
  ): Promise<Intent | null>
  /** Cancels an unpaid intent; one that cannot be cancelled any more is returned as it is. */
  cancelIntent(input: { account: string; intentRef: string; budget: TimeBudget }): Promise<Intent>
  /**
   * Charges a saved card whose holder is not there, with a new intent. A card that is declined, or that
   * its bank wants to authenticate, is the failure of the intent and no error.
   */
  chargeCard(input: NewIntent & { cardRef: string }): Promise<Intent>
  /** Prepares that a browser saves a card, to be charged later without its holder. */
  createSetup(input: NewSetup): Promise<CardSetup>
  /** @throws ProcessorError `unknown` when the account has no such setup */
  getSetup(input: { account: string; setupRef: string; budget: TimeBudget }): Promise<CardSetup>
  /** Finds the setup that was created for a card, in case the response was lost. */
  findSetupByCard(
    input: CardMetadata & { customerRef: string; budget: TimeBudget },
  ): Promise<CardSetup | null>
  /** Cancels a setup; one that cannot be cancelled any more is returned as it is. */
  cancelSetup(input: { account: string; setupRef: string; budget: TimeBudget }): Promise<CardSetup>
  /** The card cannot be charged any more. One that is detached already, or unknown, is no error. */
  detachCard(input: { account: string; cardRef: string; budget: TimeBudget }): Promise<void>
  createRefund(input: NewRefund): Promise<ProcessorRefund>
  /** All refunds of an intent, including those made in the processor's dashboard. */
  listRefunds(input: {
    account: string
    intentRef: string
    budget: TimeBudget
  }): Promise<ProcessorRefund[]>
  /** All disputes of an intent, and the inquiries of the bank. */
  listDisputes(input: {
    account: string
    intentRef: string
    budget: TimeBudget
  }): Promise<ProcessorDispute[]>
  /** The disputes and inquiries that were opened on the account in a period, with their intents. */
  listAccountDisputes(input: {
    account: string
    from: Date
    to: Date
    budget: TimeBudget
  }): AsyncIterable<{ intentRef: string; dispute: ProcessorDispute }>
  /** The account's intents of a period, for reconciliation. */
  listIntents(input: {
    account: string
    from: Date
    to: Date
    budget: TimeBudget
  }): AsyncIterable<Intent>

  /**
   * The lines of the account's balance of a period, the latest first, page by page. With `afterRef` those
   * after that line in this order. The budget is that of each page.
   *
   * @throws ProcessorError `unknown` when there is no such line
   */
  listBalanceEntries(input: {
    account: string
    from: Date
    to: Date
    afterRef: string | null
    budget: TimeBudget
  }): AsyncIterable<ProcessorBalanceEntry[]>
  /** The payouts that were made from a time on, the latest first. */
  listPayouts(input: {
    account: string
    from: Date
    budget: TimeBudget
  }): AsyncIterable<ProcessorPayout>
  /** The lines that a payout contains, page by page; its own line is one of them. */
  listPayoutEntries(input: {
    account: string
    payoutRef: string
    budget: TimeBudget
  }): AsyncIterable<ProcessorBalanceEntry[]>

  createAccount(input: NewAccount): Promise<ProcessorAccount>
  getAccount(input: { account: string; budget: TimeBudget }): Promise<ProcessorAccount>
  /** The page where the salon completes onboarding. */
  createOnboardingLink(input: {
    account: string
    returnUrl: string
    refreshUrl: string
    budget: TimeBudget
  }): Promise<{ url: string }>
  /**
   * Lets the processor offer wallets on pages of a domain. One that is registered already, and is not
   * active, is verified again.
   */
  registerDomain(input: {
    account: string
    domain: string
    budget: TimeBudget
  }): Promise<ProcessorDomain>
  /** Lets the processor offer wallets there no more. A domain that is not registered stays so. */
  disableDomain(input: { account: string; domain: string; budget: TimeBudget }): Promise<void>
  /** All domains that are registered for the account. */
  listDomains(input: { account: string; budget: TimeBudget }): Promise<ProcessorDomain[]>
  /** The secret is empty when the key belongs to an endpoint that was created before. */
  createWebhookEndpoint(input: NewWebhookEndpoint): Promise<{ endpointRef: string; secret: string }>
  listWebhookEndpoints(input: { budget: TimeBudget }): Promise<WebhookEndpoint[]>
  /** Makes the endpoint send the events that this release handles, and no others. */
  updateWebhookEndpoint(input: ExistingWebhookEndpoint): Promise<void>
  deleteWebhookEndpoint(input: ExistingWebhookEndpoint): Promise<void>
  /**
   * Tries which rights the platform's key has, with requests that change nothing; null: without those
   * about the objects of an account. `untried`: those that only a change would show, and those.
   */
  probeRights(input: {
    account: string | null
    budget: TimeBudget
  }): Promise<{ needed: string[]; missing: string[]; untried: string[] }>
}

/** The time that several calls may take together: `timeBudget(10_000)`. */
export interface TimeBudget {
  /** Never below 1. */
  remainingMilliseconds(): number
}

/** The processor with the credentials of a mode (D8); null: the platform has none for it. */
export type Processors = (mode: ProcessorMode) => Processor | null

export type ProcessorMode = 'live' | 'test'

export interface NewProcessorCustomer {
  account: string
  key: string
  email: string
  name: string
  /** Silla's id, to find the customer again. */
  customerId: number
  businessId: string
  budget: TimeBudget
}

/** The payment's identity, as stored in the processor's metadata. */
export interface PaymentMetadata {
  account: string
  businessId: string
  paymentId: number
}

export interface NewIntent extends PaymentMetadata {
  key: string
  customerRef: string
  amountCents: number
  currency: Currency
  /** 0: the platform keeps nothing. */
  feeCents: number
  /** Shown on the customer's receipt. */
  description: string
  budget: TimeBudget
}

/** The identity of a saved card, as stored in the processor's metadata. */
export interface CardMetadata {
  account: string
  businessId: string
  cardId: number
}

export interface NewSetup extends CardMetadata {
  key: string
  customerRef: string
  description: string
  budget: TimeBudget
}

/** A card that is being saved, as the processor reports it. */
export interface CardSetup {
  setupRef: string
  /** `new`: no card was tried, or its bank has to authenticate; `failed`: another card may be tried. */
  status: 'new' | 'failed' | 'saved' | 'cancelled'
  /** Why the last card was not saved; null when none failed. */
  failure: Intent['failure']
  /** null: no card is saved. */
  card: SavedCardDetails | null
  /** Only for the customer's browser; never stored, never logged. */
  clientSecret: string
  customerRef: string
}

/** A card that the processor has saved. `expiresOn` is the last day of its last month. */
export interface SavedCardDetails {
  cardRef: string
  brand: string
  last4: string
  expiresOn: string
}

/** A payment intent as the processor reports it. */
export interface Intent {
  intentRef: string
  /** Silla's id, from the metadata; null for an intent that Silla did not create. */
  paymentId: number | null
  status: 'new' | 'processing' | 'failed' | 'cancelled' | 'succeeded'
  amountCents: number
  currency: string
  receivedCents: number
  /** The total refunded so far. */
  refundedCents: number
  chargeRef: string | null
  /** The charge has or had disputes. An event does not report it. */
  isDisputed: boolean
  receiptUrl: string
  /** Why the last attempt failed; null when none did. `declined`: another card may work. */
  failure: { code: string; declined: boolean; message: string } | null
  /** Only for the payer's browser; never stored, never logged. */
  clientSecret: string
  customerRef: string
  /**
   * The card that was saved by paying; null: none was, or it is an event, which only names it.
   */
  card: SavedCardDetails | null
  createdAt: Date
}

export interface NewRefund {
  account: string
  key: string
  intentRef: string
  refundId: number
  amountCents: number
  /** The platform returns the same share of its fee. */
  refundsFee: boolean
  budget: TimeBudget
}

export interface ProcessorRefund {
  refundRef: string
  /** Silla's id, from the metadata; null for a refund made in the processor's dashboard. */
  refundId: number | null
  amountCents: number
  state: 'pending' | 'completed' | 'failed'
  /** Why it failed, or what delays it; otherwise empty. */
  failureMessage: string
}

/** A chargeback: the payer contests the charge at their bank. */
export interface ProcessorDispute {
  disputeRef: string
  amountCents: number
  reason: string
  /**
   * - `inquiry`: the bank only inquires; it may become a dispute, under the same reference
   * - `inquiry_closed`: it did not become one
   * - `open`: also while an appeal of the salon is undecided
   * - `prevented`: settled before the bank withdrew the money; the charge says what was refunded
   */
  state: 'inquiry' | 'inquiry_closed' | 'open' | 'won' | 'lost' | 'prevented'
  /** Until when the salon can answer; null: not reported. */
  respondBy: Date | null
  /** Where the salon answers. */
  url: string
}

/** A line of the balance of an account (D56). */
export interface ProcessorBalanceEntry {
  entryRef: string
  kind: BalanceEntryKind
  /** Of the payment, the refund or the dispute; null: it is about none. */
  intentRef: string | null
  /** Before fees; negative: it leaves the balance. */
  amountCents: number
  processorFeeCents: number
  platformFeeCents: number
  netCents: number
  currency: string
  description: string
  createdAt: Date
}

/** What is paid out to the bank account of a salon. */
export interface ProcessorPayout {
  payoutRef: string
  state: PayoutState
  amountCents: number
  currency: string
  /** The day on which the money is to arrive: `2027-01-31`. */
  arrivesOn: string
  failureCode: string
  failureMessage: string
  /** Whether it is known which lines it contains; never of one that was requested by hand. */
  hasContents: boolean
  createdAt: Date
}

export interface NewAccount {
  key: string
  businessId: string
  name: string
  email: string
  country: string
  budget: TimeBudget
}

export interface ProcessorAccount {
  account: string
  /** The card payments capability: `active` may charge. */
  cardPayments: 'active' | 'pending' | 'restricted' | 'unsupported' | 'none'
  /** What the salon has still to enter, each once; not what the processor verifies at the moment. */
  missing: MissingFact[]
}

/** A domain whose pages take payments for an account. */
export interface ProcessorDomain {
  /** `salon.example` */
  domain: string
  /** Wallets are offered there. */
  active: boolean
}

/**
 * - `activity`: what the salon sells, and how it is named on card statements
 * - `terms`: it has not accepted the processor's terms
 */
export type MissingFact = (typeof missingFacts)[number]

export const missingFacts = [
  'company',
  'person',
  'document',
  'activity',
  'bank',
  'terms',
  'other',
] as const

/**
 * The events of an endpoint: `snapshot` events contain the object, `thin` events only name it. The
 * processor has an endpoint for either, not for both.
 */
export type WebhookPayload = 'snapshot' | 'thin'

export interface NewWebhookEndpoint {
  key: string
  payload: WebhookPayload
  url: string
  budget: TimeBudget
}

export interface ExistingWebhookEndpoint {
  endpointRef: string
  payload: WebhookPayload
  budget: TimeBudget
}

export interface WebhookEndpoint {
  endpointRef: string
  payload: WebhookPayload
  url: string
  enabled: boolean
  /** Types of events that this release handles and that the endpoint does not send. */
  missingEvents: string[]
  /** Types of events that the endpoint sends and that this release does not handle. */
  extraEvents: string[]
  /**
   * The API version of its events, when this release expects another one; otherwise null. It cannot
   * be changed. Thin events have none.
   */
  otherApiVersion: string | null
}

/**
 * A call to the processor that failed.
 *
 * - `unavailable`: not reached, too slow, too busy, or busy with the same idempotency key; retrying
 *   with the same key is safe
 * - `unsure`: it failed with a 5xx or a malformed response, and keeps that response under the key:
 *   whether it had an effect has to be looked up
 * - `refused`: the processor rejected the request; `code` and `message` give the reason
 * - `unknown`: the object does not exist
 */
export class ProcessorError extends Error {
  readonly kind: 'unavailable' | 'unsure' | 'refused' | 'unknown'
  readonly code: string
  /** The card was declined, and `message` is a sentence for the payer. */
  readonly declined: boolean
  constructor(
    kind: ProcessorError['kind'],
    message: string,
    more: { code?: string; declined?: boolean; cause?: unknown } = {},
  ) {
    super(message, { cause: more.cause })
    this.name = 'ProcessorError'
    this.kind = kind
    this.code = more.code ?? ''
    this.declined = more.declined ?? false
  }
}

/**
 * Whether the processor refused because of the salon's account: it cannot charge
 * (`account_cannot_charge`), or the platform cannot access it any more (`account_invalid`).
 */
export const isAccountRefusal = (error: unknown): boolean =>
  error instanceof ProcessorError &&
  error.kind === 'refused' &&
  (error.code === 'account_invalid' || error.code === 'account_cannot_charge')

/**
 * The processor does not know the object, or gives the platform no access to its account any more:
 * calling again does not help.
 */
export const isGoneError = (error: unknown): error is ProcessorError =>
  error instanceof ProcessorError && (error.kind === 'unknown' || isInaccessibleAccountError(error))

/** The account has revoked the platform's access, or does not exist. */
export const isInaccessibleAccountError = (error: unknown): error is ProcessorError =>
  error instanceof ProcessorError && error.code === 'account_invalid'

/** The time that one request of Silla's may spend on the processor in all (D20). */
const processorMilliseconds = 10_000

export function timeBudget(milliseconds = processorMilliseconds): TimeBudget {
  const endsAt = performance.now() + milliseconds
  return { remainingMilliseconds: () => Math.max(1, endsAt - performance.now()) }
}
