import type { Owner } from '../collection.ts'
import { newId } from '../ids.ts'
import type { Payout } from '../shapes.ts'
import type { State } from '../state.ts'
import { StripeApiError } from '../stripe-error.ts'
import { addFailedPayout, addPayout } from './balance.ts'

/**
 * Pays out the balance of an account, as Stripe does each day, and what is pending with it: a test
 * does not wait until it is available. Of several currencies that of the earliest line is paid out.
 *
 * @throws StripeApiError 400 when there is nothing to pay out
 */
export function payOut(state: State, owner: Owner): Payout {
  const { balanceTransactions, payouts, payoutContents } = state.collections
  const paid = new Set(payoutContents.all(owner).flatMap(({ transactions }) => transactions))
  const unpaid = balanceTransactions.all(owner).filter(({ id }) => !paid.has(id))
  const [first] = unpaid
  const due = unpaid.filter((one) => one.currency === first?.currency)
  const amount = due.reduce((sum, { net }) => sum + net, 0)
  if (first === undefined || amount <= 0)
    throw new StripeApiError(400, {
      code: 'balance_insufficient',
      message: `There is nothing to pay out: the balance is ${amount}.`,
    })
  for (const one of due) one.available_on = Math.min(one.available_on, state.now())
  const { currency } = first
  const id = newId('po')
  const transaction = addPayout(state, owner, { id, amount, currency })
  payoutContents.put(owner, { id, transactions: [...due.map((one) => one.id), transaction.id] })
  const payout = payouts.put(owner, {
    id,
    object: 'payout',
    amount,
    application_fee: null,
    application_fee_amount: null,
    arrival_date: state.now() + 86_400,
    automatic: true,
    balance_transaction: transaction.id,
    created: state.now(),
    currency,
    description: 'STRIPE PAYOUT',
    destination: null,
    failure_balance_transaction: null,
    failure_code: null,
    failure_message: null,
    livemode: false,
    metadata: {},
    method: 'standard',
    original_payout: null,
    payout_method: null,
    reconciliation_status: 'completed',
    reversed_by: null,
    source_type: 'card',
    statement_descriptor: null,
    status: 'in_transit',
    trace_id: null,
    type: 'bank_account',
  })
  state.emit(owner, 'payout.created', payout)
  return payout
}

/** The money of a payout arrives at the bank. */
export function arrive(state: State, owner: Owner, payout: Payout): Payout {
  if (payout.status !== 'in_transit') throw alreadyEnded(payout)
  payout.status = 'paid'
  payout.trace_id = { status: 'supported', value: newId('trace').slice(6, 22) }
  state.emit(owner, 'payout.paid', payout)
  return payout
}

/**
 * The bank returns a payout, also one that has arrived. The next one contains its money.
 *
 * @param code Stripe's failure code, such as `account_closed`
 */
export function failPayout(
  state: State,
  owner: Owner,
  payout: Payout,
  code = 'account_closed',
): Payout {
  if (payout.status === 'failed') throw alreadyEnded(payout)
  payout.status = 'failed'
  payout.failure_code = code
  payout.failure_message = 'The bank account has been closed.'
  payout.failure_balance_transaction = addFailedPayout(state, owner, payout).id
  state.emit(owner, 'payout.failed', payout)
  return payout
}

const alreadyEnded = ({ id, status }: Payout) =>
  new StripeApiError(400, { message: `${id} is ${status} already.` })
