/**
 * Silla cannot be set up or started on this machine. The message is for the operator; `cause` has
 * the details.
 */
export class SetupError extends Error {
  override name = 'SetupError'
}
