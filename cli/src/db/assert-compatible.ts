import { severalOf } from '@silla/core/format-list'
import { loginOf, type Sql } from '@silla/db'
import { Problem } from '../errors/report-error.ts'
import { counted } from '../format/pluralize.ts'
import { functionsOfAnother, type MigrationStatus, migrationState } from './migration-state.ts'

/**
 * What an older or newer Silla left is not touched: a column that is not there yet could be lost without a word. Nor is anything as
 * somebody who may more than staff: row-level security would not stop them. A pooler that forgets who works through it is none for us:
 * the audit log would not tell.
 *
 * @throws Problem
 */
export async function refuseUnfitDatabase(admin: Sql): Promise<void> {
  const login = loginOf(admin)
  const schema = Promise.all([migrationState(admin), functionsOfAnother(admin)])
  // somebody else may not even ask about the schema
  schema.catch(() => {})
  refuseOtherLogin(await login)
  refuseOtherSchema(...(await schema))
}

function refuseOtherLogin({ role, operator }: Awaited<ReturnType<typeof loginOf>>): void {
  if (role !== adminRole) {
    throw new Problem(`CLI_DATABASE_URL is that of ${role}, and silla works as ${adminRole}: db prepare tells its URL.`)
  }
  if (operator === null) {
    throw new Problem(
      'A pooler in between forgets who works here (app.operator): CLI_DATABASE_URL has to lead to the database itself.',
    )
  }
}

const adminRole = 'silla_admin'

function refuseOtherSchema({ pending, unknown }: MigrationStatus, foreignFunctions: readonly string[]): void {
  const details = { pending, unknown }
  if (unknown.length > 0) {
    throw new Problem(`The database belongs to a newer Silla (${unknown.join(', ')}): update this one.`, details)
  }
  if (pending.length > 0) {
    throw new Problem(
      `The database is older than this Silla by ${counted(pending.length, 'migration')}: run silla db migrate first.`,
      details,
    )
  }
  if (foreignFunctions.length > 0) {
    throw new Problem(
      `The functions of the database are those of another Silla (${severalOf(foreignFunctions)}): ` +
        'run silla db migrate with the newer of the two, and update the other.',
      details,
    )
  }
}
