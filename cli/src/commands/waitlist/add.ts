import { Flags } from '@oclif/core'
import { businessFlag } from '../../flags/common-flags.ts'
import { serviceFlags, visitorFlags } from '../../flags/visitor-flags.ts'
import { SillaCommand } from '../../silla-command.ts'

export default class WaitlistAdd extends SillaCommand {
  static override summary = 'Add a customer to the waitlist'
  static override description =
    'Nothing is held for the customer until time is freed that fits; then they get an email with an ' +
    'offer. The booking horizon, services not bookable online, a required phone number and blocked ' +
    'customers are checked as online; there is no limit of entries. The customer gets no email now: ' +
    "pass on the code, with which they see and leave the waitlist. Days and times are in the salon's " +
    'time zone.'
  static override examples = [
    '<%= config.bin %> waitlist add barberia-centro --service Corte --from tomorrow --name "Lucía Prado" --email lucia@example.com',
    '<%= config.bin %> waitlist add barberia-centro --professional Marta --service Corte --service Barba --from tomorrow --hours 16:00-20:00 --name "Lucía Prado" --email lucia@example.com --json',
    '<%= config.bin %> waitlist add barberia-centro --line Corte=Marta --line Barba=any --from tomorrow --name "Lucía Prado" --email lucia@example.com',
  ]
  static override flags = {
    business: businessFlag,
    professional: Flags.string({
      description: 'The professional: id, name or handle; default: any, anyone who is free.',
      helpValue: 'PROFESSIONAL',
      exclusive: ['line'],
    }),
    ...serviceFlags,
    from: Flags.string({
      description: 'The first day: 2027-06-30, today or tomorrow.',
      required: true,
      helpValue: 'DAY',
    }),
    to: Flags.string({
      description: 'The last day; default: the first one. Up to 31 days later.',
      helpValue: 'DAY',
    }),
    hours: Flags.string({
      description: 'The visit starts and ends within these hours; default: at any time.',
      helpValue: 'HH:MM-HH:MM',
    }),
    email: Flags.string({
      description: 'The email address of the customer, for the offer.',
      required: true,
      helpValue: 'EMAIL',
    }),
    ...visitorFlags,
  }

  async run() {
    const { flags } = await this.parse(WaitlistAdd)
    const [
      { joinWaitlist },
      { findWaitlistEntry },
      { readHandles },
      { readWaitlistEntry },
      { servicesOfEntry, waitlistRecord, waitlistTime },
    ] = await Promise.all([
      import('@silla/core/waitlist/join-waitlist'),
      import('@silla/core/waitlist/find-waitlist-entry'),
      import('@silla/core/provisioning/read-handles'),
      import('../../flags/waitlist-flags.ts'),
      import('../../format/waitlist-record.ts'),
    ])
    const context = await this.operatorContext(flags.business)
    const catalog = await context.tenant.catalog()
    const input = readWaitlistEntry(flags, catalog, await readHandles(context), context.clock.now())
    const { id } = await joinWaitlist(context, input)
    const found = await findWaitlistEntry(context, { entryId: id, code: null })
    const entry = waitlistRecord(found.entry, catalog.settings)
    this.log(
      `Added ${entry.contact.name} to the waitlist: entry ${entry.id}, code ${entry.code}, ` +
        `${servicesOfEntry(entry)}, ${waitlistTime(entry)}.`,
    )
    return { entry }
  }
}
