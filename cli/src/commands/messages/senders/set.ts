import { Args, Flags } from '@oclif/core'
import { businessFlag } from '../../../flags/common-flags.ts'
import { SillaCommand } from '../../../silla-command.ts'

export default class MessagesSendersSet extends SillaCommand {
  static override summary = 'Set the number or name that a business sends messages from'
  static override description =
    'One for each channel; it replaces the one before. SMS: a number with + and the country code, or a name ' +
    'of at most 11 letters and digits, to which nobody can reply STOP. WhatsApp: the id of the phone number. ' +
    '--registered-on is when the sender was registered with the authority; with --account, the states of the ' +
    'templates are read from WhatsApp each night.'
  static override examples = [
    '<%= config.bin %> messages senders set barberia-centro sms +34910000000 --registered-on 2026-10-01',
    '<%= config.bin %> messages senders set barberia-centro whatsapp 106540352242922 --account 102290129340398 --json',
  ]
  static override args = {
    channel: Args.string({
      description: 'The channel.',
      required: true,
      options: ['sms', 'whatsapp'],
    }),
    sender: Args.string({ description: 'The number, name or id.', required: true }),
  }
  static override flags = {
    business: businessFlag,
    'registered-on': Flags.string({
      description: 'The day of its registration, such as 2026-10-01.',
      helpValue: 'DATE',
    }),
    account: Flags.string({
      description: 'The id of the WhatsApp Business account that has the templates.',
      helpValue: 'ID',
    }),
  }

  async run() {
    const { args, flags } = await this.parse(MessagesSendersSet)
    const [{ setMessageSender }, { parseDate }, { UsageError }] = await Promise.all([
      import('@silla/core/messages/manage-senders'),
      import('@silla/slots'),
      import('../../../errors/report-error.ts'),
    ])
    const registeredOn = flags['registered-on'] ?? null
    if (registeredOn !== null && parseDate(registeredOn) === null)
      throw new UsageError(`${registeredOn} is not a date: expected one like 2026-10-01.`)
    const channel = args.channel as 'sms' | 'whatsapp'
    const detail = { channel, sender: args.sender }
    const context = await this.operatorContext(flags.business, detail)
    const sender = await setMessageSender(context, {
      ...{ channel, sender: args.sender, registeredOn },
      account: flags.account ?? null,
    })
    this.log(`${flags.business} sends ${channel} from ${sender.sender}.`)
    return { sender }
  }
}
