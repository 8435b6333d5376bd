import type { RequestContext } from '@silla/core'
import { type Code, fail } from '@silla/errors'

/** Who may call an operation with a valid API key (D9). */
export type Access = keyof typeof accessRules

interface AccessRule {
  /** Why a caller may not; null: they may. */
  refusal(caller: Pick<RequestContext, 'identity'>): Code | null
  /** Every code that `refusal` returns, with its cause. */
  errors: Readonly<Partial<Record<Code, string>>>
  /** For the documentation; '' for anyone. */
  sentence: string
  /** The proofs of access in addition to the key, in the OpenAPI document. */
  security: readonly Record<string, string[]>[]
  /** What REST does with a customer's token (auth/customer.ts); default: it must be valid. */
  accessToken?: 'ignored' | 'may_be_expired'
}

const key = { clave: [] }
const customerToken = { clave: [], cliente: [] }

const accessRules = {
  /** Whatever the key; the use case decides what the caller may do. */
  anyone: { refusal: () => null, errors: {}, sentence: '', security: [key] },
  /** The same; with a customer's token it is that customer who acts. */
  anyoneOrCustomer: {
    refusal: () => null,
    errors: {},
    sentence: '',
    security: [key, customerToken],
  },
  /** The same; the code of a booking or an entry of the waitlist proves access too. */
  anyoneWithProof: {
    refusal: () => null,
    errors: {},
    sentence: '',
    security: [key, customerToken, { clave: [], codigo: [] }],
  },
  /** A customer, with their token. */
  customer: {
    refusal: ({ identity }) => (identity.kind === 'customer' ? null : 'AUTHENTICATION_REQUIRED'),
    errors: { AUTHENTICATION_REQUIRED: 'no customer token' },
    sentence: 'Needs a customer token.',
    security: [customerToken],
  },
  /** A customer with their token, or the business itself. */
  customerOrBusiness: {
    refusal: ({ identity }) => (identity.kind === 'visitor' ? 'AUTHENTICATION_REQUIRED' : null),
    errors: { AUTHENTICATION_REQUIRED: 'neither a customer token nor a secret key' },
    sentence: 'Needs a customer token or the secret key.',
    security: [key, customerToken],
  },
  /** Anyone. A customer's token plays no role, so that a client may send an expired one. */
  signIn: {
    refusal: () => null,
    errors: {},
    sentence: '',
    security: [key],
    accessToken: 'ignored',
  },
  /** Anyone. A customer's token that has expired is like none. */
  signOut: {
    refusal: () => null,
    errors: {},
    sentence: '',
    security: [key, customerToken],
    accessToken: 'may_be_expired',
  },
  /** The business itself: its secret key, without a customer's token. */
  business: {
    refusal: ({ identity }) => (identity.kind === 'business' ? null : 'INSUFFICIENT_SCOPE'),
    errors: { INSUFFICIENT_SCOPE: 'anything but a secret key alone' },
    sentence: 'Needs the secret key.',
    security: [key],
  },
} satisfies Record<string, AccessRule>

/** The rule by its name. */
export const accessRule = (access: Access): AccessRule => accessRules[access]

/** Checks who calls, before anything that they have sent is read. */
export function requireAccess(access: Access, context: RequestContext): void {
  const code = accessRule(access).refusal(context)
  if (code !== null) fail(code)
}
