import { Args, Flags } from '@oclif/core'
import type { RetriedMail } from '@silla/core'
import { UsageError } from '../../errors/report-error.ts'
import { businessFlag } from '../../flags/common-flags.ts'
import { pluralize } from '../../format/pluralize.ts'
import { SillaCommand } from '../../silla-command.ts'

export default class MailRetry extends SillaCommand {
  static override summary = 'Retry a failed email'
  static override description =
    'The email becomes due immediately and gets as many attempts as a new one. Its id is shown ' +
    'by mail list. --all retries every failed email of the salon; --dry-run only lists them.'
  static override examples = [
    '<%= config.bin %> mail retry barberia-centro 1042',
    '<%= config.bin %> mail retry barberia-centro --all --dry-run',
    '<%= config.bin %> mail retry barberia-centro --all --json',
  ]
  static override args = {
    id: Args.integer({
      description: 'The id of the email; not with --all.',
      min: 1,
      max: Number.MAX_SAFE_INTEGER,
    }),
  }
  static override flags = {
    business: businessFlag,
    all: Flags.boolean({ description: 'Every failed email.' }),
    'dry-run': Flags.boolean({ description: 'Only list the failed emails.', dependsOn: ['all'] }),
  }

  async run() {
    const { args, flags } = await this.parse(MailRetry)
    if ((flags.all === true) === (args.id !== undefined))
      throw new UsageError('Pass the id of one email, or --all. See --help.')
    const [{ listMails }, { retryMails }] = await Promise.all([
      import('@silla/core/notifications/read-mails'),
      import('@silla/core/notifications/retry-mails'),
    ])
    if (flags['dry-run']) {
      const failed = { state: 'failed', offset: 0, limit: 100_000 } as const
      const { mails } = await listMails(await this.admin(), flags.business, failed)
      return this.report(mails, true, `${pluralize(mails.length, 'email')} would be retried.`)
    }
    const detail = args.id === undefined ? { all: true } : { mailId: args.id }
    const mails = await retryMails(
      await this.operatorContext(flags.business, detail),
      args.id ?? null,
    )
    return this.report(mails, false, `Retrying ${pluralize(mails.length, 'email')}.`)
  }

  private report(
    mails: readonly RetriedMail[],
    dryRun: boolean,
    summary: string,
  ): { dryRun: boolean; mails: RetriedMail[] } {
    for (const { id, kind, to } of mails) this.log(`${id} ${kind} to ${to}`)
    this.log(summary)
    return { dryRun, mails: mails.map(({ id, kind, to }) => ({ id, kind, to })) }
  }
}
