import { createHmac } from 'node:crypto'
import { join } from 'node:path'
import { loadOrCreateSecret } from './data-folder.ts'
import { readUrl } from './database-urls.ts'
import type { RolePasswords } from './roles.ts'

/**
 * Passwords of our roles on a machine where no operator sets them (`npm start`, tests). They are
 * derived from the password in the prepare URL, so that two programs that use one server agree
 * without communicating; the embedded server's password is random. If the URL has no password, they
 * are derived from a random secret in the data folder.
 */
export function rolePasswords(prepareUrl: string, dataDir: string): Required<RolePasswords> {
  const { password } = readUrl(prepareUrl)
  const secret = password || loadOrCreateSecret(join(dataDir, 'role-secret'))
  const derive = (role: string) =>
    createHmac('sha256', secret).update(`silla_${role}`).digest('base64url')
  return {
    migrator: derive('migrator'),
    api: derive('api'),
    worker: derive('worker'),
    admin: derive('admin'),
  }
}
