import { fail } from '@silla/errors'
import type { RequestContext } from '../request-context.ts'
import { findMembers, type Member } from './members.ts'
import { type OpenedStaffSession, openStaffSession } from './open-staff-session.ts'
import type { SignInParts } from './sign-in-parts.ts'
import { findSignedIn } from './signed-in-person.ts'
import { endSession, signedInStaff } from './step-up.ts'

/** A salon in which the person works. */
export interface StaffSalon {
  businessId: string
  slug: string
  name: string
}

/** The salons of the person who is signed in, which have the same confirmed email. */
export async function listStaffSalons(
  context: RequestContext,
  parts: SignInParts,
): Promise<StaffSalon[]> {
  const salons: StaffSalon[] = []
  for await (const { tenant } of salonsOf(context, parts)) {
    const { business } = await tenant.catalog()
    salons.push({ businessId: tenant.businessId, slug: tenant.slug, name: business.name })
  }
  return salons
}

/**
 * Goes on in another salon of the person's, under a new token; the session in this one ends. A passkey
 * opens all salons of its person's email, so that what it was used for counts there too (D61).
 *
 * @throws SALON_NOT_FOUND when they do not work there, SESSION_ENDED
 */
export async function switchSalon(
  context: RequestContext,
  parts: SignInParts,
  businessId: string,
): Promise<OpenedStaffSession> {
  const { staffId, sessionId, passkeyAt, device } = signedInStaff(context)
  if (device === 'desk') fail('SALON_NOT_FOUND')
  const now = context.realClock.now()
  const member = await memberOf(context, parts, businessId)
  const deviceName = await context.tenant.db.transaction((tx) =>
    endSession(tx, { id: sessionId, staffId, now }),
  )
  return member.tenant.db.transaction((tx) =>
    openStaffSession(tx, {
      staffId: member.staffId,
      kind: 'personal',
      method: passkeyAt === null ? 'code' : 'passkey',
      passkeyAt,
      deviceName,
      now,
    }),
  )
}

async function memberOf(
  context: RequestContext,
  parts: SignInParts,
  businessId: string,
): Promise<Member> {
  for await (const member of salonsOf(context, parts))
    if (member.tenant.businessId === businessId) return member
  return fail('SALON_NOT_FOUND')
}

async function* salonsOf(context: RequestContext, parts: SignInParts): AsyncGenerator<Member> {
  const { staffId } = signedInStaff(context)
  const { businessId } = context.tenant
  const { email } = await findSignedIn(context)
  let isConfirmed = false
  const others: Member[] = []
  for await (const member of findMembers(parts, parts.secrets.emailHashes(email))) {
    if (member.tenant.businessId === businessId) isConfirmed = member.staffId === staffId
    others.push(member)
  }
  // an email that was not confirmed here is nobody's proof elsewhere
  if (isConfirmed) yield* others
}
