import { mailQueries, staffQueries, supportQueries, type Tx } from '@silla/db'
import { fail } from '@silla/errors'
import { ProvisioningError } from '../business/provisioning-error.ts'
import type { Language } from '../catalog/catalog.ts'
import type { RequestContext } from '../request-context.ts'
import { assertOperator } from './assert-operator.ts'
import { issueToken } from './enter-support.ts'
import { readSupport } from './lock-support.ts'
import {
  accessMinutes,
  minutesAfter,
  requestMinutes,
  type SupportAccess,
} from './support-access.ts'

export interface SupportRequest {
  /** Shown to the owners. */
  reason: string
  /** To change something too. */
  canWrite: boolean
  /** Without an approval; every owner gets an email. */
  isEmergency: boolean
}

/** A request of support, or an access in an emergency. */
export interface RequestedSupport {
  access: SupportAccess
  /** Whom an email informs: the owners, or in an emergency without one the salon. */
  informed: string[]
  /** Of an emergency, shown once; null: an owner has to approve it first. */
  token: string | null
}

/** One salon is not filled with requests. */
const maxLive = 5

/**
 * Requests access to a salon for platform staff (D66): every owner gets an email, and one of them approves
 * it within 24 hours. In an emergency it needs nobody's approval, and lasts for 60 minutes from now.
 *
 * @throws INSUFFICIENT_SCOPE; BUSINESS_SUSPENDED, because nothing could be requested from its API;
 *   ProvisioningError NO_OWNER when nobody can approve it, SUPPORT_NOT_READY when five can be used or wait
 */
export async function requestSupport(
  context: RequestContext,
  request: SupportRequest,
): Promise<RequestedSupport> {
  assertOperator(context)
  const { tenant, realClock } = context
  const { business, settings } = await tenant.catalog()
  const now = realClock.now()
  const { isEmergency } = request

  return tenant.db.transaction(async (tx) => {
    const [registered] = await supportQueries.findBusinessStatus(tx)
    if (registered?.status === 'suspended') fail('BUSINESS_SUSPENDED')
    await staffQueries.lockStaff(tx)
    const owners = await supportQueries.listOwners(tx)
    if (owners.length === 0 && !isEmergency)
      throw new ProvisioningError(
        'NO_OWNER',
        `No owner of ${tenant.slug} has accepted an invitation, so nobody can approve it.`,
      )
    const live = await supportQueries.listLiveSupportAccesses(tx, now)
    if (live.length >= maxLive)
      throw new ProvisioningError(
        'SUPPORT_NOT_READY',
        `${maxLive} accesses to ${tenant.slug} can be used or wait for an owner. End one first.`,
      )
    const [inserted] = await supportQueries.insertSupportAccess(tx, {
      ...request,
      now,
      approvedAt: isEmergency ? now : null,
      expiresAt: minutesAfter(now, isEmergency ? accessMinutes : requestMinutes),
    })
    if (!inserted) throw new Error('no access was inserted')
    const token = isEmergency ? await issueToken(tx, inserted.id, now) : null
    const access = await readSupport(tx, inserted.id, now)
    const { email } = business
    const recipients =
      owners.length > 0 || email === ''
        ? owners
        : [{ id: null, name: business.name, email, language: settings.mainLanguage }]
    for (const recipient of recipients) await informOf(tx, access, recipient, now)
    // last: a cluster reads no tenant table beside the registry once that has changed
    await supportQueries.updateSupportRequested(tx, now)
    return { access, informed: recipients.map((one) => one.email), token }
  })
}

interface Recipient {
  id: number | null
  name: string
  email: string
  language: Language
}

const informOf = (
  tx: Tx,
  access: SupportAccess,
  { id, name, email, language }: Recipient,
  now: Date,
): Promise<unknown> =>
  mailQueries.requestMail(tx, {
    kind: access.isEmergency ? 'support_entered' : 'support_requested',
    to: email,
    language,
    payload: {
      name,
      operator: access.requestedBy,
      reason: access.reason,
      canWrite: access.canWrite,
      expiresAt: access.expiresAt,
    },
    cause: `support:${access.id}:${id ?? 'salon'}`,
    now,
  })
