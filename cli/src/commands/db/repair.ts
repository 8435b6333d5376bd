import { Args, Flags } from '@oclif/core'
import type { RepairableCheck, Unrepaired } from '@silla/core'
import { formatList } from '@silla/core/text'
import type { Sql } from '@silla/db'
import type { RepairedBusiness } from '../../errors/error-report.ts'
import { CliError, toErrorReport } from '../../errors/report-error.ts'
import { oneOrAllFlags, yesFlag } from '../../flags/common-flags.ts'
import { pluralize } from '../../format/pluralize.ts'
import { table } from '../../format/table.ts'
import { withProgress } from '../../format/with-progress.ts'
import { SillaCommand } from '../../silla-command.ts'

const checks = Object.keys({
  'booking-drift': 0,
  'stale-claims': 0,
  'orphaned-claims': 0,
  'unclaimed-bookings': 0,
  'unclaimed-blocks': 0,
  'order-drift': 0,
  'points-drift': 0,
  'stock-drift': 0,
  'paid-drift': 0,
  'position-drift': 0,
  'delivery-drift': 0,
  'calendar-drift': 0,
  'sender-drift': 0,
  'waitlist-drift': 0,
  'membership-drift': 0,
  'catalog-drift': 0,
} satisfies Record<RepairableCheck, 0>) as RepairableCheck[]

export default class DbRepair extends SillaCommand {
  static override summary = 'Repair inconsistent data'
  static override description =
    'Totals, balances and states are stored next to the rows they are derived from. When db ' +
    'doctor reports that they differ, find out what has written to the tables, then run ' +
    'this command: it prints the rows that differ and sets them to the values of the rows ' +
    'they are derived from, in one transaction per business. Rows that agree do not change, ' +
    'so that the command can be repeated. On a terminal it asks for confirmation; otherwise ' +
    'it requires --yes. With --dry-run, nothing is changed. A booking without a claim whose ' +
    'time another booking has taken cannot be repaired: call one of the two customers.'
  static override examples = [
    '<%= config.bin %> db repair --all --dry-run',
    '<%= config.bin %> db repair barberia-centro points-drift --yes',
    '<%= config.bin %> db repair --all --yes --json',
  ]
  static override args = {
    check: Args.option({
      options: checks,
      description: 'The check of db doctor whose problem to repair; all of these if omitted.',
    })(),
  }
  static override flags = {
    ...oneOrAllFlags('All businesses.'),
    'dry-run': Flags.boolean({ description: 'Only print what would be repaired.' }),
    yes: yesFlag,
  }

  async run(): Promise<{ dryRun: boolean; businesses: RepairedBusiness[] }> {
    const { args, flags } = await this.parse(DbRepair)
    const { businessesToRepair } = await import('@silla/core/health/repair-data')
    const admin = await this.admin()
    await assertRowsVisible(admin)
    const check = args.check ?? null
    const dryRun = flags['dry-run'] === true
    const slugs =
      flags.business === undefined
        ? await businessesToRepair(admin, flags.mode ?? null)
        : [flags.business]

    const planned = await this.repairEach(admin, slugs, { check, dryRun: true })
    const differing = planned.filter(({ repairs }) => repairs.length > 0)
    if (differing.length > 0) this.log(repairTable(differing))
    if (dryRun || differing.length === 0) {
      assertAllRepaired(planned)
      if (differing.length === 0) this.log('There is nothing to repair.')
      return { dryRun, businesses: planned }
    }

    await this.confirm(`Repair ${summary(differing)}?`, flags.yes)
    const repaired = await this.repairEach(
      admin,
      differing.map(({ slug }) => slug),
      { check, dryRun: false },
    )
    if (repaired.some(({ repairs }) => repairs.length > 0))
      this.log(`Repaired ${summary(repaired)}.`)
    assertAllRepaired([...repaired, ...planned.filter((each) => !differing.includes(each))])
    return { dryRun, businesses: repaired }
  }

  /** A business that fails does not stop the others. With one business the error is thrown. */
  private async repairEach(
    admin: Sql,
    slugs: readonly string[],
    input: { check: RepairableCheck | null; dryRun: boolean },
  ): Promise<RepairedBusiness[]> {
    const { repairData } = await import('@silla/core/health/repair-data')
    const title = `${input.dryRun ? 'Checking' : 'Repairing'} ${pluralize(slugs.length, 'business')}`
    return withProgress(title, this.jsonEnabled(), async (onProgress) => {
      const results: RepairedBusiness[] = []
      for (const slug of slugs) {
        results.push(
          await repairData(admin, slug, input).then(
            (result) => ({ slug, ...result, error: null }),
            (error) => {
              if (slugs.length === 1) throw error
              return { slug, repairs: [], unrepaired: [], error: toErrorReport(error) }
            },
          ),
        )
        onProgress?.(results.length, slugs.length, slug)
      }
      return results
    })
  }
}

/**
 * A row that a policy hides is taken for one that is missing, and what belongs to it would be deleted.
 *
 * @throws CliError
 */
async function assertRowsVisible(admin: Sql): Promise<void> {
  const { schemaDrift } = await import('@silla/db')
  const drift = await schemaDrift(admin)
  const tables = drift.filter(({ part }) => part.startsWith('policy ')).map(({ object }) => object)
  if (tables.length > 0)
    throw new CliError(
      `Policies of ${formatList([...new Set(tables)])} are not those that the migrations make. ` +
        'Run silla db doctor and correct them first.',
    )
}

const repairTable = (businesses: readonly RepairedBusiness[]): string =>
  table(
    ['Business', 'Check', 'Record', 'Column', 'Before', 'After'],
    businesses.flatMap(({ slug, repairs }) =>
      repairs.map(({ check, record, id, field, before, after }) => [
        slug,
        check,
        `${record} ${id}`,
        field,
        before ?? '-',
        after ?? '-',
      ]),
    ),
  )

function summary(businesses: readonly RepairedBusiness[]): string {
  const rows = businesses.reduce((sum, { repairs }) => sum + repairs.length, 0)
  const [only] = businesses
  const where = businesses.length === 1 ? only?.slug : pluralize(businesses.length, 'business')
  return `${pluralize(rows, 'row')} of ${where}`
}

/** @throws CliError that lists every business that failed, and what could not be repaired */
function assertAllRepaired(businesses: readonly RepairedBusiness[]): void {
  const lines = businesses.flatMap(({ slug, unrepaired, error }) => [
    ...(error === null ? [] : [`${slug}: ${error.message}`]),
    ...unrepaired.map((each) => `${slug}: ${unrepairedText(each)}`),
  ])
  if (lines.length === 0) return
  const failed = businesses.filter(({ error, unrepaired }) => error ?? unrepaired.length > 0)
  const message = `${failed.length} of ${pluralize(businesses.length, 'business')} could not be repaired, or not completely.`
  throw new CliError([message, ...lines].join('\n'), { businesses })
}

const unrepairedText = ({ check, record, codes, constraint }: Unrepaired): string =>
  codes.length === 0
    ? `${check}: the constraint ${constraint} does not allow what follows from the rows that each ${record} is ` +
      'derived from. Correct those rows, then repair it again.'
    : `${check}: the lines of ${formatList(codes, `${record}s`)} add up to less than nothing, or to more than their ` +
      `prices. Correct price_cents and charged_cents in app.${record}_lines, then repair it again.`
