import { Flags } from '@oclif/core'
import { businessFlag } from '../../flags/common-flags.ts'
import { SillaCommand } from '../../silla-command.ts'

export default class EventsList extends SillaCommand {
  static override summary = 'List the events of a salon'
  static override description =
    'What has happened at the salon, in order of position, as its other systems read it; kept for ' +
    '30 days. Continue with --from and the last position. Times are in UTC.'
  static override examples = [
    '<%= config.bin %> events list barberia-centro',
    '<%= config.bin %> events list barberia-centro --from 120 --max 500 --json',
  ]
  static override flags = {
    business: businessFlag,
    from: Flags.integer({
      description: 'Only events after this position; by default from the first one that is kept.',
      helpValue: 'POSITION',
      min: 0,
    }),
    max: Flags.integer({
      description: 'The number of events, at most 500.',
      helpValue: 'COUNT',
      min: 1,
      max: 500,
      default: 50,
    }),
  }

  async run() {
    const { flags } = await this.parse(EventsList)
    const [{ listEvents, listOldestEvents }, { eventRecord, eventTable }] = await Promise.all([
      import('@silla/core/events/list-events'),
      import('../../format/event-record.ts'),
    ])
    const context = await this.operatorContext(flags.business)
    const { from, max: limit } = flags
    const page =
      from === undefined
        ? await listOldestEvents(context, limit)
        : await listEvents(context, { after: from, limit })
    const events = page.events.map((event) => eventRecord(event, context.tenant.businessId))
    this.log(events.length > 0 ? eventTable(events) : `${flags.business} has no such events.`)
    return { events, next: page.next }
  }
}
