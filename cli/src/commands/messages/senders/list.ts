import { businessFlag } from '../../../flags/common-flags.ts'
import { SillaCommand } from '../../../silla-command.ts'

export default class MessagesSendersList extends SillaCommand {
  static override summary = 'List what a business sends messages from'
  static override description =
    'The sender of each channel, when it was registered with the authority, and the account at WhatsApp ' +
    'that has the templates: messages templates list has those.'
  static override examples = [
    '<%= config.bin %> messages senders list barberia-centro',
    '<%= config.bin %> messages senders list barberia-centro --json',
  ]
  static override flags = { business: businessFlag }

  async run() {
    const { flags } = await this.parse(MessagesSendersList)
    const [{ listMessageSenders }, { table }] = await Promise.all([
      import('@silla/core/messages/read-messages'),
      import('../../../format/table.ts'),
    ])
    const senders = await listMessageSenders(await this.admin(), flags.business)
    const rows = senders.map(({ channel, sender, registeredOn, account }) => [
      channel,
      sender,
      registeredOn ?? '',
      account,
    ])
    this.log(
      rows.length === 0
        ? `${flags.business} has no sender: its customers get emails.`
        : table(['Channel', 'Sender', 'Registered', 'Account'], rows),
    )
    return { senders }
  }
}
