import type { Sql } from '@silla/db'
import type { SecretsKeys } from '../credentials/seal.ts'
import { type CheckResult, ok, problem, skip } from './check-result.ts'
import { checkStoredSecrets } from './stored-secrets.ts'

/**
 * Whether every secret that is stored encrypted can be opened: events are neither verified nor sent
 * without.
 *
 * @param keys null: not configured here
 */
export async function checkSecrets(admin: Sql, keys: SecretsKeys | null): Promise<CheckResult> {
  if (keys === null) return skip('secrets', 'secretsKeyMissing', {})
  const { count, outdated, unreadable } = await checkStoredSecrets(admin, keys)
  if (unreadable.length > 0) return problem('secrets', 'secretsUnreadable', { unreadable })
  const isRotating = keys.previous !== null
  if (isRotating && outdated > 0) return problem('secrets', 'secretsOutdated', { count, outdated })
  return isRotating
    ? ok('secrets', 'previousKeyUnneeded', { count })
    : ok('secrets', 'secretsReadable', { count })
}
