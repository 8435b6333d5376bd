import { type Code, catalogue } from '@silla/errors'
import { accessRule } from './access.ts'
import type { Operation } from './operation.ts'

/** The errors of an operation that only it and similar ones have, in the order of the checks. */
export const ownErrors = ({ access, errors }: Operation): [Code, string][] =>
  Object.entries({ ...accessRule(access).errors, ...errors }) as [Code, string][]

/** Every code that an operation can return, by HTTP status. */
function codesByStatus(operation: Operation): Map<number, Code[]> {
  const codes = new Set([...ownErrors(operation).map(([code]) => code), ...commonCodes(operation)])
  const byStatus = new Map<number, Code[]>()
  for (const code of codes) {
    const { status } = catalogue[code]
    byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  }
  return byStatus
}

/** The codes that follow from how a request is handled: "Common errors" in docs/api.md. */
const commonCodes = ({
  access,
  rest,
  ids,
  query,
  body,
  maxBodyBytes,
  result,
  idempotent,
}: Operation): Code[] => [
  'VALIDATION_ERROR',
  'API_KEY_REQUIRED',
  'INVALID_API_KEY',
  'SECRET_KEY_IN_URL',
  ...(accessRule(access).accessToken === 'ignored'
    ? []
    : (['INVALID_TOKEN', 'TOKEN_EXPIRED'] as const)),
  'SESSION_ENDED',
  'SESSION_LOCKED',
  'CROSS_SITE_REQUEST',
  'OTHER_SALON',
  'SUPPORT_NOT_ALLOWED',
  'BUSINESS_SUSPENDED',
  'BUSINESS_MOVED',
  'BUSINESS_MOVING',
  'ORIGIN_NOT_ALLOWED',
  ...(result.isPaged ? (['INVALID_PAGINATION'] as const) : []),
  // a parameter that is too long for the router
  ...(ids || query?.path ? (['NOT_FOUND'] as const) : []),
  // a body of DELETE is read, and can be refused, although it needs none
  ...(body || rest.method === 'DELETE'
    ? (['MALFORMED_JSON', 'UNSUPPORTED_MEDIA_TYPE'] as const)
    : []),
  ...((body || rest.method === 'DELETE') && maxBodyBytes === undefined
    ? (['PAYLOAD_TOO_LARGE'] as const)
    : []),
  ...(idempotent ? (['IDEMPOTENCY_IN_PROGRESS', 'IDEMPOTENCY_KEY_REUSED'] as const) : []),
  'RATE_LIMIT_EXCEEDED',
  'INTERNAL_ERROR',
  'SERVICE_UNAVAILABLE',
]

/**
 * Adds to each failure of an OpenAPI document the codes that it can have, as `x-error-codes`, and to
 * its description what those of the operation mean. An enum would be stricter than the contract, which
 * allows new codes (D28).
 */
export function addErrorCodes<D extends { paths?: object }>(
  document: D,
  operations: readonly Operation[],
): D {
  for (const operation of operations) {
    const path = `/api/v1${operation.rest.path.replace(/:(\w+)/g, '{$1}')}`
    const methods = (document.paths as Paths)[path]
    const responses = methods?.[operation.rest.method.toLowerCase()]?.responses ?? {}
    const own = new Map(ownErrors(operation))
    for (const [status, codes] of codesByStatus(operation)) {
      const response = responses[status]
      if (response === undefined) continue
      const causes = codes
        .filter((code) => own.has(code))
        .map((code) => `${code}: ${own.get(code)}`)
      response.description = [response.description, ...causes].join('. ')
      response['x-error-codes'] = codes
    }
  }
  return document
}

type Paths = Record<string, Record<string, { responses: Record<string, Response> }>>

interface Response {
  description: string
  'x-error-codes'?: readonly Code[]
}
