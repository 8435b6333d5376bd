import type { Owner } from '../collection.ts'
import type { State } from '../state.ts'
import type { Params } from './params.ts'

/** An authenticated request to an endpoint. */
export interface ApiRequest {
  state: State
  /** The account of the header `Stripe-Account`; null: the platform itself. */
  owner: Owner
  params: Params
  /** The id in the path; empty where the path has none. */
  id: string
  /** Sent with the publishable key: the client_secret must match. */
  fromBrowser: boolean
  apiVersion: string
}
