import { Args } from '@oclif/core'
import { businessFlag } from '../../flags/common-flags.ts'
import { SillaCommand } from '../../silla-command.ts'

export default class MessagesRetry extends SillaCommand {
  static override summary = 'Retry a message that reached nobody'
  static override description =
    'For one that failed or was dropped, and after which neither another channel nor an email took over. It ' +
    'keeps to the consent of the customer, the quiet hours and the ceiling of the month.'
  static override examples = [
    '<%= config.bin %> messages retry barberia-centro 1042',
    '<%= config.bin %> messages retry barberia-centro 1042 --json',
  ]
  static override args = {
    id: Args.integer({
      description: 'The id of the message, as shown by messages list.',
      required: true,
      min: 1,
      max: Number.MAX_SAFE_INTEGER,
    }),
  }
  static override flags = { business: businessFlag }

  async run() {
    const { args, flags } = await this.parse(MessagesRetry)
    const { retryMessage } = await import('@silla/core/messages/retry-message')
    const context = await this.operatorContext(flags.business, { messageId: args.id })
    const message = await retryMessage(context, args.id)
    this.log(`Retrying message ${message.id}, ${message.kind} to ${message.to}.`)
    return { message }
  }
}
