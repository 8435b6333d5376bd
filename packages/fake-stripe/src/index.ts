export type { CallRecord } from './call-log.ts'
export { type DoubleSettings, readSettings } from './config.ts'
export type { Fault, FaultHandle } from './faults/faults.ts'
export type {
  Account,
  Charge,
  Customer,
  Dispute,
  PaymentIntent,
  Refund,
  StripeEvent,
  WebhookEndpoint,
} from './shapes.ts'
export { type DoubleOptions, startStripeDouble } from './start.ts'
export type { PaidWith, StripeDouble } from './test-controls.ts'
