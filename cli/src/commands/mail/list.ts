import { Flags } from '@oclif/core'
import { businessFlag } from '../../business-flag.ts'
import { SillaCommand } from '../../silla-command.ts'

export default class MailList extends SillaCommand {
  static override summary = "List a business's letters"
  static override description =
    "The latest ones first: waiting, sent, kept (there is no SMTP_URL) or failed. What a letter said is not shown. Times are the salon's."
  static override examples = [
    '<%= config.bin %> mail list --business barberia-centro',
    '<%= config.bin %> mail list --business barberia-centro --limit 10 --json',
  ]
  static override flags = {
    business: businessFlag,
    limit: Flags.integer({ description: 'How many at most.', default: 50, min: 1, max: 1000 }),
  }

  async run() {
    const { flags } = await this.parse(MailList)
    const [{ listMails, showBusiness }, { table }, { localTime }] = await Promise.all([
      import('@silla/core'),
      import('../../table.ts'),
      import('../../local-time.ts'),
    ])
    const admin = await this.admin()
    const business = await showBusiness(admin, flags.business)
    const mails = await listMails(admin, business.slug, flags.limit)
    const rows = mails.map((mail) => [
      String(mail.id),
      localTime(mail.createdAt, business.timezone),
      mail.kind,
      mail.to,
      mail.state,
      mail.subject,
      mail.lastError.split('\n')[0] ?? '',
    ])
    if (mails.length === 0) this.log(`${business.slug} has no letters.`)
    else this.log(table(['ID', 'Asked for', 'Kind', 'To', 'State', 'Subject', 'Last error'], rows))
    return { mails }
  }
}
