import { Args, Flags } from '@oclif/core'
import { UsageError } from '../../../errors/report-error.ts'
import { businessFlag, changeFlags } from '../../../flags/common-flags.ts'
import { isOff, parseTimeRange } from '../../../flags/parse-times.ts'
import { parseWeekdays } from '../../../flags/parse-weekdays.ts'
import { ScheduleCommand } from '../../../schedule-command.ts'

export default class ScheduleHoursSet extends ScheduleCommand {
  static override summary = 'Set the opening hours of a salon'
  static override description =
    'Sets the opening hours on the given weekdays; the others stay unchanged. Shows the plan ' +
    'first; if upcoming bookings would fall outside the hours, it lists them and fails without ' +
    '--allow-orphaned. Working times of professionals are set with schedule shifts set.'
  static override examples = [
    '<%= config.bin %> schedule hours set barberia-centro monday-friday 10:00-20:00 --break 14:00-16:00',
    '<%= config.bin %> schedule hours set barberia-centro sat,sun closed --dry-run',
    '<%= config.bin %> schedule hours set barberia-centro thursday 10:00-21:00 --yes --json',
  ]
  static override args = {
    days: Args.string({
      description: 'The weekdays: monday, mon-fri, monday-friday,sunday or every-day.',
      required: true,
    }),
    hours: Args.string({
      description: 'The opening hours, such as 10:00-20:00, or closed.',
      required: true,
    }),
  }
  static override flags = {
    business: businessFlag,
    break: Flags.string({
      description: 'A break, such as 14:00-16:00.',
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
    throw new UsageError(
      'A salon has one opening time per day: pass 10:00-20:00 --break 14:00-16:00.',
    )
  if (isOff(hours)) {
    if (pause !== undefined) throw new UsageError('--break needs opening hours.')
    return 'closed'
  }
  const open = parseTimeRange('HOURS', hours)
  return pause === undefined ? open : { open, break: parseTimeRange('--break', pause) }
}
