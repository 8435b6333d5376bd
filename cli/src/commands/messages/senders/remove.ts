import { Args } from '@oclif/core'
import { businessFlag } from '../../../flags/common-flags.ts'
import { SillaCommand } from '../../../silla-command.ts'

export default class MessagesSendersRemove extends SillaCommand {
  static override summary = 'Stop the messages of a business by one channel'
  static override description =
    'Its customers get messages by the other channel, or emails. What they have agreed to stays recorded.'
  static override examples = [
    '<%= config.bin %> messages senders remove barberia-centro sms',
    '<%= config.bin %> messages senders remove barberia-centro whatsapp --json',
  ]
  static override args = {
    channel: Args.string({
      description: 'The channel.',
      required: true,
      options: ['sms', 'whatsapp'],
    }),
  }
  static override flags = { business: businessFlag }

  async run() {
    const { args, flags } = await this.parse(MessagesSendersRemove)
    const { removeMessageSender } = await import('@silla/core/messages/manage-senders')
    const channel = args.channel as 'sms' | 'whatsapp'
    const context = await this.operatorContext(flags.business, { channel })
    const { sender } = await removeMessageSender(context, channel)
    this.log(`${flags.business} sends no more ${channel} from ${sender}.`)
    return { channel, sender }
  }
}
