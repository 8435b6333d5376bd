import { createHmac } from 'node:crypto'
import { join } from 'node:path'
import { loadOrCreateSecret } from '../data-folder.ts'
import { readUrl } from './database-urls.ts'
import type { RolePasswords } from './roles.ts'

/**
 * Passwords for our roles on a machine where nobody hands them out (`npm start`, tests). They
 * follow from the prepare URL's own password, so that two programs that use one server agree
 * without asking each other; the embedded server's is random. Where the server asks for none, they
 * follow from a random secret kept in the data folder.
 */
export function rolePasswords(prepareUrl: string, dataDir: string): Required<RolePasswords> {
  const { password } = readUrl(prepareUrl)
  const secret = decodeURIComponent(password) || loadOrCreateSecret(join(dataDir, 'role-secret'))
  const derived = (role: string) =>
    createHmac('sha256', secret).update(`silla_${role}`).digest('base64url')
  return {
    migrator: derived('migrator'),
    api: derived('api'),
    worker: derived('worker'),
    admin: derived('admin'),
  }
}
