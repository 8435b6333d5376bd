/** The events that mean something to us (D23); the endpoint asks for these and for no others. */
export const handledEventTypes = [
  'payment_intent.succeeded',
  'payment_intent.payment_failed',
  'payment_intent.canceled',
  'payment_intent.processing',
  'charge.refunded',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.closed',
  'account.updated',
  'account.application.deauthorized',
] as const
