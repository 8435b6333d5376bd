import { Flags } from '@oclif/core'
import { businessFlag } from '../../flags/business-flag.ts'
import { pageOf, pagingFlags } from '../../flags/paging-flags.ts'
import { filterLabel, pageFacts, pageText } from '../../format/list-page.ts'
import { SillaCommand } from '../../silla-command.ts'

export default class MailList extends SillaCommand {
  static override summary = "List a business's letters"
  static override description =
    "The latest ones first: waiting, sent, kept (there is no SMTP_URL) or failed. What a letter said is not shown. Times are the salon's. --json tells in `total` how many there are on all pages."
  static override examples = [
    '<%= config.bin %> mail list --business barberia-centro',
    '<%= config.bin %> mail list -b barberia-centro --state failed',
    '<%= config.bin %> mail list --business barberia-centro --email lucia@example.com --limit 10 --json',
  ]
  static override flags = {
    business: businessFlag,
    state: Flags.option({
      options: ['waiting', 'sent', 'kept', 'failed'] as const,
      description: 'Only those in this state.',
    })(),
    email: Flags.string({
      description: 'Only those whose address has this in it.',
      helpValue: 'TEXT',
    }),
    ...pagingFlags,
  }

  async run() {
    const { flags } = await this.parse(MailList)
    const [{ listMails }, { showBusiness }, { table }, { localTime }] = await Promise.all([
      import('@silla/core/notifications/read-mails'),
      import('@silla/core/provisioning/show-business'),
      import('../../format/table.ts'),
      import('../../format/local-time.ts'),
    ])
    const admin = await this.admin()
    const business = await showBusiness(admin, flags.business)
    const { state, email: to } = flags
    const { mails, total } = await listMails(admin, business.slug, { state, to, ...pageOf(flags) })
    const rows = mails.map((mail) => [
      String(mail.id),
      localTime(mail.createdAt, business.timezone),
      mail.kind,
      mail.to,
      mail.state,
      mail.subject,
      mail.lastError.split('\n')[0] ?? '',
    ])
    const nothing = `${business.slug} has no ${filterLabel(state, to)}letters.`
    const headings = ['ID', 'Asked for', 'Kind', 'To', 'State', 'Subject', 'Last error']
    this.log(pageText(flags, total, table(headings, rows), nothing))
    return { mails, ...pageFacts(flags, total) }
  }
}
