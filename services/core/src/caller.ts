import type { Clock } from './ports/clock.ts'
import type { Tenant } from './tenant.ts'

/** Who asks, whichever door they came through. Proof of possession (a booking's code) travels with the question (D9). */
export interface Caller {
  tenant: Tenant
  identity: Identity
  clock: Clock
}

/** A visitor holds a publishable key and nothing else; the business holds its secret key. */
export type Identity = { kind: 'visitor' } | { kind: 'business' }
