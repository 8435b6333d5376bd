import { escaped, sendPage } from './layout.ts'
import type { Visit } from './page.ts'

/** Where `receipt_url` of a charge leads. */
export function receiptPage({ world: state, id, response }: Visit): void {
  const { thing: charge } = state.shelves.charges.whereverItIs(id)
  const money = (amount: number) => `${(amount / 100).toFixed(2)} ${charge.currency.toUpperCase()}`
  const refunded =
    charge.amount_refunded > 0 ? `<p>Refunded: ${money(charge.amount_refunded)}</p>` : ''
  sendPage(response, `Receipt: ${money(charge.amount)}`, `<p>${escaped(charge.id)}</p>${refunded}`)
}
