/**
 * What an operator asked of a business's keys and cannot have; the message is one sentence for
 * them.
 */
export class KeyError extends Error {
  override readonly name = 'KeyProblem'
}
