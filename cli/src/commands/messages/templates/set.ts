import { Args } from '@oclif/core'
import { languageList, languages } from '@silla/locale'
import { businessFlag } from '../../../flags/common-flags.ts'
import { SillaCommand } from '../../../silla-command.ts'

export default class MessagesTemplatesSet extends SillaCommand {
  static override summary = 'Record whether WhatsApp has approved a template'
  static override description =
    'WhatsApp sends only templates that it has approved, in the language of the customer; for others the ' +
    'customer gets an SMS or an email. For a sender without an account: with one, the states are read ' +
    'from WhatsApp each night, in place of what was recorded here.'
  static override examples = [
    '<%= config.bin %> messages templates set barberia-centro silla_booking_reminder_1 es approved',
    '<%= config.bin %> messages templates set barberia-centro silla_booking_reminder_1 ar rejected --json',
  ]
  static override args = {
    name: Args.string({ description: 'The name of the template.', required: true }),
    language: Args.string({
      description: `The language: ${languageList()}.`,
      required: true,
      options: [...languages],
    }),
    state: Args.string({
      description: 'What WhatsApp says: pending, approved or rejected.',
      required: true,
      options: ['pending', 'approved', 'rejected'],
    }),
  }
  static override flags = { business: businessFlag }

  async run() {
    const { args, flags } = await this.parse(MessagesTemplatesSet)
    const { setTemplateState } = await import('@silla/core/messages/manage-senders')
    const { name, language } = args
    const state = args.state as 'pending' | 'approved' | 'rejected'
    const context = await this.operatorContext(flags.business, { name, language, state })
    const { templates } = await setTemplateState(context, { names: [name], language, state })
    this.log(`${name} in ${language} is ${state}.`)
    return { templates }
  }
}
