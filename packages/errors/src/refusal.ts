import { type Code, catalogue } from './catalogue.ts'
import type { FieldProblem } from './problems.ts'

export interface RefusalOptions {
  /** The invalid fields, of validation errors only. */
  problems?: FieldProblem[]
  /** Facts for the response besides the message, in the core's terms; the wire translates them. */
  extra?: Record<string, unknown>
  /** Headers of the response, in lower case: `retry-after`. */
  headers?: Record<string, string>
  /** For the operator's log, never for the response. */
  cause?: unknown
}

/**
 * An error that is part of the contract. The code that throws it chooses the error code; the entry
 * points choose the form of the response.
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

/** Throws a Refusal, also in an expression: `(await findById(id)) ?? fail('BOOKING_NOT_FOUND')`. */
export function fail(code: Code, options?: RefusalOptions): never {
  throw new Refusal(code, options)
}
