import type { OpeningDay } from '@silla/core'
import { type WeekdayName, weekdayName } from '@silla/core/provisioning/salon'
import { formatSpan } from '@silla/slots'
import { businessFlag } from '../../../flags/business-flag.ts'
import { breakOf, hoursOf } from '../../../format/opening-day.ts'
import { ScheduleCommand } from '../../../schedule-command.ts'

export default class ScheduleHoursShow extends ScheduleCommand {
  static override summary = 'Show when a salon opens'
  static override description =
    'Its usual week, on its own wall clock. Single days differ: see schedule closures list.'
  static override examples = [
    '<%= config.bin %> schedule hours show --business barberia-centro',
    '<%= config.bin %> schedule hours show -b barberia-centro --json',
  ]
  static override flags = { business: businessFlag }

  async run() {
    const { flags } = await this.parse(ScheduleHoursShow)
    const { table } = await import('../../../format/table.ts')
    const { openings, settings } = await this.salon(flags.business)
    const hours = openings.map(usualDay)
    const rows = hours.map((each) => [each.weekday, each.open ?? 'closed', each.break ?? '-'])
    this.log(table(['Day', 'Open', 'Break'], rows))
    return { business: flags.business, timezone: settings.timezone, hours }
  }
}

interface UsualDay {
  weekday: WeekdayName
  /** `09:00-20:00`; null: closed. */
  open: string | null
  /** `14:00-16:00`; null: none. */
  break: string | null
}

const usualDay = (day: OpeningDay): UsualDay => ({
  weekday: weekdayName(day.weekday),
  open: hoursOf(day).map(formatSpan)[0] ?? null,
  break: breakOf(day).map(formatSpan)[0] ?? null,
})
