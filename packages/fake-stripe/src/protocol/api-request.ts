import type { Owner } from '../collection.ts'
import type { State } from '../state.ts'

/** An authenticated request to an endpoint. */
export interface ApiRequest<Params = object> {
  state: State
  /** The account of the header `Stripe-Account`; null: the platform itself. */
  owner: Owner
  params: Params
  /** The id in the path; empty where the path has none. */
  id: string
  /** What Stripe.js sends from a browser; null: a request with the secret key. */
  browser: BrowserParams | null
}

export interface BrowserParams {
  clientSecret: string | null
  /** The number of the card that the customer has typed, and until when it is valid. */
  cardNumber: string | null
  cardExpiry: { month: number; year: number } | null
}
