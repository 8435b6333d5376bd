import type { ServerResponse } from 'node:http'
import type { Params } from '../http/params.ts'
import type { State } from '../state.ts'
import type { FakeStripe } from '../test-controls.ts'

/** Somebody looks at a page, or has pressed a button of it. */
export interface Visit {
  double: FakeStripe
  world: State
  id: string
  params: Params
  isPost: boolean
  response: ServerResponse
}
