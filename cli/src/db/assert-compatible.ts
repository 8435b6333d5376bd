import { formatList } from '@silla/core/text'
import { currentLogin, type Sql } from '@silla/db'
import { CliError } from '../errors/report-error.ts'
import { pluralize } from '../format/pluralize.ts'
import { type MigrationStatus, migrationState, unknownFunctions } from './migration-state.ts'

/**
 * What an older or newer Silla left is not touched: a column that is not there yet could be lost
 * without a word. Nor is anything as somebody who may more than staff: row-level security would not
 * stop them. A pooler that forgets who works through it is none for us: the audit log would not
 * tell.
 *
 * @throws Problem
 */
export async function assertCompatibleDatabase(admin: Sql): Promise<void> {
  const login = currentLogin(admin)
  const schema = Promise.all([migrationState(admin), unknownFunctions(admin)])
  // somebody else may not even ask about the schema
  schema.catch(() => {})
  refuseOtherLogin(await login)
  refuseOtherSchema(...(await schema))
}

function refuseOtherLogin({ role, operator }: Awaited<ReturnType<typeof currentLogin>>): void {
  if (role !== adminRole) {
    throw new CliError(
      `CLI_DATABASE_URL is that of ${role}, and silla works as ${adminRole}: db setup tells its URL.`,
    )
  }
  if (operator === null) {
    throw new CliError(
      'A pooler in between forgets who works here (app.operator): CLI_DATABASE_URL has to lead to the database itself.',
    )
  }
}

const adminRole = 'silla_admin'

function refuseOtherSchema(
  { pending, unknown }: MigrationStatus,
  foreignFunctions: readonly string[],
): void {
  const details = { pending, unknown }
  if (unknown.length > 0) {
    throw new CliError(
      `The database belongs to a newer Silla (${unknown.join(', ')}): update this one.`,
      details,
    )
  }
  if (pending.length > 0) {
    throw new CliError(
      `The database is older than this Silla by ${pluralize(pending.length, 'migration')}: run silla db migrate first.`,
      details,
    )
  }
  if (foreignFunctions.length > 0) {
    throw new CliError(
      `The functions of the database are those of another Silla (${formatList(foreignFunctions)}): ` +
        'run silla db migrate with the newer of the two, and update the other.',
      details,
    )
  }
}
