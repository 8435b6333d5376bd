import { healthQueries, type Sql, unprotectedTables } from '@silla/db'
import { formatList } from '../text.ts'
import { type CheckResult, ok, problem } from './check-result.ts'

/** Whether every tenant table has both its policies in force. */
export async function checkProtection(admin: Sql): Promise<CheckResult> {
  const tables = await unprotectedTables(admin)
  if (tables.length === 0)
    return ok('protection', 'Row-level security holds on every tenant table.')
  const fix =
    'Find out who took it away. As silla_owner: alter table NAME enable row level security, force row level security; ' +
    'where the policies tenant and maintenance are gone too, drop what is left of them and select app.protect(NAME).'
  return problem('protection', `No row-level security on ${tables.join(', ')}.`, fix)
}

/** Whether no running role can look past row-level security. */
export async function checkRoles(admin: Sql): Promise<CheckResult> {
  const roles = await healthQueries.listUnsafeRoles(admin)
  if (roles.length === 0) return ok('roles', 'The roles can do no more than they need.')
  const faults = roles.map(({ name, fault }) => `${name} ${fault}`).join(', ')
  return problem(
    'roles',
    `Not as it has to be: ${faults}.`,
    'alter role NAME nosuperuser nobypassrls nocreaterole nocreatedb noreplication; revoke every role that it is a member of; ' +
      'silla db setup makes one that is missing.',
  )
}

/**
 * Whether everything belongs to whom it should, and nobody was given more than the migrations give.
 */
export async function checkOwners(admin: Sql): Promise<CheckResult> {
  const [owned, rights] = [
    await healthQueries.listWronglyOwned(admin),
    await healthQueries.listExcessRights(admin),
  ]
  const faults = [
    ...owned.map(({ name, owner }) => `${name} belongs to ${owner}`),
    ...rights.map(({ name }) => name),
  ]
  if (faults.length === 0)
    return ok('owners', 'Tables and functions have their owners, and nobody has more rights.')
  return problem(
    'owners',
    `Not as the migrations leave it: ${formatList(faults)}.`,
    'alter table (or function) NAME owner to silla_owner, in the schema jobs to silla_worker; revoke RIGHT on NAME from ROLE.',
  )
}
