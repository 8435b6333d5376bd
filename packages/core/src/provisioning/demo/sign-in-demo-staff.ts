import { demoStaffQueries } from '@silla/db'
import { emailKey } from '../../contact/email.ts'
import type { Role } from '../../model/permissions.ts'
import type { TenantContext } from '../../request-context.ts'
import { type OpenedStaffSession, openStaffSession } from '../../staff/open-staff-session.ts'
import type { StaffSecrets } from '../../staff/staff-secrets.ts'

/**
 * Signs in the person of a role in a demo business, who is created at the first time, as if they had
 * just used a passkey. For development only: it verifies nothing.
 */
export async function signInDemoStaff(
  { tenant, realClock }: TenantContext,
  secrets: StaffSecrets,
  role: Role,
): Promise<OpenedStaffSession> {
  const now = realClock.now()
  const { professionals } = await tenant.catalog()
  const professional = role === 'professional' ? (professionals[0] ?? null) : null
  const email = `${role}@${tenant.slug}.example`
  const [emailHash] = secrets.emailHashes(email)
  return tenant.db.transaction(async (tx) => {
    const [person] = await demoStaffQueries.upsertDemoStaff(tx, {
      name: professional?.name ?? names[role],
      email,
      emailKey: emailKey(email),
      role,
      professionalId: professional?.id ?? null,
      emailHash,
      now,
    })
    if (!person) throw new Error('a demo person was not stored')
    await demoStaffQueries.upsertDemoMembership(tx, { staffId: person.id, emailHash })
    return openStaffSession(tx, {
      staffId: person.id,
      kind: 'personal',
      method: 'passkey',
      passkeyAt: now,
      deviceName: 'Demo',
      now,
    })
  })
}

const names: Record<Role, string> = {
  owner: 'Carmen Vidal',
  manager: 'Inés Prat',
  receptionist: 'Omar Haddad',
  professional: 'Ana Ruiz',
}
