// The steps after the choice of a time: one file, loaded while the customer still chooses.
export { ContactStep } from './contact.ts'
export { DoneStep } from './done.ts'
export { PaymentStep } from './payment.ts'
