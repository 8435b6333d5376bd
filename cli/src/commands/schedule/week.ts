import { Flags } from '@oclif/core'
import type { SalonDay } from '@silla/core'
import { businessFlag } from '../../flags/common-flags.ts'
import { ScheduleCommand } from '../../schedule-command.ts'
import { terminalColumns } from '../../text/terminal.ts'

export default class ScheduleWeek extends ScheduleCommand {
  static override summary = "Show a salon's week"
  static override description =
    'Shows opening hours, working times and bookings from Monday to Sunday: as a timeline on a ' +
    "terminal, otherwise as a plain table. Times are in the salon's time zone. Cancelled " +
    'bookings are not shown.'
  static override examples = [
    '<%= config.bin %> schedule week barberia-centro',
    '<%= config.bin %> schedule week barberia-centro --day next-week',
    '<%= config.bin %> schedule week barberia-centro --day 2027-06-30 --professional carlos --json',
  ]
  static override flags = {
    business: businessFlag,
    day: Flags.string({
      description: 'A day in the week to show, or last-week or next-week.',
      helpValue: 'DAY',
      default: 'today',
    }),
    professional: Flags.string({
      description: 'Only this professional: handle or name.',
      helpValue: 'PROFESSIONAL',
    }),
  }

  async run() {
    const { flags } = await this.parse(ScheduleWeek)
    const [
      { weekSchedule },
      { wallClock, weekdayOf },
      { parseDay },
      { weekPicture },
      { dayRecord, weekTable },
    ] = await Promise.all([
      import('@silla/core/bookings/week-schedule'),
      import('@silla/slots'),
      import('../../flags/parse-days.ts'),
      import('../../format/week-picture.ts'),
      import('../../format/week-table.ts'),
    ])
    const context = await this.operatorContext(flags.business)
    const { settings, professionals } = await context.tenant.catalog()
    const offset = weekOffsets.get(flags.day)
    const dayText = offset === undefined ? flags.day : 'today'
    const day = parseDay('day', dayText, settings.timezone, context.clock.now()) + (offset ?? 0)
    const monday = day - weekdayOf(day) + 1
    const index =
      flags.professional === undefined
        ? null
        : await this.indexOf(flags.professional, flags.business)
    const { days } = await weekSchedule(context, { from: monday, to: monday + 6 })
    const shown: SalonDay[] = days.map((day) => ({
      ...day,
      team: day.team.filter(({ id }) => index === null || id === professionals[index]?.id),
    }))
    const columns = terminalColumns()
    const now = wallClock(context.clock.now(), settings.timezone)
    this.log(
      columns === null
        ? weekTable(shown, settings.mainLanguage)
        : weekPicture(shown, {
            columns,
            language: settings.mainLanguage,
            timezone: settings.timezone,
            now,
          }),
    )
    return { business: flags.business, timezone: settings.timezone, days: shown.map(dayRecord) }
  }

  /**
   * The index of a professional in the team. Handles are only in the salon file and two
   * professionals may have the same name, so the index links the file with the catalog: both have
   * the same order.
   */
  private async indexOf(handleOrName: string, slug: string): Promise<number> {
    const { findProfessionalEntry } = await import(
      '@silla/core/provisioning/schedule/edit-professional'
    )
    const { professionals } = await this.salon(slug)
    return professionals.indexOf(findProfessionalEntry(handleOrName, professionals, slug))
  }
}

/** In days from today. */
const weekOffsets = new Map([
  ['last-week', -7],
  ['next-week', 7],
])
