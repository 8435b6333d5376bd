import type { Owner } from '../collection.ts'
import type { State } from '../state.ts'
import type { Params } from './params.ts'

/** A call that was let in. */
export interface ApiRequest {
  world: State
  /** the account named by the call; null: the platform itself */
  owner: Owner
  params: Params
  /** the id in the path, empty where the path has none */
  id: string
  /** a browser shows the publishable key, and may do what its client_secret opens */
  byBrowser: boolean
  apiVersion: string
}
