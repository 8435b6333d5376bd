import { businessFlag } from '../../flags/common-flags.ts'
import { waitlistArgument } from '../../flags/waitlist-argument.ts'
import { SillaCommand } from '../../silla-command.ts'

export default class WaitlistShow extends SillaCommand {
  static override summary = 'Show an entry of the waitlist'
  static override description =
    'What the customer waits for, and the time that is held for them now, if any.'
  static override examples = [
    '<%= config.bin %> waitlist show barberia-centro 1042',
    '<%= config.bin %> waitlist show barberia-centro 1042 --json',
  ]
  static override args = { entry: waitlistArgument }
  static override flags = { business: businessFlag }

  async run() {
    const { args, flags } = await this.parse(WaitlistShow)
    const [{ findWaitlistEntry }, { servicesOfEntry, waitlistRecord, waitlistTime }, { card }] =
      await Promise.all([
        import('@silla/core/waitlist/find-waitlist-entry'),
        import('../../format/waitlist-record.ts'),
        import('../../format/cards.ts'),
      ])
    const context = await this.operatorContext(flags.business)
    const { settings } = await context.tenant.catalog()
    const found = await findWaitlistEntry(context, { entryId: args.entry, code: null })
    const entry = waitlistRecord(found.entry, settings)
    this.log(
      card([
        ['Id', entry.id],
        ['Code', entry.code],
        ['State', entry.state],
        ['Customer', entry.contact.name],
        ['E-mail', entry.contact.email],
        ['Phone', entry.contact.phone],
        ['Services', servicesOfEntry(entry)],
        ['Professional', entry.professional?.name ?? 'any'],
        ['When', waitlistTime(entry)],
        ['Notes', entry.notes],
        ['Offer', entry.offer ? `${entry.offer.start}, until ${entry.offer.expires}` : ''],
        ['Unanswered offers', entry.unansweredOffers],
      ]),
    )
    return { entry }
  }
}
