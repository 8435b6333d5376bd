import { healthQueries, type Sql, setupFaults, unprotectedTables } from '@silla/db'
import { type CheckResult, ok, problem } from './check-result.ts'

/** Whether row-level security is in force, with both policies, on every tenant table. */
export async function checkProtection(admin: Sql): Promise<CheckResult> {
  const tables = await unprotectedTables(admin)
  return tables.length === 0
    ? ok('protection', 'tablesProtected', {})
    : problem('protection', 'tablesUnprotected', { tables })
}

/**
 * Whether every role exists and has its settings, none can bypass row-level security, and no rotation of
 * the database passwords has been left unfinished.
 */
export async function checkRoles(admin: Sql): Promise<CheckResult> {
  const roles = await healthQueries.listUnsafeRoles(admin)
  if (roles.length > 0) return problem('roles', 'rolesUnsafe', { roles: [...roles] })
  const faults = await setupFaults(admin)
  if (faults.length > 0) return problem('roles', 'setupChanged', { faults })
  const logins = await healthQueries.listUnretiredLogins(admin)
  return logins.length === 0
    ? ok('roles', 'rolesRestricted', {})
    : problem('roles', 'loginsNotRetired', { logins: logins.flatMap((role) => role.logins) })
}

/** Whether owners and privileges are those that the migrations set. */
export async function checkOwners(admin: Sql): Promise<CheckResult> {
  const [owned, rights] = [
    await healthQueries.listWronglyOwned(admin),
    await healthQueries.listExcessRights(admin),
  ]
  return owned.length + rights.length === 0
    ? ok('owners', 'ownersCorrect', {})
    : problem('owners', 'ownersChanged', {
        owned: [...owned],
        rights: rights.map(({ name }) => name),
      })
}
