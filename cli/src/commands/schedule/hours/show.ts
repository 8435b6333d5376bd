import type { OpeningDay, WeekdayName } from '@silla/core'
import { businessFlag } from '../../../inputs/business-flag.ts'
import { ScheduleCommand } from '../../../schedule-command.ts'

export default class ScheduleHoursShow extends ScheduleCommand {
  static override summary = 'Show when a salon opens'
  static override description = 'Its usual week, on its own wall clock. Single days differ: see schedule closings list.'
  static override examples = [
    '<%= config.bin %> schedule hours show --business barberia-centro',
    '<%= config.bin %> schedule hours show -b barberia-centro --json',
  ]
  static override flags = { business: businessFlag }

  async run() {
    const { flags } = await this.parse(ScheduleHoursShow)
    const [{ table }, { spanText }, { weekdayName }] = await Promise.all([
      import('../../../outputs/table.ts'),
      import('../../../outputs/span-text.ts'),
      import('../../../inputs/weekday-words.ts'),
    ])
    const { openings, settings } = await this.salon(flags.business)
    const span = (start: number | null, end: number | null) =>
      start === null || end === null ? null : spanText({ startMinute: start, endMinute: end })
    const hours: UsualDay[] = openings.map((day: OpeningDay) => ({
      weekday: weekdayName(day.weekday),
      open: span(day.opensMinute, day.closesMinute),
      break: span(day.breakStartMinute, day.breakEndMinute),
    }))
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
