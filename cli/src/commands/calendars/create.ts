import { Flags } from '@oclif/core'
import { businessFlag } from '../../flags/common-flags.ts'
import { calendarOf } from '../../format/calendar-record.ts'
import { SillaCommand } from '../../silla-command.ts'
import { bold } from '../../text/terminal.ts'

export default class CalendarsCreate extends SillaCommand {
  static override summary = 'Create a calendar to subscribe to'
  static override description =
    'Prints an address that Google Calendar, Apple Calendar and Outlook can subscribe to: they show ' +
    'the bookings of the salon, or of one professional, and keep them up to date. Anybody with the ' +
    'address can read them. It is printed once; only its hash is stored. A salon has at most 100 ' +
    'calendars. Set PUBLIC_URL to the address of the API; otherwise only the path is printed. With ' +
    'the database of npm start it is the address of that.'
  static override examples = [
    '<%= config.bin %> calendars create barberia-centro',
    '<%= config.bin %> calendars create barberia-centro --professional Marta --json',
  ]
  static override flags = {
    business: businessFlag,
    professional: Flags.string({
      description: 'Only the bookings of this professional: id, handle or name; all if omitted.',
      helpValue: 'PROFESSIONAL',
    }),
  }

  async run() {
    const { flags } = await this.parse(CalendarsCreate)
    const [{ createCalendarFeed }, { calendarFeedUrl }, { publicUrl }, { professionalIdOf }] =
      await Promise.all([
        import('@silla/core/calendars/create-calendar-feed'),
        import('@silla/core/calendars/feed-url'),
        import('../../db/public-url.ts'),
        import('../../flags/professional-id.ts'),
      ])
    const baseUrl = publicUrl()
    const readContext = await this.operatorContext(flags.business)
    const professionalId = await professionalIdOf(flags.professional, readContext)
    const context = await this.operatorContext(flags.business, { professionalId })
    const { feed, token } = await createCalendarFeed(context, professionalId)
    const url = calendarFeedUrl(baseUrl, token)
    this.log(
      `The address of the calendar of ${calendarOf(feed, flags.business)}:\n\n  ${bold(url)}\n\n` +
        'Store it now: it is not shown again.\n',
    )
    return { calendar: { ...feed, url } }
  }
}
