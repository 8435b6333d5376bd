import { Flags } from '@oclif/core'
import type { Finding } from '../../doctor/finding.ts'
import { pluralize } from '../../format/pluralize.ts'
import { SillaCommand } from '../../silla-command.ts'
import { dim, green, red, yellow } from '../../text/terminal.ts'

export default class DbDoctor extends SillaCommand {
  static override summary = 'Run health checks'
  static override description =
    'Checks the database, its roles and privileges, row-level security, migrations, whether its ' +
    'tables, functions and rights are those that the migrations make, clocks ' +
    'and time zones, the worker and its jobs, the webhook and the accounts at the ' +
    'processor, refunds and payments that are stuck, emails, expired bookings and orders, ' +
    'upcoming bookings outside working time, every value that is stored in two places ' +
    '(points, stock, totals, states), the disk, ' +
    'and the servers in SMTP_URL and REDIS_URL. It changes nothing, neither here nor at the ' +
    'processor. Each line is ok or states how to fix the problem. The exit code is 1 when ' +
    'there is a problem, but not for a warning, which may be intended. With --quiet, nothing is ' +
    'printed when there is no problem.\n\n' +
    'The worker compares all bookings and points balances of every salon each night. Where they ' +
    'agreed within the last 36 hours, this command reads only those that Silla has changed since, ' +
    'and prints the time. What something else has written to the tables since then is found by the ' +
    'next nightly check, or with --full. Large tables are searched for rows that refer to none only ' +
    'with --full.'
  static override examples = [
    '<%= config.bin %> db doctor',
    { description: 'Print only problems', command: '<%= config.bin %> db doctor --quiet' },
    {
      description: 'Read all rows, for instance after a restore or a change by hand',
      command: '<%= config.bin %> db doctor --full',
    },
    { description: 'For a monitor', command: '<%= config.bin %> db doctor --json' },
  ]
  static override flags = {
    full: Flags.boolean({
      description: 'Read all rows, also those that the nightly check found consistent.',
    }),
    quiet: Flags.boolean({ char: 'q', description: 'Print only problems.' }),
  }
  static override needsCurrentSchema = false
  static override adminConnections = 4

  async run(): Promise<{ healthy: boolean; findings: Finding[] }> {
    const { flags } = await this.parse(DbDoctor)
    const { runChecks } = await import('../../doctor/run-checks.ts')
    const findings = await runChecks(await this.admin(), { full: flags.full === true })
    const problems = findings.filter(({ state }) => state === 'problem')
    for (const finding of flags.quiet ? problems : findings) this.log(lineOf(finding))
    if (problems.length > 0) {
      process.exitCode = 1
      this.log(red(`${pluralize(problems.length, 'problem')} in ${findings.length} checks.`))
    } else if (!flags.quiet) this.log('No problems.')
    return { healthy: problems.length === 0, findings }
  }
}

function lineOf({ check, state, message, fix }: Finding): string {
  const line = `${marks[state]}  ${check.padEnd(nameWidth)}${message}`
  return fix === null ? line : `${line}\n${dim(`${' '.repeat(nameWidth + 9)}${fix}`)}`
}

/** The longest name is `professionals-without-shifts`. */
const nameWidth = 30

const marks = {
  ok: green('ok     '),
  problem: red('problem'),
  warning: yellow('warning'),
  skipped: yellow('skipped'),
}
