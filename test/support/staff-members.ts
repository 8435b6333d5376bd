import {
  acceptInvitation,
  effectivePermissions,
  type InviteStaffInput,
  inviteStaff,
  openStaffSecrets,
  type RequestContext,
  type StaffMember,
} from '@silla/core'
import { emailsTo } from './emails.ts'
import type { TestSalon } from './salon.ts'
import { staffOf } from './staff.ts'

export const secrets = openStaffSecrets(['a pepper of the tests, 32 characters'])

/** Invites somebody as platform staff. */
export const invited = async (
  salon: TestSalon,
  person: Partial<InviteStaffInput> & { email: string },
): Promise<StaffMember> => inviteStaff(await staffOf(salon), inviteOf(person))

export const inviteOf = (
  person: Partial<InviteStaffInput> & { email: string },
): InviteStaffInput => ({
  name: 'Lola Gil',
  role: 'owner',
  professionalId: null,
  language: null,
  ...person,
})

/** The token in the latest invitation to an address. */
export async function tokenFor(salon: TestSalon, email: string): Promise<string> {
  const sent = (await emailsTo(salon, email)).filter(({ kind }) => kind === 'staff_invitation')
  return String(sent.at(-1)?.payload.token)
}

/** Somebody who was invited and has accepted. */
export async function joined(
  salon: TestSalon,
  person: Partial<InviteStaffInput> & { email: string },
): Promise<StaffMember> {
  await invited(salon, person)
  const accepted = { token: await tokenFor(salon, person.email), deviceName: 'Test' }
  return (await acceptInvitation(await staffOf(salon), secrets, accepted)).person
}

/** The context of somebody's request, with a passkey that they have just used. */
export async function requestOf(
  salon: TestSalon,
  { id, role, permissionsAdded, permissionsRemoved }: StaffMember,
): Promise<RequestContext> {
  const identity: RequestContext['identity'] = {
    kind: 'staff',
    staffId: id,
    sessionId: 1,
    permissions: effectivePermissions(role, permissionsAdded, permissionsRemoved),
    professionalId: null,
    passkeyAt: salon.clock.now(),
    device: 'personal',
    isOwner: role === 'owner',
  }
  return { ...(await staffOf(salon)), identity }
}
