import { Flags } from '@oclif/core'
import type { CheckResult } from '@silla/core'
import { pluralize } from '../../format/pluralize.ts'
import { dim, green, red, yellow } from '../../format/terminal.ts'
import { SillaCommand } from '../../silla-command.ts'

export default class DbDoctor extends SillaCommand {
  static override summary = 'Look whether everything is well'
  static override description =
    'Looks at the database, its roles and rights, row-level security, migrations, clocks and time zones, the worker and its jobs, the webhook and the accounts at the processor, refunds and payments that are stuck, letters, bookings and orders past their time, whatever is kept in two places (points, stock, sums, states), the disk, and the servers that SMTP_URL and REDIS_URL name. Changes nothing, here or at the processor. Each line is ok or says how to mend it; the exit code is 1 when there is a problem, so that a monitor can ask. With --quiet nothing is said when all is well.'
  static override examples = [
    '<%= config.bin %> db doctor',
    { description: 'Only what is wrong', command: '<%= config.bin %> db doctor --quiet' },
    { description: 'For a monitor', command: '<%= config.bin %> db doctor --json' },
  ]
  static override flags = {
    quiet: Flags.boolean({ char: 'q', description: 'Tell only problems.' }),
  }
  static override needsCurrentSchema = false

  async run() {
    const { flags } = await this.parse(DbDoctor)
    const { runChecks: examine } = await import('../../doctor/run-checks.ts')
    const results = await examine(await this.admin())
    const problems = results.filter(({ state }) => state === 'problem')
    for (const result of flags.quiet ? problems : results) this.log(lineOf(result))
    if (problems.length > 0) process.exitCode = 1
    if (problems.length > 0)
      this.log(red(`${pluralize(problems.length, 'problem')} in ${results.length} checks.`))
    else if (!flags.quiet) this.log('All is well.')
    return { healthy: problems.length === 0, findings: results }
  }
}

function lineOf({ check, state, message, fix }: CheckResult): string {
  const line = `${marks[state]}  ${check.padEnd(14)}${message}`
  return fix === null ? line : `${line}\n${dim(`${' '.repeat(23)}${fix}`)}`
}

const marks = { ok: green('ok     '), problem: red('problem'), skipped: yellow('skipped') }
