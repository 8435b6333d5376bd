import { Args, Flags } from '@oclif/core'
import { UsageError } from '../../../errors/report-error.ts'
import { businessFlag } from '../../../flags/business-flag.ts'
import { changeFlags } from '../../../flags/change-flags.ts'
import { isNoTime, parseTimeFlag } from '../../../flags/parse-times.ts'
import { parseWeekdays } from '../../../flags/parse-weekdays.ts'
import { ScheduleCommand } from '../../../schedule-command.ts'

export default class ScheduleHoursSet extends ScheduleCommand {
  static override summary = 'Set when a salon opens on some weekdays'
  static override description =
    'Other weekdays stay as they are. It shows what would change first; coming bookings that would fall outside the hours are named, and refused without --allow-orphaned. What professionals work are their shifts: see schedule shifts set.'
  static override examples = [
    '<%= config.bin %> schedule hours set monday-friday 10:00-20:00 --break 14:00-16:00 --business barberia-centro',
    '<%= config.bin %> schedule hours set sat,sun closed -b barberia-centro --dry-run',
    '<%= config.bin %> schedule hours set thursday 10:00-21:00 -b barberia-centro --yes --json',
  ]
  static override args = {
    days: Args.string({
      description: 'Which: monday, mon-fri, monday-friday,sunday, every-day.',
      required: true,
    }),
    hours: Args.string({
      description: 'From when to when, like 10:00-20:00, or closed.',
      required: true,
    }),
  }
  static override flags = {
    business: businessFlag,
    break: Flags.string({
      description: 'When it shuts in between, like 14:00-16:00.',
      helpValue: 'TIME',
    }),
    ...changeFlags,
  }

  async run() {
    const { args, flags } = await this.parse(ScheduleHoursSet)
    const days = parseWeekdays(args.days)
    const hours = openingDay(args.hours, flags.break)
    const { setHours } = await import('@silla/core/provisioning/schedule/set-hours')
    return this.carryOutEdit(flags.business, flags, setHours(days, hours))
  }
}

function openingDay(hours: string, pause: string | undefined) {
  if (hours.includes(','))
    throw new UsageError('A salon opens once a day: write 10:00-20:00 --break 14:00-16:00.')
  if (isNoTime(hours)) {
    if (pause !== undefined)
      throw new UsageError('A day on which the salon is closed has no --break.')
    return 'closed'
  }
  const open = parseTimeFlag('The time', hours)
  return pause === undefined ? open : { open, break: parseTimeFlag('--break', pause) }
}
