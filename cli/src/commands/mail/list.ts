import { Flags } from '@oclif/core'
import { businessFlag, pageOf, pagingFlags } from '../../flags/common-flags.ts'
import { filterLabel, pageFacts, pageText } from '../../format/list-page.ts'
import { SillaCommand } from '../../silla-command.ts'

export default class MailList extends SillaCommand {
  static override summary = 'List the emails of a business'
  static override description =
    'The latest first, with their state: waiting, sent, failed, withheld (a stranger caused too many to ' +
    'its recipient), replaced (a message to the phone was delivered), or kept (stored because SMTP_URL is ' +
    "not set). The content is not shown. Times are in the salon's time zone. --json prints " +
    'the number of emails on all pages as `total`.'
  static override examples = [
    '<%= config.bin %> mail list barberia-centro',
    '<%= config.bin %> mail list barberia-centro --state failed',
    '<%= config.bin %> mail list barberia-centro --email lucia@example.com --limit 10 --json',
  ]
  static override flags = {
    business: businessFlag,
    state: Flags.option({
      options: ['waiting', 'sent', 'kept', 'failed', 'withheld', 'replaced'] as const,
      description: 'Only emails in this state.',
    })(),
    email: Flags.string({
      description: 'Only emails to addresses that contain this text.',
      helpValue: 'TEXT',
    }),
    ...pagingFlags,
  }

  async run() {
    const { flags } = await this.parse(MailList)
    const [{ listMails }, { showBusiness }, { table }, { formatLocalTime }] = await Promise.all([
      import('@silla/core/notifications/read-mails'),
      import('@silla/core/provisioning/show-business'),
      import('../../format/table.ts'),
      import('../../text/values.ts'),
    ])
    const admin = await this.admin()
    const business = await showBusiness(admin, flags.business)
    const { state, email: to } = flags
    const { mails, total } = await listMails(admin, business.slug, { state, to, ...pageOf(flags) })
    const rows = mails.map((mail) => [
      String(mail.id),
      formatLocalTime(mail.createdAt, business.timezone),
      mail.kind,
      mail.to,
      mail.state,
      mail.subject,
      mail.lastError.split('\n')[0] ?? '',
    ])
    const empty = `${business.slug} has no ${filterLabel(state, to)}emails.`
    const headings = ['ID', 'Created', 'Kind', 'To', 'State', 'Subject', 'Last error']
    this.log(pageText(flags, total, table(headings, rows), empty))
    return { mails, ...pageFacts(flags, total) }
  }
}
