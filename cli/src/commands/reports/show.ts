import { Args, Flags } from '@oclif/core'
import type { Report, ReportKind, ReportRow } from '@silla/core'
import {
  groupsOfReport,
  maxReportDays,
  reportFigures,
  reportGroups,
} from '@silla/core/model/report'
import type { EpochDay } from '@silla/slots'
import { UsageError } from '../../errors/report-error.ts'
import { businessFlag, outputFlag } from '../../flags/common-flags.ts'
import type { ReportRecord } from '../../format/report-record.ts'
import { SillaCommand } from '../../silla-command.ts'

const kinds = Object.keys(reportFigures) as ReportKind[]

export default class ReportsShow extends SillaCommand {
  static override summary = 'Show a report of a salon'
  static override description =
    'What happened in some days, in figures: takings, visits, utilization of working time, absences, ' +
    'customers or services, as docs/reports.md defines them. Days are those of the salon, at most 366; by ' +
    'default those of this month up to today. Amounts in --json are in cents. CSV has the rows without the ' +
    'total, and an apostrophe before a name that a spreadsheet would run as a formula.'
  static override examples = [
    '<%= config.bin %> reports show takings --business barberia-centro',
    '<%= config.bin %> reports show visits --business barberia-centro --from 2027-01-01 --to 2027-03-31 --group professional',
    '<%= config.bin %> reports show customers --business barberia-centro --group week --json',
    '<%= config.bin %> reports show services --business barberia-centro --format csv --separator semicolon --output services.csv',
  ]
  static override args = {
    report: Args.string({
      description: `${kinds.slice(0, -1).join(', ')} or ${kinds.at(-1)}.`,
      options: kinds,
      required: true,
    }),
  }
  static override flags = {
    business: businessFlag,
    from: Flags.string({
      description:
        'First day: 2027-06-30, today, yesterday; default the first of the month of --to.',
      helpValue: 'DAY',
    }),
    to: Flags.string({ description: 'Last day, included; default today.', helpValue: 'DAY' }),
    group: Flags.option({
      options: reportGroups,
      description: 'What the rows are; the default depends on the report.',
    })(),
    format: Flags.option({
      options: ['table', 'csv'] as const,
      description: 'The output format.',
      default: 'table',
    })(),
    separator: Flags.option({
      options: ['comma', 'semicolon'] as const,
      description:
        'The CSV separator. With semicolon, numbers have decimal commas, as spreadsheets in Spain ' +
        'expect.',
    })(),
    output: outputFlag,
  }

  async run(): Promise<ReportRecord> {
    const { args, flags } = await this.parse(ReportsShow)
    const kind = args.report as ReportKind
    if (flags.format !== 'csv' && (flags.separator ?? flags.output) !== undefined)
      throw new UsageError('--separator and --output need --format csv.')
    const group = flags.group ?? groupsOfReport[kind][0]
    if (!groupsOfReport[kind].includes(group))
      throw new UsageError(
        `Invalid value for --group: ${kind} can be by ${groupsOfReport[kind].join(', ')}.`,
      )
    const [{ readReport }, { reportTable }, { reportRecord, reportText }, { textIn }] =
      await Promise.all([
        import('@silla/core/reports/read-report'),
        import('@silla/core/reports/report-table'),
        import('../../format/report-record.ts'),
        import('../../text/values.ts'),
      ])
    const context = await this.operatorContext(flags.business)
    const { settings } = await context.tenant.catalog()
    const days = await this.days(flags, settings.timezone, context.clock.now())
    const report: Report = await readReport(context, { kind, ...days, group })
    const nameOf = ({ subject }: ReportRow) => {
      const name = subject?.name ?? ''
      return typeof name === 'string' ? name : textIn(name, settings.mainLanguage)
    }
    const record = reportRecord(report, nameOf)
    if (flags.format === 'table') {
      this.log(reportText(record))
      return record
    }
    const text = reportTable(report, {
      separator: flags.separator === 'semicolon' ? ';' : ',',
      headings: ['from', 'to', 'id', 'name', ...Object.keys(reportFigures[kind])],
      nameOf,
    })
    if (flags.output === undefined) this.log(text.trimEnd())
    else {
      const { writeTextFile } = await import('../../format/write-text-file.ts')
      await writeTextFile(flags.output, text)
      this.log(`Wrote ${flags.output}.`)
    }
    return record
  }

  /** @throws UsageError when a day is invalid, or there are more than 366 */
  private async days(
    flags: { from?: string | undefined; to?: string | undefined },
    timezone: string,
    now: Date,
  ): Promise<{ from: EpochDay; to: EpochDay }> {
    const [{ parseDay, parseDayRange }, { formatDate, parseDate }] = await Promise.all([
      import('../../flags/parse-days.ts'),
      import('@silla/slots'),
    ])
    const range = parseDayRange(flags, timezone, now)
    const to = range.to ?? parseDay('to', 'today', timezone, now)
    const from = range.from ?? parseDate(`${formatDate(to).slice(0, 7)}-01`) ?? to
    if (to - from >= maxReportDays)
      throw new UsageError(`A report has at most ${maxReportDays} days.`)
    if (to < from)
      throw new UsageError(`--from ${formatDate(from)} is in the future: pass --to too.`)
    return { from, to }
  }
}
