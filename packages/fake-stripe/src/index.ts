export type { CallRecord } from './call-log.ts'
export { type FakeStripeSettings, readSettings } from './config.ts'
export { type Fault, type FaultHandle, openFaults, type TriggeredFault } from './faults.ts'
export { openListener } from './http/listener.ts'
export type {
  Account,
  Charge,
  Customer,
  Dispute,
  EventDestination,
  PaymentIntent,
  Refund,
  StripeEvent,
  WebhookEndpoint,
} from './shapes.ts'
export { type FakeStripeOptions, startFakeStripe } from './start.ts'
export type { CardResult, FakeStripe } from './test-controls.ts'
