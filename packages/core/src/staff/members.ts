import { staffSignInQueries } from '@silla/db'
import type { Tenant } from '../tenant.ts'
import type { SignInParts } from './sign-in-parts.ts'

/** A salon in which somebody with a confirmed email works. */
export interface Member {
  tenant: Tenant
  staffId: number
  person: SigningStaff
}

export type SigningStaff = Awaited<ReturnType<typeof staffSignInQueries.findSigningStaff>>[number]

/**
 * The salons of an email, one after the other. What the registry says is compared with the person's own
 * row, so that a salon which has changed the email of its row opens no other salon.
 */
export async function* findMembers(
  { tenants, registry, secrets }: Pick<SignInParts, 'tenants' | 'registry' | 'secrets'>,
  emailHashes: readonly Buffer[],
): AsyncGenerator<Member> {
  const memberships = await staffSignInQueries.findStaffMemberships(registry, emailHashes)
  for (const { businessId, staffId, slug, status } of memberships) {
    if (status !== 'active') continue
    const tenant = tenants.tenant(businessId, slug)
    const [[person]] = await tenant.db.batch((tx) => [
      staffSignInQueries.findSigningStaff(tx, staffId),
    ])
    if (!person) continue
    const own = secrets.emailHashes(person.email)
    const isTheirs = own.some((hash) => emailHashes.some((each) => each.equals(hash)))
    if (isTheirs) yield { tenant, staffId, person }
  }
}
