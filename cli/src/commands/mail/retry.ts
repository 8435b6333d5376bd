import { Args, Flags } from '@oclif/core'
import type { RetriedMail } from '@silla/core'
import { UsageError } from '../../errors/report-error.ts'
import { businessFlag } from '../../flags/business-flag.ts'
import { pluralize } from '../../format/pluralize.ts'
import { SillaCommand } from '../../silla-command.ts'

export default class MailRetry extends SillaCommand {
  static override summary = 'Send a letter that failed after all'
  static override description =
    'The letter is due at once and may fail as often as a new one. Its id is shown by mail list; --all takes every letter of the salon that failed, --dry-run only tells which those are.'
  static override examples = [
    '<%= config.bin %> mail retry 1042 --business barberia-centro',
    '<%= config.bin %> mail retry --all -b barberia-centro --dry-run',
    '<%= config.bin %> mail retry --all -b barberia-centro --json',
  ]
  static override args = {
    id: Args.integer({
      description: 'The id of the letter; not with --all.',
      min: 1,
      max: Number.MAX_SAFE_INTEGER,
    }),
  }
  static override flags = {
    business: businessFlag,
    all: Flags.boolean({ description: 'Every letter that failed.' }),
    'dry-run': Flags.boolean({ description: 'Only tell which ones failed.', dependsOn: ['all'] }),
  }

  async run() {
    const { args, flags } = await this.parse(MailRetry)
    if ((flags.all === true) === (args.id !== undefined))
      throw new UsageError('Name one letter, or say --all. See --help.')
    const [{ listMails }, { retryMails }] = await Promise.all([
      import('@silla/core/notifications/read-mails'),
      import('@silla/core/notifications/retry-mails'),
    ])
    if (flags['dry-run']) {
      const failed = { state: 'failed', offset: 0, limit: 100_000 } as const
      const { mails } = await listMails(await this.admin(), flags.business, failed)
      return this.tell(mails, true, `${pluralize(mails.length, 'letter')} would be sent again.`)
    }
    const detail = args.id === undefined ? { all: true } : { mailId: args.id }
    const mails = await retryMails(await this.actFor(flags.business, detail), args.id ?? null)
    return this.tell(mails, false, `${pluralize(mails.length, 'letter')} to be sent now.`)
  }

  private tell(
    mails: readonly RetriedMail[],
    dryRun: boolean,
    end: string,
  ): { dryRun: boolean; mails: RetriedMail[] } {
    for (const { id, kind, to } of mails) this.log(`${id} ${kind} to ${to}`)
    this.log(end)
    return { dryRun, mails: mails.map(({ id, kind, to }) => ({ id, kind, to })) }
  }
}
