/**
 * One try of a request that its sender has named, so that sending it again has the effect of
 * sending it once (D19).
 */
export interface IdempotentRequest {
  /** The sender's own name for the request. */
  key: string
  /** What is asked for: a method and a path. */
  scope: string
  /** What was sent; equal asks are equal texts. */
  ask: string
  /** Becomes true when the answer is the one that an earlier try got. */
  repeated: boolean
}
