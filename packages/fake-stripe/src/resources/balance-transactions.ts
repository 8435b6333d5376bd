import type { Stripe } from 'stripe'
import { releaseAvailable } from '../payments/balance.ts'
import type { ApiRequest } from '../protocol/api-request.ts'
import { listPage } from '../protocol/list-page.ts'
import type { BalanceTransaction } from '../shapes.ts'

export function readBalanceTransaction({ state, owner, id }: ApiRequest): BalanceTransaction {
  releaseAvailable(state, owner)
  return state.collections.balanceTransactions.get(owner, id)
}

/** With `payout` those that it contains: the payout's own transaction is one of them. */
export function listBalanceTransactions(
  request: ApiRequest<Stripe.BalanceTransactionListParams>,
): Stripe.ApiList<BalanceTransaction> {
  const { state, owner } = request
  const { payout, source, type, currency } = request.params
  releaseAvailable(state, owner)
  if (payout !== undefined) state.collections.payouts.get(owner, payout, 'payout')
  const contents =
    payout === undefined ? null : state.collections.payoutContents.get(owner, payout).transactions
  const matching = state.collections.balanceTransactions
    .all(owner)
    .filter(
      (one) =>
        (contents === null || contents.includes(one.id)) &&
        (source === undefined || one.source === source) &&
        (type === undefined || one.type === type) &&
        (currency === undefined || one.currency === currency),
    )
  return listPage(request, '/v1/balance_transactions', matching)
}
