import type { StripeElementsOptionsMode } from '@stripe/stripe-js'
import type { TemplateResult } from 'lit/html.js'
import type { CardForm } from './card-form.ts'

export type PaymentOutcome =
  /** Paid, or the card is saved. */
  | { kind: 'paid' }
  /** The bank has not finished it; the salon and the customer get an email when it has. */
  | { kind: 'processing' }
  /** The money came too late, and goes back. */
  | { kind: 'returned' }
  /** Nothing was paid; the same or another card can be tried. An empty message: the form shows it. */
  | { kind: 'declined'; message: string }
  /** There is nothing to pay any more, or another amount: the booking has to be read again. */
  | { kind: 'changed' }

/** What the processor's form is filled in for: a payment, or a card that is left with the booking. */
export interface Purpose {
  /** The heading. */
  title: string
  /** Until when the time is kept, with `{time}`. */
  until: string
  /** Why the time was released. */
  expired: string
  /** Of the main button. */
  label(): string
  /** Loads what the form needs. @throws Failure */
  formOptions(): Promise<StripeElementsOptionsMode>
  /** Shown above the form. */
  terms?(): TemplateResult
  /**
   * Sends what was filled in. The card goes from the form to the processor.
   *
   * @param started called with the intent before it is confirmed: from then on its result has to be read
   *   with `readResult`, also after a reload
   * @throws Failure
   */
  submit(form: CardForm, started: (intentId: string) => void): Promise<PaymentOutcome>
  /** Has the API read the result from the processor. @throws Failure */
  readResult(intentId: string): Promise<PaymentOutcome>
}
