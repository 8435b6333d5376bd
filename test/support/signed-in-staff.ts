import { emailKey, openStaffSession, type Role } from '@silla/core'
import { testDatabase } from './database.ts'
import { requestContextFor } from './request-context.ts'
import type { StaffFixture, TestSalon } from './salon.ts'

/** A member of staff, and their session. */
export interface SignedInStaff {
  staffId: number
  email: string
  sessionId: number
  /** As the cookie and `Authorization: Bearer` carry it. */
  token: string
}

let people = 0

/** Writes a person who has accepted their invitation, and opens a session for them. */
export async function signedInStaff(
  salon: Pick<TestSalon, 'businessId' | 'slug' | 'clock'>,
  person: Omit<StaffFixture, 'professional'> & { role: Role; professionalId: number | null },
): Promise<SignedInStaff> {
  const { witness } = await testDatabase()
  const now = salon.clock.now()
  const email = person.email ?? `${person.role}.${++people}@example.com`
  const { name = 'Carmen Vidal', permissionsAdded = [], permissionsRemoved = [] } = person
  const [staff] = await witness<{ id: number }[]>`
    insert into staff (
      business_id, name, email, email_key, role, professional_id, language, permissions_added,
      permissions_removed, invited_at, accepted_at)
    values (
      ${salon.businessId}, ${name}, ${email}, ${emailKey(email)}, ${person.role},
      ${person.professionalId}, 'es', ${[...permissionsAdded]}, ${[...permissionsRemoved]}, ${now},
      ${now})
    returning id`
  const staffId = staff?.id ?? 0
  const { method = 'passkey' } = person
  const { tenant } = await requestContextFor(salon)
  const { sessionId, token } = await tenant.db.transaction((tx) =>
    openStaffSession(tx, {
      staffId,
      kind: 'personal',
      method,
      passkeyAt: method === 'passkey' ? now : null,
      deviceName: 'Firefox, Linux',
      now,
    }),
  )
  return { staffId, email, sessionId, token }
}

/** As browsers store it. */
export const sessionCookie = '__Host-silla_staff'

/** The headers of a browser in which somebody is signed in, for a request of the pages for staff. */
export const browserOf = ({ token }: Pick<SignedInStaff, 'token'>): Record<string, string> => ({
  cookie: `${sessionCookie}=${token}`,
  'sec-fetch-site': 'same-origin',
})
