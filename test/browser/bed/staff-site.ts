import { openStaffSecrets } from '@silla/core'
import type { Page } from 'playwright-core'
import { openApi } from '../../support/api.ts'
import { testDatabase } from '../../support/database.ts'
import { freePort } from '../../support/free-port.ts'
import { openSalon, type TestSalon } from '../../support/salon.ts'
import { testSecrets } from '../../support/secrets.ts'
import { sessionCookie, signedInStaff } from '../../support/signed-in-staff.ts'
import type { BrowserTest } from './in-browser.ts'

/** An API for staff, and a salon with an owner who has confirmed their email. */
export async function openStaffSite({ t }: BrowserTest, email = 'carmen@example.com') {
  const port = await freePort()
  const origin = `http://localhost:${port}`
  const salon = await openSalon({ professionals: ['Ana'], now: '2030-03-04T10:00' })
  const api = await openApi(undefined, { port, staffUrl: origin, clock: salon.clock })
  t.after(api.close)
  const owner = await addOwner(salon, email)
  return { url: `${origin}/equipo/`, email, owner, salon }
}

/** An owner who has confirmed their email. */
export async function addOwner(salon: TestSalon, email: string) {
  const { witness } = await testDatabase()
  const person = { role: 'owner', professionalId: null, email, method: 'code' } as const
  const owner = await signedInStaff(salon, person)
  const [hash] = openStaffSecrets([testSecrets.staffPepper]).emailHashes(email)
  await witness`
    insert into registry.staff_memberships (email_hash, business_id, staff_id)
    values (${hash}, ${salon.businessId}, ${owner.staffId})`
  return owner
}

/** A device that verifies its person, with the passkeys that are made on it. */
export async function addAuthenticator(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

/** The code in the latest email to somebody who signs in. */
export async function latestCode(email: string): Promise<string> {
  const { witness } = await testDatabase()
  const [mail] = await witness<{ code: string }[]>`
    select payload ->> 'code' as code from mails
    where to_email = ${email} and kind = 'staff_code' order by created_at desc limit 1`
  return mail?.code ?? ''
}

/** Of a browser in which somebody is signed in. */
export const cookieOf = ({ token }: { token: string }) => ({
  name: sessionCookie,
  value: token,
  domain: 'localhost',
  path: '/',
  secure: true,
  httpOnly: true,
  sameSite: 'Lax' as const,
})

export const heading = (page: Page, name: string) =>
  page.getByRole('heading', { name, exact: true })
