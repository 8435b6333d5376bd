import { businessFlag } from '../../flags/common-flags.ts'
import { calendarOf } from '../../format/calendar-record.ts'
import { table } from '../../format/table.ts'
import { SillaCommand } from '../../silla-command.ts'

export default class CalendarsList extends SillaCommand {
  static override summary = 'List the calendars that can be subscribed to'
  static override description =
    'The oldest first, without their addresses, which are not stored. A calendar that was revoked is ' +
    'not listed.'
  static override examples = [
    '<%= config.bin %> calendars list barberia-centro',
    '<%= config.bin %> calendars list barberia-centro --json',
  ]
  static override flags = { business: businessFlag }

  async run() {
    const { flags } = await this.parse(CalendarsList)
    const { listCalendarFeeds } = await import('@silla/core/calendars/list-calendar-feeds')
    const calendars = await listCalendarFeeds(await this.operatorContext(flags.business))
    const rows = calendars.map((calendar) => [
      String(calendar.id),
      calendarOf(calendar, flags.business),
      calendar.createdAt.toISOString(),
    ])
    this.log(
      rows.length === 0
        ? `${flags.business} has no calendars.`
        : table(['Id', 'Bookings of', 'Created'], rows),
    )
    return { calendars }
  }
}
