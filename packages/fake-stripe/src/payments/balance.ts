import type { Owner } from '../collection.ts'
import { applicationId, newId } from '../ids.ts'
import type { BalanceTransaction, Charge, Dispute, Payout, Refund } from '../shapes.ts'
import type { State } from '../state.ts'

/** What moves money in the balance of an account; `fees` are part of it. */
interface Movement {
  type: BalanceTransaction['type']
  category: string
  /** In cents, before fees; negative: it leaves the balance. */
  amount: number
  currency: string
  /** null: no object is behind it */
  source: string | null
  description?: string | null
  fees?: BalanceTransaction['fee_details']
  /** Absent: it was booked in its own currency. */
  exchangeRate?: number
}

/** A successful charge, less the fees of Stripe and of the platform. */
export const addCharge = (state: State, owner: Owner, charge: Charge): BalanceTransaction =>
  addTransaction(state, owner, {
    ...{ type: 'charge', category: 'charge', source: charge.id, description: charge.description },
    ...{ amount: charge.amount, currency: charge.currency },
    fees: [
      ...applicationFee(charge.application_fee_amount ?? 0, charge.currency),
      stripeFee(Math.round((charge.amount * 15) / 1000) + 25, charge.currency),
    ],
  })

/** A refund. Stripe keeps its fee; the platform returns its part when the request says so. */
export const addRefund = (
  state: State,
  owner: Owner,
  { id, amount, currency }: Pick<Refund, 'id' | 'amount' | 'currency'>,
  returnedFee: number,
): BalanceTransaction =>
  addTransaction(state, owner, {
    ...{ type: 'refund', category: 'refund', source: id, amount: -amount, currency },
    fees: applicationFee(-returnedFee, currency),
  })

/** The money of a refund that the bank has rejected. */
export const addFailedRefund = (
  state: State,
  owner: Owner,
  { id, amount, currency }: Refund,
): BalanceTransaction =>
  addTransaction(state, owner, {
    ...{ type: 'refund_failure', category: 'refund_failure', source: id, amount, currency },
  })

/** A dispute takes the amount and a fee from the account. */
export const addDispute = (
  state: State,
  owner: Owner,
  { id, amount, currency, charge }: Dispute,
): BalanceTransaction =>
  addTransaction(state, owner, {
    ...{ type: 'adjustment', category: 'dispute', source: id, amount: -amount, currency },
    description: `Chargeback withdrawal for ${charge}`,
    fees: [{ ...stripeFee(disputeFee, currency), description: 'Dispute fee' }],
  })

/** A dispute that is won returns the amount and not the fee. */
export const addWonDispute = (
  state: State,
  owner: Owner,
  { id, amount, currency, charge }: Dispute,
): BalanceTransaction =>
  addTransaction(state, owner, {
    ...{ type: 'adjustment', category: 'dispute_reversal', source: id, amount, currency },
    description: `Chargeback reversal for ${charge}`,
  })

/** What Stripe books for no payment, such as a fee of the month or a correction. */
export const addAdjustment = (
  state: State,
  owner: Owner,
  { amount, currency, category, description }: Adjustment,
): BalanceTransaction =>
  addTransaction(state, owner, {
    ...{ type: category === 'fee' ? 'stripe_fee' : 'adjustment', category, source: null },
    ...{ amount, currency, description },
  })

/** In cents; negative: it leaves the balance. */
export interface Adjustment {
  amount: number
  currency: string
  category: 'fee' | 'other_adjustment'
  description: string
}

/** What a payout takes from the balance. */
export const addPayout = (
  state: State,
  owner: Owner,
  { id, amount, currency }: Pick<Payout, 'id' | 'amount' | 'currency'>,
): BalanceTransaction =>
  addTransaction(state, owner, {
    ...{ type: 'payout', category: 'payout', source: id, amount: -amount, currency },
    description: 'STRIPE PAYOUT',
  })

/** The money of a payout that the bank has returned. */
export const addFailedPayout = (
  state: State,
  owner: Owner,
  { id, amount, currency }: Payout,
): BalanceTransaction =>
  addTransaction(state, owner, {
    ...{ type: 'payout_failure', category: 'payout_reversal', source: id, amount, currency },
    description: 'Payout failure',
  })

/** Marks as available what the account may pay out by now. */
export function releaseAvailable(state: State, owner: Owner): void {
  for (const one of state.collections.balanceTransactions.all(owner))
    if (one.available_on <= state.now()) one.status = 'available'
}

function addTransaction(state: State, owner: Owner, movement: Movement): BalanceTransaction {
  const { type, category, amount, currency, source } = movement
  const { description = null, fees = [], exchangeRate = null } = movement
  const settlement = state.settlements.get(owner ?? '')
  if (settlement !== undefined && settlement.currency !== currency)
    return addTransaction(state, owner, {
      ...{ type, category, source, description, currency: settlement.currency },
      amount: Math.round(amount * settlement.rate),
      fees: fees.map((one) => ({
        ...one,
        amount: Math.round(one.amount * settlement.rate),
        currency: settlement.currency,
      })),
      exchangeRate: settlement.rate,
    })
  const fee = fees.reduce((sum, one) => sum + one.amount, 0)
  const isPending = type === 'charge'
  return state.collections.balanceTransactions.put(owner, {
    id: newId('txn'),
    object: 'balance_transaction',
    amount,
    available_on: state.now() + (isPending ? daysUntilAvailable * 86_400 : 0),
    balance_type: 'payments',
    created: state.now(),
    currency,
    description,
    exchange_rate: exchangeRate,
    fee,
    fee_details: fees,
    net: amount - fee,
    reporting_category: category,
    source,
    status: isPending ? 'pending' : 'available',
    type,
  })
}

const daysUntilAvailable = 3

/** In cents. */
const disputeFee = 2000

const stripeFee = (amount: number, currency: string) => ({
  ...{ amount, currency, application: null, type: 'stripe_fee' },
  description: 'Stripe processing fees',
})

const applicationFee = (amount: number, currency: string) =>
  amount === 0
    ? []
    : [
        {
          ...{ amount, currency, application: applicationId, type: 'application_fee' },
          description: 'Silla application fee',
        },
      ]
