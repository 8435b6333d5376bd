import type { ImportReport, RequestContext } from '@silla/core'
import { CliError, toErrorReport } from './errors/report-error.ts'
import type { reportJson } from './format/import-report.ts'
import { pluralize } from './format/pluralize.ts'
import { withProgress } from './format/with-progress.ts'
import { SillaCommand } from './silla-command.ts'
import { isTerminal } from './text/terminal.ts'

type Run = (options: {
  dryRun: boolean
  onProgress: (done: number, total: number) => void
}) => Promise<ImportReport>

/**
 * A command that imports the rows of a file (D78): it checks all of them first, wants a confirmation on a terminal, and
 * writes them in transactions of several hundred. What was written stays when it is interrupted, and the
 * next run goes on from there.
 */
export abstract class ImportCommand extends SillaCommand {
  /** @param run checks or imports the rows of the file */
  protected async carryOut(
    context: RequestContext,
    flags: { 'dry-run': boolean; yes: boolean; report?: string | undefined },
    run: Run,
  ): Promise<ReturnType<typeof reportJson>> {
    const { columnText, summary } = await import('./format/import-report.ts')
    const checked = {
      ...(await this.withRows('Checking', (onProgress) => run({ dryRun: true, onProgress }))),
      dryRun: flags['dry-run'] === true,
    }
    this.log(columnText(checked))
    if (!checked.dryRun) assertKnownNames(checked)
    const toWrite = checked.counts.created + checked.counts.merged
    if (checked.dryRun || toWrite === 0) return this.show(checked, context, flags.report)
    if (isTerminal() && !this.jsonEnabled()) {
      this.log(summary({ ...checked, dryRun: true }, context.tenant.slug))
      await this.confirm(
        `Import ${pluralize(toWrite, 'row')} into ${context.tenant.slug}?`,
        flags.yes,
      )
    }
    const report = await this.withRows('Importing', (onProgress) =>
      run({ dryRun: false, onProgress }),
    )
    return this.show(report, context, flags.report)
  }

  private async show(
    report: ImportReport,
    { tenant }: RequestContext,
    file: string | undefined,
  ): Promise<ReturnType<typeof reportJson>> {
    const { reportJson, rowsText, summary } = await import('./format/import-report.ts')
    const rows = rowsText(report)
    if (rows !== '') this.log(rows)
    this.log(summary(report, tenant.slug))
    if (file !== undefined) await this.writeReport(report, file)
    return reportJson(report)
  }

  /** @throws CliError with how many rows were committed before the error */
  private withRows(
    title: string,
    work: (onProgress: (done: number, total: number) => void) => Promise<ImportReport>,
  ): Promise<ImportReport> {
    let committed = ''
    return withProgress(
      title,
      this.jsonEnabled(),
      async (onProgress) => {
        try {
          return await work((done, total) => {
            committed = `${done} of ${total} rows are done. Run the command again for the others.`
            onProgress?.(done, total, 'rows')
          })
        } catch (error) {
          if (committed === '' || title !== 'Importing') throw error
          const { message, ...details } = toErrorReport(error)
          throw new CliError(`${message} ${committed}`, details)
        }
      },
      title === 'Importing' ? { committedUnits: 'rows' } : {},
    )
  }

  private async writeReport(report: ImportReport, file: string): Promise<void> {
    const [{ reportCsv }, { writeTextFile }] = await Promise.all([
      import('@silla/core/imports/report-csv'),
      import('./format/write-text-file.ts'),
    ])
    await writeTextFile(file, reportCsv(report))
    this.log(`Wrote ${file}.`)
  }
}

/** @throws CliError with the names of the file that have no meaning in the salon */
function assertKnownNames({ unknownNames }: ImportReport): void {
  if (unknownNames.length === 0) return
  const list = unknownNames.map(
    ({ kind, name, rows }) => `  ${kind} ${name}: ${pluralize(rows, 'row')}`,
  )
  throw new CliError(
    `Nothing was imported. The salon does not have:\n${list.join('\n')}\n` +
      'Say what each is called here, such as --map "Haircut=Corte"; --map "Break=" leaves its rows out.',
  )
}
