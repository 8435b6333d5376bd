import { fail } from '@silla/errors'
import type { Clock } from './clock.ts'
import type { MailLimits } from './model/mail-limits.ts'
import type { Permission } from './model/permissions.ts'
import type { Tenant } from './tenant.ts'

/**
 * Who makes a request and for which business, the same for every entry point. Proof of possession
 * (a booking's code) is part of the input of a use case (D9).
 */
export interface RequestContext {
  tenant: Tenant
  identity: Identity
  /** The clock of the business (D44). */
  clock: Clock
  realClock: Clock
  /** How many emails guests may cause; undefined: any number. */
  mailLimits?: MailLimits
  /** Set when what the request changes is recorded in the audit log (audited-context.ts). */
  auditedChange?: AuditedChange
  /** Set when the request carries an `Idempotency-Key` (D19). */
  idempotentRequest?: IdempotentRequest
}

/** A change by staff or by a secret key, as the audit log records it. */
export interface AuditedChange {
  /** Who makes it. */
  operator: string
  /** The member of staff; absent: nobody of the salon. */
  staffId?: number
  /** The access of support, which must not have ended; absent: no support. */
  supportId?: number
  /** `bookings.cancel` */
  action: string
  /** Ids and settings, no personal data. */
  detail: Readonly<Record<string, unknown>>
  /** What the id of a new row is called in the detail; null: nothing is created. */
  createdIdName: string | null
  /** What the use case adds to the detail: what has changed. */
  more?: Readonly<Record<string, unknown>>
  /** Set by a use case that found nothing to change, or whose parts have entries of their own. */
  needsNoEntry?: boolean
}

/** A request with an idempotency key: repeating it has the effect of sending it once (D19). */
export interface IdempotentRequest {
  /** As the client sent it. */
  key: string
  /** Method and path. */
  scope: string
  /** The body as text; equal bodies give equal texts. A hash of it is stored. */
  content: string
  /** Becomes true when the response is that of an earlier request. */
  repeated: boolean
}

/** The context of a job: the worker acts for a business, without a caller. */
export type TenantContext = Pick<RequestContext, 'tenant' | 'clock' | 'realClock'>

/**
 * A visitor sent a publishable key and nothing else; the business sent its secret key; a customer
 * sent their own token, with either key; a member of staff is signed in (D62); support of the platform is
 * in the salon for a while (D66).
 */
export type Identity =
  | { kind: 'visitor' }
  | BusinessIdentity
  | CustomerIdentity
  | StaffIdentity
  | SupportIdentity

export interface BusinessIdentity {
  kind: 'business'
  /** Platform staff act for the business, on the command line: they have every permission. */
  isOperator?: true
}

/** A person who works with Silla in the salon (D60). What they may do: access/allow.ts. */
export interface StaffIdentity {
  kind: 'staff'
  staffId: number
  sessionId: number
  permissions: ReadonlySet<Permission>
  /** Their own agenda; null: they are no professional. */
  professionalId: number | null
  /** When they last proved in this session that they are present with a passkey; null: never. */
  passkeyAt: Date | null
  /** Whose device it is: their own, or the one that the salon shares (D64). */
  device: 'personal' | 'desk'
  /** They own the salon. */
  isOwner: boolean
}

/** Platform staff in a salon, with the approval of an owner (D66). */
export interface SupportIdentity {
  kind: 'support'
  supportId: number
  permissions: ReadonlySet<Permission>
  /** They may change something too. */
  canWrite: boolean
}

export interface CustomerIdentity {
  kind: 'customer'
  customerId: number
  sessionId: number
  /** When they last signed in; renewing a token does not count. */
  authenticatedAt: Date
  /** Their token was issued for a code that was sent to them. */
  byCode: boolean
}

/**
 * The customer who makes the request, for their own data.
 *
 * @throws AUTHENTICATION_REQUIRED for everybody else, also for the business
 */
export function signedInCustomer({ identity }: RequestContext): CustomerIdentity {
  return identity.kind === 'customer' ? identity : fail('AUTHENTICATION_REQUIRED')
}
