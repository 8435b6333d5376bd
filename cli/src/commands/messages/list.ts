import { Flags } from '@oclif/core'
import { businessFlag, pageOf, pagingFlags } from '../../flags/common-flags.ts'
import { filterLabel, pageFacts, pageText } from '../../format/list-page.ts'
import { SillaCommand } from '../../silla-command.ts'

export default class MessagesList extends SillaCommand {
  static override summary = 'List the messages to phones of a business'
  static override description =
    'The latest first, with their state: waiting, sending, unknown (it may have been sent), sent (the ' +
    'provider has accepted it), delivered, read, failed, or dropped (it was not sent, and the next ' +
    'channel or the email took over). Then how many the business has sent this month, and what the ' +
    "provider has charged for them. Texts are not shown. Times are in the salon's time zone. --json prints " +
    'the number of messages on all pages as `total`.'
  static override examples = [
    '<%= config.bin %> messages list barberia-centro',
    '<%= config.bin %> messages list barberia-centro --state failed',
    '<%= config.bin %> messages list barberia-centro --phone 600112233 --limit 10 --json',
  ]
  static override flags = {
    business: businessFlag,
    state: Flags.option({
      options: [
        ...(['waiting', 'sending', 'unknown', 'sent'] as const),
        ...(['delivered', 'read', 'failed', 'dropped'] as const),
      ],
      description: 'Only messages in this state.',
    })(),
    phone: Flags.string({
      description: 'Only messages to numbers that contain these digits.',
      helpValue: 'DIGITS',
    }),
    ...pagingFlags,
  }

  async run() {
    const { flags } = await this.parse(MessagesList)
    const [{ listMessages }, { showBusiness }, { table }, { formatLocalTime }, { messageUse }] =
      await Promise.all([
        import('@silla/core/messages/read-messages'),
        import('@silla/core/provisioning/show-business'),
        import('../../format/table.ts'),
        import('../../text/values.ts'),
        import('../../format/message-use.ts'),
      ])
    const admin = await this.admin()
    const business = await showBusiness(admin, flags.business)
    const { state, phone: to } = flags
    const page = { state, to, ...pageOf(flags) }
    const { messages, total, use } = await listMessages(admin, business.slug, page)
    const rows = messages.map((message) => [
      String(message.id),
      formatLocalTime(message.createdAt, business.timezone),
      message.kind,
      message.channel,
      message.to,
      message.state,
      message.error.split('\n')[0] ?? '',
    ])
    const empty = `${business.slug} has no ${filterLabel(state, to)}messages.`
    const headings = ['ID', 'Created', 'Kind', 'Channel', 'To', 'State', 'Error']
    this.log(pageText(flags, total, table(headings, rows), empty))
    if (messages.length > 0 || total === 0) this.log(messageUse(use))
    return { messages, use, ...pageFacts(flags, total) }
  }
}
