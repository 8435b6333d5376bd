import type { Owner } from '../collection.ts'
import { newId } from '../ids.ts'
import type { Customer, PaymentMethod } from '../shapes.ts'
import type { State } from '../state.ts'
import { StripeApiError } from '../stripe-error.ts'
import { knownNumber } from './cards.ts'

/** What a customer types besides the number. */
export interface CardExpiry {
  month: number
  year: number
}

/** Stores a card that a customer has typed: it belongs to nobody until it is attached. */
export function createPaymentMethod(
  state: State,
  owner: Owner,
  card: string,
  expiry: CardExpiry | null = null,
): PaymentMethod {
  const number = knownNumber(card)
  const brand = number.startsWith('5') ? 'mastercard' : 'visa'
  const id = newId('pm')
  state.collections.cardNumbers.put(owner, { id, number })
  return state.collections.paymentMethods.put(owner, {
    id,
    object: 'payment_method',
    billing_details: { address: null, email: null, name: null, phone: null, tax_id: null },
    card: {
      brand,
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
      country: 'US',
      display_brand: brand,
      exp_month: expiry?.month ?? 12,
      exp_year: expiry?.year ?? 2034,
      funding: 'credit',
      generated_from: null,
      last4: /\d{4}$/.exec(number)?.[0] ?? '4242',
      networks: { available: [brand], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created: state.now(),
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: 'card',
  })
}

export function attach(
  state: State,
  owner: Owner,
  paymentMethod: PaymentMethod,
  customer: Customer['id'],
): void {
  paymentMethod.customer = customer
  state.emit(owner, 'payment_method.attached', paymentMethod)
}

/** The number of a card that the customer has saved. @throws StripeApiError when it is not theirs */
export function savedNumber(
  state: State,
  owner: Owner,
  id: string,
  customer: string | null,
): string {
  const saved = state.collections.paymentMethods.get(owner, id, 'payment_method')
  if (saved.customer === null || saved.customer !== customer)
    throw new StripeApiError(400, {
      message: `The customer does not have a payment method with the ID ${id}. The payment method must be attached to the customer.`,
      param: 'payment_method',
    })
  return state.collections.cardNumbers.get(owner, id).number
}
