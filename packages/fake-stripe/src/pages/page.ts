import type { ServerResponse } from 'node:http'
import type { Params } from '../http/params.ts'
import type { World } from '../state.ts'
import type { StripeDouble } from '../test-controls.ts'

/** Somebody looks at a page, or has pressed a button of it. */
export interface Visit {
  double: StripeDouble
  world: World
  id: string
  params: Params
  isPost: boolean
  response: ServerResponse
}
