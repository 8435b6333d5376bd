import { Args, Flags } from '@oclif/core'
import { CliError } from '../../errors/report-error.ts'
import { businessFlag } from '../../flags/common-flags.ts'
import { SillaCommand } from '../../silla-command.ts'
import { sanitizeLines } from '../../text/sanitize.ts'
import { terminalColumns } from '../../text/terminal.ts'

export default class MailShow extends SillaCommand {
  static override summary = 'Show an email and its stored content'
  static override description =
    'The content is stored only when SMTP_URL is not set (state kept); emails that wait, were ' +
    'sent or failed have none. --part prints one part of the content, to open it elsewhere. ' +
    "Times are in the salon's time zone."
  static override examples = [
    '<%= config.bin %> mail show barberia-centro 1042',
    '<%= config.bin %> mail show barberia-centro 1042 --part calendar',
    '<%= config.bin %> mail show barberia-centro 1042 --json',
  ]
  static override args = {
    id: Args.integer({
      description: 'The id of the email.',
      required: true,
      min: 1,
      max: Number.MAX_SAFE_INTEGER,
    }),
  }
  static override flags = {
    business: businessFlag,
    part: Flags.option({
      options: ['text', 'html', 'calendar'] as const,
      description: 'Only this part of the content.',
    })(),
  }

  async run() {
    const { args, flags } = await this.parse(MailShow)
    const [{ readMail }, { showBusiness }, { mailCard }] = await Promise.all([
      import('@silla/core/notifications/read-mails'),
      import('@silla/core/provisioning/show-business'),
      import('../../format/cards.ts'),
    ])
    const admin = await this.admin()
    const business = await showBusiness(admin, flags.business)
    const mail = await readMail(admin, business.slug, args.id)
    if (mail === null) throw new CliError(`${business.slug} has no email ${args.id}.`)
    if (flags.part === undefined) this.log(mailCard(mail, business.timezone))
    else if (mail[flags.part] === '')
      throw new CliError(`Email ${mail.id} is ${mail.state} and has no stored ${flags.part}.`)
    else
      this.log(
        terminalColumns() !== null ? sanitizeLines(mail[flags.part]) : mail[flags.part].trimEnd(),
      )
    return { mail }
  }
}
