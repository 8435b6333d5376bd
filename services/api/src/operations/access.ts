import {
  allow,
  isGivenToKeys,
  ownerRefusalFor,
  type Permission,
  type RequestContext,
  refusalFor,
  sensitivePermissions,
} from '@silla/core'
import { type Code, fail } from '@silla/errors'
import { permissionWords } from '@silla/wire'

/**
 * Who may call an operation (D9): a rule, or the permission of a member of staff, which the secret key
 * has too (D65).
 */
export type Access = keyof typeof accessRules | Permission

type Caller = Pick<RequestContext, 'identity' | 'realClock'>

interface AccessRule {
  /** Why a caller may not; null: they may. */
  refusal(caller: Caller): Code | null
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
const session = { sesion: [] }
const customerToken = { clave: [], cliente: [] }

const ownerErrors = {
  INSUFFICIENT_SCOPE: 'anything but the session of a member of staff',
  OWNER_REQUIRED: 'a member of staff who does not own the salon, or an owner at a shared device',
} as const

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
  /** A customer with their token for what is theirs, or the business itself for everybody's orders. */
  customerOrBusiness: {
    refusal: (caller) => {
      if (caller.identity.kind === 'visitor') return 'AUTHENTICATION_REQUIRED'
      const { kind } = caller.identity
      return kind === 'staff' || kind === 'support' ? refusalFor(caller, 'till.charge') : null
    },
    errors: {
      AUTHENTICATION_REQUIRED: 'neither a customer token nor a secret key',
      PERMISSION_REQUIRED: 'a member of staff without `caja.cobrar`',
    },
    sentence: 'Needs a customer token, the secret key, or a member of staff with `caja.cobrar`.',
    security: [key, customerToken],
  },
  /** An owner of the salon, who is signed in on a device of their own (D66). */
  owner: {
    refusal: (caller) => ownerRefusalFor(caller, { withPasskey: false }),
    errors: ownerErrors,
    sentence: 'Needs the session of an owner.',
    security: [session],
  },
  /** The same, with a passkey that they have used a short time ago. */
  ownerWithPasskey: {
    refusal: (caller) => ownerRefusalFor(caller, { withPasskey: true }),
    errors: {
      ...ownerErrors,
      STEP_UP_REQUIRED: 'an owner who has not used a passkey for 15 minutes',
    },
    sentence: 'Needs the session of an owner who has just used a passkey.',
    security: [session],
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
} satisfies Record<string, AccessRule>

/** The rule of an operation. */
export const accessRule = (access: Access): AccessRule =>
  isPermission(access) ? ruleOf(access) : accessRules[access]

/** What the rules look at: an operation. */
interface Called {
  access: Access
  rest: { method: string }
  /** What the audit log names; null or absent: nothing. */
  audit?: string | null | undefined
}

/** Why a caller may not call an operation; null: they may. */
export const refusalOfCall = (called: Called, caller: Caller): Code | null =>
  accessRule(called.access).refusal(caller) ?? supportRefusal(called, caller)

/** Checks who calls, before anything that they have sent is read. */
export function requireAccess(called: Called, context: RequestContext): void {
  // its error names the permission
  if (isPermission(called.access)) allow(context, called.access)
  const code = refusalOfCall(called, context)
  if (code !== null) fail(code)
}

/**
 * What support changes needs an access for that, and an entry in the audit log: so it is never what
 * customers do themselves (D66).
 */
function supportRefusal({ rest, audit }: Called, { identity }: Caller): Code | null {
  if (identity.kind !== 'support' || rest.method === 'GET') return null
  return identity.canWrite && audit ? null : 'SUPPORT_NOT_ALLOWED'
}

/** The error of an operation for anybody, in which a member of staff acts for the salon. */
export const staffErrors = (permission: Permission): { PERMISSION_REQUIRED: string } => ({
  PERMISSION_REQUIRED: withoutPermission(permission),
})

/** The same where they act for a professional, who has to be themselves without `agenda.all`. */
export const ownAgendaErrors = (permission: Permission): { PERMISSION_REQUIRED: string } => ({
  PERMISSION_REQUIRED: `${withoutPermission(permission)}; or without \`${permissionWords['agenda.all']}\` and for anybody but themselves`,
})

/** The same where they act for the whole salon. */
export const allAgendasErrors = (permission: Permission): { PERMISSION_REQUIRED: string } => ({
  PERMISSION_REQUIRED: `${withoutPermission(permission)}; or without \`${permissionWords['agenda.all']}\``,
})

const isPermission = (access: Access): access is Permission =>
  Object.hasOwn(permissionWords, access)

function ruleOf(permission: Permission): AccessRule {
  const word = permissionWords[permission]
  const isSensitive = sensitivePermissions.has(permission)
  const hasKey = isGivenToKeys(permission)
  return {
    refusal: (caller) => refusalFor(caller, permission),
    errors: {
      INSUFFICIENT_SCOPE: hasKey
        ? 'anything but a secret key alone, or a member of staff'
        : 'anybody but a member of staff, also with the secret key',
      PERMISSION_REQUIRED: withoutPermission(permission),
      ...(isSensitive && {
        STEP_UP_REQUIRED: 'a member of staff who has not used a passkey for 15 minutes',
      }),
    },
    sentence: hasKey
      ? `Needs the secret key, or a member of staff with \`${word}\`.`
      : `Needs a member of staff with \`${word}\`; the secret key does not have it.`,
    security: [hasKey ? key : session],
  }
}

function withoutPermission(permission: Permission): string {
  return `a member of staff without \`${permissionWords[permission]}\`, which \`permiso\` names`
}
