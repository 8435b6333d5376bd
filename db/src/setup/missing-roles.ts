import type { RolePasswords } from './roles.ts'
import { withServer } from './server.ts'

/**
 * Which of the roles that log in do not exist yet: whoever prepares the server has passwords to
 * make for them.
 */
export async function missingRoles(prepareUrl: string): Promise<(keyof RolePasswords)[]> {
  return withServer(prepareUrl, async (server) => {
    const rows = await server<
      { rolname: string }[]
    >`select rolname from pg_roles where rolname like 'silla\\_%'`
    const existing = new Set(rows.map((row) => row.rolname))
    return (['migrator', 'api', 'worker', 'admin'] as const).filter(
      (role) => !existing.has(`silla_${role}`),
    )
  })
}
