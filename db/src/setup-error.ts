/**
 * What keeps Silla from being set up on this machine, as a sentence for the person who started it;
 * `cause` holds the rest.
 */
export class SetupError extends Error {
  override name = 'SetupProblem'
}
