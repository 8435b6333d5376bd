import { auditQueries, supportQueries, type Tx } from '@silla/db'
import { ProvisioningError } from '../business/provisioning-error.ts'
import type { RequestContext } from '../request-context.ts'
import { hashSessionToken } from '../staff/session-token.ts'
import { assertOperator } from './assert-operator.ts'
import { lockSupport, readSupport } from './lock-support.ts'
import type { SupportAccess } from './support-access.ts'
import { newSupportToken } from './support-token.ts'

/**
 * Issues the token of an access that an owner has approved (D66), once: before the approval there is none
 * that could be lost. It is for the operator who requested the access.
 *
 * @throws INSUFFICIENT_SCOPE, SUPPORT_NOT_FOUND; ProvisioningError SUPPORT_NOT_READY
 */
export async function enterSupport(
  context: RequestContext,
  id: number,
): Promise<{ access: SupportAccess; token: string }> {
  assertOperator(context)
  const now = context.realClock.now()
  return context.tenant.db.transaction(async (tx) => {
    const access = await lockSupport(tx, id, now)
    const obstacle = await obstacleOf(tx, access)
    if (obstacle !== null) throw new ProvisioningError('SUPPORT_NOT_READY', obstacle)
    const token = await issueToken(tx, id, now)
    return { access: await readSupport(tx, id, now), token }
  })
}

/** Stores the hash of a new token, and returns the token. */
export async function issueToken(tx: Tx, id: number, now: Date): Promise<string> {
  const token = newSupportToken(tx.businessId)
  await supportQueries.updateSupportEntered(tx, { id, tokenHash: hashSessionToken(token), now })
  return token
}

/** Why there is no token for it; null: there is. */
async function obstacleOf(tx: Tx, access: SupportAccess): Promise<string | null> {
  const [operator] = await auditQueries.findOperator(tx)
  if (access.requestedBy !== operator?.name)
    return `Access ${access.id} was requested by ${access.requestedBy}.`
  switch (access.state) {
    case 'requested':
      return `Access ${access.id} waits for an owner to approve it.`
    case 'refused':
      return `Access ${access.id} was refused.`
    case 'expired':
      return `Nobody approved access ${access.id} within 24 hours. Request it again.`
    case 'ended':
      return `Access ${access.id} has ended.`
    case 'approved':
      return access.enteredAt === null
        ? null
        : `The token of access ${access.id} was shown already. Close the access and request another.`
  }
}
