import { Args, Flags } from '@oclif/core'
import { CliError } from '../../errors/report-error.ts'
import { businessFlag } from '../../flags/business-flag.ts'
import { sanitizeLines } from '../../format/sanitize.ts'
import { terminalColumns } from '../../format/terminal.ts'
import { SillaCommand } from '../../silla-command.ts'

export default class MailShow extends SillaCommand {
  static override summary = 'Show a letter, and what it says if it was kept'
  static override description =
    "A letter that was sent, failed or waits says nothing here: only where there is no SMTP_URL are letters kept, and can be read. --part writes one part alone, to be looked at elsewhere. Times are the salon's."
  static override examples = [
    '<%= config.bin %> mail show 1042 --business barberia-centro',
    '<%= config.bin %> mail show 1042 -b barberia-centro --part calendar',
    '<%= config.bin %> mail show 1042 -b barberia-centro --json',
  ]
  static override args = {
    id: Args.integer({
      description: 'The id of the letter.',
      required: true,
      min: 1,
      max: Number.MAX_SAFE_INTEGER,
    }),
  }
  static override flags = {
    business: businessFlag,
    part: Flags.option({
      options: ['text', 'html', 'calendar'] as const,
      description: 'Only this part of what it says.',
    })(),
  }

  async run() {
    const { args, flags } = await this.parse(MailShow)
    const [{ readMail }, { showBusiness }, { mailCard }] = await Promise.all([
      import('@silla/core/notifications/read-mails'),
      import('@silla/core/provisioning/show-business'),
      import('../../format/mail-card.ts'),
    ])
    const admin = await this.admin()
    const business = await showBusiness(admin, flags.business)
    const mail = await readMail(admin, business.slug, args.id)
    if (mail === null) throw new CliError(`${business.slug} has no letter ${args.id}.`)
    if (flags.part === undefined) this.log(mailCard(mail, business.timezone))
    else if (mail[flags.part] === '')
      throw new CliError(`Letter ${mail.id} is ${mail.state} and has no ${flags.part} here.`)
    else
      this.log(
        terminalColumns() !== null ? sanitizeLines(mail[flags.part]) : mail[flags.part].trimEnd(),
      )
    return { mail }
  }
}
