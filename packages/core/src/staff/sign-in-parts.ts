import type { Sql } from '@silla/db'
import type { Clock } from '../clock.ts'
import type { Passwords } from '../credentials/passwords.ts'
import type { Tenants } from '../tenant.ts'
import type { StaffSecrets } from './staff-secrets.ts'

/** What signing in needs: it precedes the tenant. */
export interface SignInParts {
  tenants: Pick<Tenants, 'tenant'>
  /** The pool for functions of the registry that write. */
  registry: Sql
  clock: Clock
  secrets: StaffSecrets
  site: StaffSite
  /** Hashes PINs, in one queue with the passwords of customers. */
  passwords: Passwords
}

/** The site that passkeys belong to. */
export interface StaffSite {
  /** The origin of the pages for staff: `https://staff.example` */
  origin: string
  /** Its host, which passkeys are bound to. */
  id: string
}

/** @param staffUrl as `parseStaffUrl` returns it */
export const staffSite = (staffUrl: string): StaffSite => ({
  origin: staffUrl,
  id: new URL(staffUrl).hostname,
})
