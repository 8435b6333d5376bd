import { type Code, catalogue } from './catalogue.ts'
import type { FieldProblem } from './problems.ts'

export interface RefusalOptions {
  /** Which fields are wrong; only validation refusals have them. */
  problems?: FieldProblem[]
  /** Facts that leave beside the sentence, in the core's own words; the wire translates them. */
  extra?: Record<string, unknown>
  /** Headers the answer carries, in lower case: `retry-after`. */
  headers?: Record<string, string>
  /** For the operator's log, never for the answer. */
  cause?: unknown
}

/**
 * A refusal that is part of the contract. Whoever throws it decides the code; the doors decide how
 * it is told.
 */
export class Refusal extends Error {
  readonly code: Code
  readonly status: number
  readonly problems: FieldProblem[] | undefined
  readonly extra: Record<string, unknown> | undefined
  readonly headers: Record<string, string> | undefined

  constructor(code: Code, options: RefusalOptions = {}) {
    super(code, options.cause === undefined ? undefined : { cause: options.cause })
    this.name = 'Refusal'
    this.code = code
    this.status = catalogue[code].status
    this.problems = options.problems
    this.extra = options.extra
    this.headers = options.headers
  }
}

/** Refuses in one word: `const booking = (await byId(id)) ?? fail('BOOKING_NOT_FOUND')`. */
export function fail(code: Code, options?: RefusalOptions): never {
  throw new Refusal(code, options)
}
