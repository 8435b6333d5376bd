import type { RequestContext, Role } from '@silla/core'
import type { Sql } from '@silla/db'
import type { MeasuredCode } from './code.ts'

/** Where the measured programs have the paths of staff. */
export const staffHost = 'staff.example'

const pepper = 'x'.repeat(32)

/** The settings of an API with paths for staff. */
export const staffSettings = { STAFF_URL: `https://${staffHost}`, STAFF_PEPPER: pepper }

/** Signs a person in who has just used a passkey, and returns the token of their session. */
export async function signInStaff(
  { core, db }: Pick<MeasuredCode, 'core' | 'db'>,
  { admin, cliUrl }: { admin: Sql; cliUrl: string },
  { slug, role }: { slug: string; role: Role },
): Promise<string> {
  const database = db.openDatabase({ url: cliUrl, name: 'silla-bench' })
  try {
    const context: RequestContext = await core.operatorContext(
      { admin, database, clock: core.systemClock },
      slug,
      { action: 'bench.staff', detail: {} },
    )
    const secrets = core.openStaffSecrets([pepper])
    return (await core.signInDemoStaff(context, secrets, role)).token
  } finally {
    await database.close()
  }
}
