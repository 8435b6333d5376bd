import { Args } from '@oclif/core'
import { CliError } from '../../errors/report-error.ts'
import { businessFlag } from '../../flags/common-flags.ts'
import { SillaCommand } from '../../silla-command.ts'

export default class MessagesShow extends SillaCommand {
  static override summary = 'Show what became of a message to a phone'
  static override description =
    'Its channel, sender, template, states and cost, and the id that the provider has for it. ' +
    "Its text is not stored. Times are in the salon's time zone."
  static override examples = [
    '<%= config.bin %> messages show barberia-centro 1042',
    '<%= config.bin %> messages show barberia-centro 1042 --json',
  ]
  static override args = {
    id: Args.integer({
      description: 'The id of the message.',
      required: true,
      min: 1,
      max: Number.MAX_SAFE_INTEGER,
    }),
  }
  static override flags = { business: businessFlag }

  async run() {
    const { args, flags } = await this.parse(MessagesShow)
    const [{ readMessage }, { showBusiness }, { messageCard }] = await Promise.all([
      import('@silla/core/messages/read-messages'),
      import('@silla/core/provisioning/show-business'),
      import('../../format/cards.ts'),
    ])
    const admin = await this.admin()
    const business = await showBusiness(admin, flags.business)
    const message = await readMessage(admin, business.slug, args.id)
    if (message === null) throw new CliError(`${business.slug} has no message ${args.id}.`)
    this.log(messageCard(message, business.timezone))
    return { message }
  }
}
