import { Args } from '@oclif/core'
import { businessFlag } from '../../flags/common-flags.ts'
import { SillaCommand } from '../../silla-command.ts'

export default class CalendarsRevoke extends SillaCommand {
  static override summary = 'Revoke a calendar immediately'
  static override description =
    'Its address is unknown to every process at once. There is no confirmation prompt, because a ' +
    'leaked address should not wait. A revoked calendar cannot be restored: create a new one.'
  static override examples = [
    '<%= config.bin %> calendars revoke barberia-centro 1042',
    '<%= config.bin %> calendars revoke barberia-centro 1042 --json',
  ]
  static override args = {
    calendar: Args.integer({
      description: 'The id of the calendar, as shown by calendars list.',
      required: true,
      min: 1,
      max: Number.MAX_SAFE_INTEGER,
    }),
  }
  static override flags = { business: businessFlag }

  async run() {
    const { args, flags } = await this.parse(CalendarsRevoke)
    const { revokeCalendarFeed } = await import('@silla/core/calendars/revoke-calendar-feed')
    const context = await this.operatorContext(flags.business, { calendarId: args.calendar })
    const calendar = await revokeCalendarFeed(context, args.calendar)
    this.log(`Revoked calendar ${calendar.id}.`)
    return { calendar }
  }
}
