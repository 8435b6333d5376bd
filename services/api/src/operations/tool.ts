import type { TSchema } from 'typebox'

/**
 * How an operation is a tool of assistants (assistants/). What only reads needs no more than a description;
 * a change is made safe to repeat.
 */
export interface ToolParts<Context, Input> {
  /**
   * What a model has to know: when to call it, what first and what next, and what the fields of the
   * result that matter mean. It reads nothing else but the descriptions of the arguments.
   */
  guidance: string
  /** Arguments that assistants do not have: those of the business, and of customers who are signed in. */
  without?: readonly string[]
  /** Descriptions of arguments, where that of REST is about what assistants do not have. */
  words?: Readonly<Record<string, string>>
  /** Fields that are the same in every call. */
  fixed?: Readonly<Record<string, unknown>>
  /** Optional arguments that a call has to have all the same. */
  needs?: readonly string[]
  /** Absent: it reads. */
  safety?: ToolSafety
  /** Shows what `previewed` would change; absent: the operation is simulated. */
  preview?(context: Context, input: Input): Promise<unknown>
  /** Of what `preview` returns, when customers have typed some of it. */
  previewSchema?: TSchema
}

/**
 * Why a change that a model repeats has one effect:
 * `key`: the model sends a key of its choice, for something that ends by itself;
 * `previewed`: it sends the token of a preview of the same change;
 * `repeatable`: a second time changes nothing;
 * `heldBy`: arguments that name what is kept for the caller, which can be used once.
 */
export type ToolSafety = 'key' | 'previewed' | 'repeatable' | { heldBy: readonly string[] }
