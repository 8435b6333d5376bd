import type { OpeningDay } from '@silla/core'
import { type WeekdayName, weekdayName } from '@silla/core/provisioning/salon'
import { formatSpan } from '@silla/slots'
import { businessFlag } from '../../../flags/common-flags.ts'
import { breakOf, hoursOf } from '../../../format/opening-hours.ts'
import { ScheduleCommand } from '../../../schedule-command.ts'

export default class ScheduleHoursShow extends ScheduleCommand {
  static override summary = 'Show the opening hours of a salon'
  static override description =
    "The usual week, in the salon's time zone. For single days, see schedule closures list."
  static override examples = [
    '<%= config.bin %> schedule hours show barberia-centro',
    '<%= config.bin %> schedule hours show barberia-centro --json',
  ]
  static override flags = { business: businessFlag }

  async run() {
    const { flags } = await this.parse(ScheduleHoursShow)
    const { table } = await import('../../../format/table.ts')
    const { openings, settings } = await this.salon(flags.business)
    const hours = openings.map(openingHours)
    const rows = hours.map((day) => [day.weekday, day.open ?? 'closed', day.break ?? '-'])
    this.log(table(['Day', 'Open', 'Break'], rows))
    return { business: flags.business, timezone: settings.timezone, hours }
  }
}

interface OpeningHours {
  weekday: WeekdayName
  /** `09:00-20:00`; null: closed. */
  open: string | null
  /** `14:00-16:00`; null: none. */
  break: string | null
}

const openingHours = (day: OpeningDay): OpeningHours => ({
  weekday: weekdayName(day.weekday),
  open: hoursOf(day).map(formatSpan)[0] ?? null,
  break: breakOf(day).map(formatSpan)[0] ?? null,
})
