import type { Currency } from '@silla/money'

/**
 * The card processor as the use cases see it, with the platform's credentials of one mode.
 * Everything happens on a salon's own connected account (D20), so every question names it. Nobody
 * asks inside a database transaction.
 *
 * Each question throws ProcessorError, and is answered or given up within its `budget`.
 */
export interface Processor {
  /** Goes to the browser beside the account. */
  readonly publishableKey: string
  createCustomer(input: NewProcessorCustomer): Promise<{ customerRef: string }>
  /** The customer that was made for one of ours, wherever the answer got lost. */
  findCustomer(
    input: Omit<NewProcessorCustomer, 'key' | 'name'>,
  ): Promise<{ customerRef: string } | null>
  createIntent(input: NewIntent): Promise<Intent>
  /** @throws ProcessorError `unknown` when the account has no such intent */
  getIntent(input: { account: string; intentRef: string; budget: TimeBudget }): Promise<Intent>
  /** The intent that was made for a payment of ours, wherever its answer got lost. */
  findIntentByPayment(
    input: PaymentMetadata & { customerRef: string; budget: TimeBudget },
  ): Promise<Intent | null>
  /** Ends an intent that nobody paid; one that cannot be ended any more is told as it is. */
  cancelIntent(input: { account: string; intentRef: string; budget: TimeBudget }): Promise<Intent>
  createRefund(input: NewRefund): Promise<ProcessorRefund>
  /** Every refund of an intent, also those that were made at the processor itself. */
  listRefunds(input: {
    account: string
    intentRef: string
    budget: TimeBudget
  }): Promise<ProcessorRefund[]>
  /** What the account's list holds of one day or more, for comparing it with our books. */
  listIntents(input: {
    account: string
    from: Date
    to: Date
    budget: TimeBudget
  }): AsyncIterable<Intent>

  createAccount(input: NewAccount): Promise<ProcessorAccount>
  getAccount(input: { account: string; budget: TimeBudget }): Promise<ProcessorAccount>
  /** Where the salon tells the processor who it is. */
  createOnboardingLink(input: {
    account: string
    returnUrl: string
    refreshUrl: string
    budget: TimeBudget
  }): Promise<{ url: string }>
  createWebhookEndpoint(input: NewWebhookEndpoint): Promise<{ endpointRef: string; secret: string }>
  listWebhookEndpoints(input: { budget: TimeBudget }): Promise<WebhookEndpoint[]>
  deleteWebhookEndpoint(input: { endpointRef: string; budget: TimeBudget }): Promise<void>
}

/** Until when an answer is of use, for a story of several questions: `timeBudget(10_000)`. */
export interface TimeBudget {
  /** Milliseconds that are left; never below 1. */
  remainingMilliseconds(): number
}

/** The credentials that go with a business's mode (D8); null: the platform has none for it. */
export type Processors = (mode: ProcessorMode) => Processor | null

export type ProcessorMode = 'live' | 'test'

export interface NewProcessorCustomer {
  account: string
  key: string
  email: string
  name: string
  /** Ours, for finding it again. */
  customerId: number
  businessId: string
  budget: TimeBudget
}

/** A payment of ours, as the processor's metadata carries it. */
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
  /** 0: the platform takes nothing. */
  feeCents: number
  /** What stands on the customer's receipt. */
  description: string
  budget: TimeBudget
}

/** An intent as the processor tells it. */
export interface Intent {
  intentRef: string
  /** Ours, from the metadata; null for one that we did not make. */
  paymentId: number | null
  status: 'new' | 'processing' | 'failed' | 'cancelled' | 'succeeded'
  amountCents: number
  currency: string
  receivedCents: number
  /** All that went back so far. */
  refundedCents: number
  chargeRef: string | null
  receiptUrl: string
  /** Why the last attempt failed; null when none did. */
  failure: { code: string; declined: boolean; message: string } | null
  /** Only the payer's browser may have it; never stored, never logged. */
  clientSecret: string
  customerRef: string
  createdAt: Date
}

export interface NewRefund {
  account: string
  key: string
  intentRef: string
  refundId: number
  amountCents: number
  budget: TimeBudget
}

export interface ProcessorRefund {
  refundRef: string
  /** Ours, from the metadata; null for one that was made at the processor. */
  refundId: number | null
  amountCents: number
  state: 'pending' | 'completed' | 'failed'
  failureMessage: string
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
}

export interface NewWebhookEndpoint {
  key: string
  url: string
  budget: TimeBudget
}

export interface WebhookEndpoint {
  endpointRef: string
  url: string
  enabled: boolean
}

/**
 * Why there is no answer, or none of use.
 *
 * - `unavailable`: not reached, too slow, too busy, or busy with the same key; asking again with
 * the same key is harmless
 * - `unsure`: it answered that it failed (5xx), and keeps that answer under the key: whether it did
 * anything has to be looked up
 * - `refused`: it will not; its code and its sentence for the payer are there
 * - `unknown`: there is no such thing
 */
export class ProcessorError extends Error {
  readonly kind: 'unavailable' | 'unsure' | 'refused' | 'unknown'
  readonly code: string
  constructor(
    kind: ProcessorError['kind'],
    message: string,
    more: { code?: string; cause?: unknown } = {},
  ) {
    super(message, { cause: more.cause })
    this.name = 'ProcessorError'
    this.kind = kind
    this.code = more.code ?? ''
  }
}

/** How long the processor may take for a request of ours in all (D20). */
const processorMilliseconds = 10_000

export function timeBudget(milliseconds = processorMilliseconds): TimeBudget {
  const endsAt = performance.now() + milliseconds
  return { remainingMilliseconds: () => Math.max(1, endsAt - performance.now()) }
}
