import type { ServerResponse } from 'node:http'
import type { StripeDouble } from '../handle.ts'
import type { Params } from '../http/params.ts'
import type { World } from '../world.ts'

/** Somebody looks at a page, or has pressed a button of it. */
export interface Visit {
  double: StripeDouble
  world: World
  id: string
  params: Params
  isPost: boolean
  response: ServerResponse
}
