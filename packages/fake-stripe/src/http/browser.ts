import type { BrowserParams } from '../protocol/api-request.ts'
import { objectOf, type Params, textOf } from './params.ts'

/** Separates what only Stripe.js sends from the parameters that the API documents. */
export function fromBrowser(params: Params): { browser: BrowserParams; rest: Params } {
  const { key: _, _stripe_account: __, client_secret, payment_method_data, ...rest } = params
  const card = objectOf({ ...objectOf({ payment_method_data }, 'payment_method_data') }, 'card')
  return {
    browser: {
      clientSecret: textOf({ client_secret }, 'client_secret'),
      cardNumber: textOf(card, 'number'),
      cardExpiry: expiryOf(card),
    },
    rest,
  }
}

/** Two digits of a year are of this century. */
function expiryOf(card: Params): BrowserParams['cardExpiry'] {
  const month = Number(textOf(card, 'exp_month') ?? '')
  const year = Number(textOf(card, 'exp_year') ?? '')
  return month > 0 && year > 0 ? { month, year: year < 100 ? 2000 + year : year } : null
}
