import type { IdempotentRequest } from './idempotency/idempotent-request.ts'
import type { Clock } from './ports/clock.ts'
import type { Tenant } from './tenant.ts'

/**
 * Who asks, whichever door they came through. Proof of possession (a booking's code) travels with
 * the question (D9).
 */
export interface RequestContext {
  tenant: Tenant
  identity: Identity
  clock: Clock
  /** The request has a name of its own, and may have come before (D19). */
  attempt?: IdempotentRequest
}

/** The worker acts for a business by itself: nobody asks. */
export type TenantContext = Pick<RequestContext, 'tenant' | 'clock'>

/**
 * A visitor holds a publishable key and nothing else; the business holds its secret key; a customer
 * showed a token of their own, whatever key came along.
 */
export type Identity = { kind: 'visitor' } | { kind: 'business' } | CustomerIdentity

export interface CustomerIdentity {
  kind: 'customer'
  customerId: number
  sessionId: number
  /** When they last proved who they are; renewing a token does not count. */
  authenticatedAt: Date
  /** The token they showed was given for a code sent to them. */
  byCode: boolean
}
