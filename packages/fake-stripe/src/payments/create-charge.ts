import type { Owner } from '../collection.ts'
import { newId } from '../ids.ts'
import type { CardError, Charge, PaymentIntent } from '../shapes.ts'
import type { State } from '../state.ts'
import { addCharge } from './balance.ts'

/** Stores the charge of one attempt to pay: successful, or failed with an error. */
export function createCharge(
  state: State,
  owner: Owner,
  intent: PaymentIntent,
  card: string,
  error: CardError | null,
): Charge {
  const id = newId('ch')
  const isPaid = error === null
  const charge = state.collections.charges.put(owner, {
    id,
    object: 'charge',
    amount: intent.amount,
    amount_captured: isPaid ? intent.amount : 0,
    amount_refunded: 0,
    application: intent.application,
    application_fee: isPaid && intent.application_fee_amount ? newId('fee') : null,
    application_fee_amount: intent.application_fee_amount,
    balance_transaction: null,
    billing_details: { address: null, email: null, name: null, phone: null, tax_id: null },
    calculated_statement_descriptor: null,
    captured: isPaid,
    created: state.now(),
    currency: intent.currency,
    customer: intent.customer,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: error?.code ?? null,
    failure_message: error?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: { ...intent.metadata },
    on_behalf_of: null,
    outcome: outcomeOf(error),
    paid: isPaid,
    payment_intent: intent.id,
    payment_method: intent.payment_method,
    payment_method_details: { type: 'card', card: cardDetails(intent, card, isPaid) },
    receipt_email: intent.receipt_email,
    receipt_number: null,
    receipt_url: isPaid ? `${state.url()}/receipts/${id}` : null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: intent.statement_descriptor,
    statement_descriptor_suffix: intent.statement_descriptor_suffix,
    status: isPaid ? 'succeeded' : 'failed',
    transfer_data: null,
    transfer_group: null,
  })
  if (isPaid) charge.balance_transaction = addCharge(state, owner, charge).id
  return charge
}

const outcomeOf = (error: CardError | null): Charge['outcome'] => ({
  advice_code: null,
  network_advice_code: null,
  network_decline_code: null,
  network_status: error === null ? 'approved_by_network' : 'declined_by_network',
  reason: error === null ? null : (error.decline_code ?? error.code),
  risk_level: 'normal',
  seller_message: error === null ? 'Payment complete.' : error.message,
  type: error === null ? 'authorized' : 'issuer_declined',
})

function cardDetails(
  intent: PaymentIntent,
  number: string,
  isPaid: boolean,
): Charge['payment_method_details']['card'] {
  const brand = number.startsWith('5') ? 'mastercard' : 'visa'
  return {
    amount_authorized: isPaid ? intent.amount : null,
    authorization_code: null,
    brand,
    checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
    country: 'US',
    electronic_commerce_indicator: null,
    exp_month: 12,
    exp_year: 2034,
    funding: 'credit',
    installments: null,
    last4: /\d{4}$/.exec(number)?.[0] ?? '4242',
    mandate: null,
    network: brand,
    network_transaction_id: null,
    regulated_status: 'unregulated',
    three_d_secure: null,
    transaction_link_id: null,
    wallet: null,
  }
}
