import { healthQueries, type Sql, unprotectedTables } from '@silla/db'
import { severalOf } from '../format-list.ts'
import { type Finding, fine, wrong } from './check-result.ts'

/** Whether every tenant table has both its policies in force. */
export async function examineProtection(admin: Sql): Promise<Finding> {
  const tables = await unprotectedTables(admin)
  if (tables.length === 0) return fine('protection', 'Row-level security holds on every tenant table.')
  const fix =
    'Find out who took it away. As silla_owner: alter table NAME enable row level security, force row level security; ' +
    'where the policies tenant and maintenance are gone too, drop what is left of them and select app.protect(NAME).'
  return wrong('protection', `No row-level security on ${tables.join(', ')}.`, fix)
}

/** Whether no running role can look past row-level security. */
export async function examineRoles(admin: Sql): Promise<Finding> {
  const roles = await healthQueries.listUnsafeRoles(admin)
  if (roles.length === 0) return fine('roles', 'The roles can do no more than they need.')
  const faults = roles.map(({ name, fault }) => `${name} ${fault}`).join(', ')
  return wrong(
    'roles',
    `Not as it has to be: ${faults}.`,
    'alter role NAME nosuperuser nobypassrls nocreaterole nocreatedb noreplication; revoke every role that it is a member of; ' +
      'silla db prepare makes one that is missing.',
  )
}

/** Whether everything belongs to whom it should, and nobody was given more than the migrations give. */
export async function examineOwners(admin: Sql): Promise<Finding> {
  const [owned, rights] = [await healthQueries.listWronglyOwned(admin), await healthQueries.listExcessRights(admin)]
  const faults = [...owned.map(({ name, owner }) => `${name} belongs to ${owner}`), ...rights.map(({ name }) => name)]
  if (faults.length === 0) return fine('owners', 'Tables and functions have their owners, and nobody has more rights.')
  return wrong(
    'owners',
    `Not as the migrations leave it: ${severalOf(faults)}.`,
    'alter table (or function) NAME owner to silla_owner, in the schema jobs to silla_worker; revoke RIGHT on NAME from ROLE.',
  )
}
