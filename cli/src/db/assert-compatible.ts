import { formatList } from '@silla/core/text'
import { currentLogin, type Sql } from '@silla/db'
import { CliError } from '../errors/report-error.ts'
import { pluralize } from '../format/pluralize.ts'
import { type MigrationState, migrationState, unknownFunctions } from './migration-state.ts'

/**
 * Checks the login and the schema. With a schema that lacks what this version needs, data could be
 * lost. A role other than the admin role might bypass row-level security. Behind a connection
 * pooler that drops app.operator, audit entries would lack the operator.
 *
 * @throws CliError
 */
export async function assertCompatibleDatabase(admin: Sql): Promise<void> {
  const login = currentLogin(admin)
  const schema = Promise.all([migrationState(admin), unknownFunctions(admin)])
  // another role may lack the right to read the schema; its own error comes first
  schema.catch(() => {})
  assertLogin(await login)
  assertSchema(...(await schema))
}

function assertLogin({ name, role, operator }: Awaited<ReturnType<typeof currentLogin>>): void {
  if (role !== adminRole) {
    throw new CliError(
      `CLI_DATABASE_URL has the role ${name}, but silla needs ${adminRole}. db setup prints its ` +
        'URL.',
    )
  }
  if (operator === null) {
    throw new CliError(
      'A connection pooler drops the operator (app.operator). Set CLI_DATABASE_URL to the ' +
        'database itself.',
    )
  }
}

const adminRole = 'silla_admin'

function assertSchema(state: MigrationState, foreignFunctions: readonly string[]): void {
  const { pending, unknown, newer, tooNew } = state
  const details = { pending, unknown }
  if (tooNew) {
    throw new CliError(
      `Silla ${state.databaseRelease} migrated the database. It can be used by releases from ` +
        `${state.compatibleFrom} on, and this is ${state.release}. Update this one.`,
      details,
    )
  }
  if (unknown.length > 0 && !newer) {
    throw new CliError(
      `The database was migrated by a newer version of Silla (${unknown.join(', ')}). Update ` +
        'this one.',
      details,
    )
  }
  if (pending.length > 0) {
    throw new CliError(
      `The database lacks ${pluralize(pending.length, 'migration')} of this version of Silla. ` +
        'Run silla db migrate first.',
      details,
    )
  }
  // a newer release keeps the functions that this one calls
  if (foreignFunctions.length > 0 && !newer) {
    throw new CliError(
      'The functions of the database belong to another version of Silla ' +
        `(${formatList(foreignFunctions)}). ` +
        'Run silla db migrate with the newer version, and update the other one.',
      details,
    )
  }
}
