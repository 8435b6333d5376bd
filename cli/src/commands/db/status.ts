import type { MigrationState } from '../../db/migration-state.ts'
import { SillaCommand } from '../../silla-command.ts'
import { green, yellow } from '../../text/terminal.ts'

export default class DbStatus extends SillaCommand {
  static override summary = 'Show the status of migrations'
  static override description =
    'Compares the database with this version of Silla: its release, applied migrations, pending ' +
    'ones, and unknown ones of a newer version.'
  static override examples = ['<%= config.bin %> db status', '<%= config.bin %> db status --json']
  static override needsCurrentSchema = false

  async run() {
    await this.parse(DbStatus)
    const { migrationState } = await import('../../db/migration-state.ts')
    const state = await migrationState(await this.admin())
    for (const name of state.applied) this.log(`${green('applied')}  ${name}`)
    for (const name of state.pending) this.log(`${yellow('pending')}  ${name}`)
    for (const name of state.unknown) this.log(`${yellow('unknown')}  ${name}`)
    this.log(verdict(state))
    return state
  }
}

function verdict(state: MigrationState): string {
  if (state.tooNew)
    return `Silla ${state.databaseRelease} migrated the database, and releases before ${state.compatibleFrom} cannot use it: update this one (${state.release}).`
  if (state.newer)
    return `Silla ${state.databaseRelease} migrated the database. This version (${state.release}) can use it.`
  if (state.unknown.length > 0)
    return 'The database was migrated by a newer version of Silla: update this one.'
  return state.pending.length > 0 ? 'Run silla db migrate.' : 'The database is up to date.'
}
