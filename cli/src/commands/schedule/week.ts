import { Flags } from '@oclif/core'
import type { SalonDay } from '@silla/core'
import { businessFlag } from '../../flags/business-flag.ts'
import { terminalColumns } from '../../format/terminal.ts'
import { ScheduleCommand } from '../../schedule-command.ts'

export default class ScheduleWeek extends ScheduleCommand {
  static override summary = 'Draw a week of a salon'
  static override description =
    "Monday to Sunday: when the salon is open, who works when, and what is booked. A picture on a terminal, a plain table of who works and what is booked for anything else; times are the salon's. What was cancelled is left out."
  static override examples = [
    '<%= config.bin %> schedule week --business barberia-centro',
    '<%= config.bin %> schedule week -b barberia-centro --day next-week',
    '<%= config.bin %> schedule week -b barberia-centro --day 2027-06-30 --professional carlos --json',
  ]
  static override flags = {
    business: businessFlag,
    day: Flags.string({
      description: 'A day of the week that is drawn, or last-week, next-week.',
      helpValue: 'DAY',
      default: 'today',
    }),
    professional: Flags.string({ description: 'Only this one: handle or name.', helpValue: 'WHO' }),
  }

  async run() {
    const { flags } = await this.parse(ScheduleWeek)
    const [
      { weekSchedule: daysOfSalon },
      { wallClock, weekdayOf },
      { parseDay: readDayWord },
      { weekPicture },
      { dayRecord, weekTable },
    ] = await Promise.all([
      import('@silla/core/availability/week-schedule'),
      import('@silla/slots'),
      import('../../flags/parse-day.ts'),
      import('../../format/week-picture.ts'),
      import('../../format/week-table.ts'),
    ])
    const context = await this.actFor(flags.business)
    const { settings, professionals } = await context.tenant.catalog()
    const distance = weekWords.get(flags.day)
    const word = distance === undefined ? flags.day : 'today'
    const requested =
      readDayWord('day', word, settings.timezone, context.clock.now()) + (distance ?? 0)
    const monday = requested - weekdayOf(requested) + 1
    const only =
      flags.professional === undefined
        ? null
        : await this.placeOf(flags.professional, flags.business)
    const { days } = await daysOfSalon(context, { from: monday, to: monday + 6 })
    const seen: SalonDay[] = days.map((day) => ({
      ...day,
      team: day.team.filter(({ id }) => only === null || id === professionals[only]?.id),
    }))
    const columns = terminalColumns()
    const now = wallClock(context.clock.now(), settings.timezone)
    this.log(
      columns === null
        ? weekTable(seen, settings.mainLanguage)
        : weekPicture(seen, {
            columns,
            language: settings.mainLanguage,
            timezone: settings.timezone,
            now,
          }),
    )
    return { business: flags.business, timezone: settings.timezone, days: seen.map(dayRecord) }
  }

  /**
   * Which of the team in its order, which is the same wherever the team is told: two may have one
   * name.
   */
  private async placeOf(who: string, slug: string): Promise<number> {
    const { findProfessionalEntry: professionalNamed } = await import(
      '@silla/core/provisioning/schedule/edit-professional'
    )
    const { professionals } = await this.salon(slug)
    return professionals.indexOf(professionalNamed(who, professionals, slug))
  }
}

/** How many days from today. */
const weekWords = new Map([
  ['last-week', -7],
  ['next-week', 7],
])
