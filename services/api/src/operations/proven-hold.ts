import type { Credentials, RequestContext } from '@silla/core'
import { fail } from '@silla/errors'
import { parseRecordId } from '@silla/wire'

/**
 * The id of a hold whose token the caller has (D36).
 */
export function provenHold(
  { tenant }: RequestContext,
  { holdTokens }: Credentials,
  { id, token }: { id: unknown; token: string | null | undefined },
): number {
  const holdId = parseRecordId(id) ?? fail('HOLD_NOT_FOUND')
  holdTokens.verify(tenant.businessId, holdId, token ?? '')
  return holdId
}
