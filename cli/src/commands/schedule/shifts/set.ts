import { Args } from '@oclif/core'
import { weekdayName } from '@silla/core/provisioning/salon'
import { professionalArgument } from '../../../flags/arguments.ts'
import { businessFlag, changeFlags } from '../../../flags/common-flags.ts'
import { isOff, parseTimeRanges } from '../../../flags/parse-times.ts'
import { parseWeekdays } from '../../../flags/parse-weekdays.ts'
import { ScheduleCommand } from '../../../schedule-command.ts'
import { yellow } from '../../../text/terminal.ts'

export default class ScheduleShiftsSet extends ScheduleCommand {
  static override summary = 'Set the weekly shifts of a professional'
  static override description =
    'Sets the shifts on the given weekdays; the others stay unchanged. Shows the plan first; if ' +
    'upcoming bookings would fall outside the shifts, it lists them and fails without ' +
    '--allow-orphaned. Shifts apply only within the opening hours of the salon.'
  static override examples = [
    '<%= config.bin %> schedule shifts set barberia-centro carlos monday-friday "10:00-14:00, 16:00-20:00"',
    '<%= config.bin %> schedule shifts set barberia-centro carlos saturday off --dry-run',
    '<%= config.bin %> schedule shifts set barberia-centro ana mon,wed 10:00-14:00 --yes --json',
  ]
  static override args = {
    professional: professionalArgument,
    days: Args.string({
      description: 'The weekdays: monday, mon-fri, monday-friday,sunday or every-day.',
      required: true,
    }),
    times: Args.string({
      description: 'The working times, such as 10:00-14:00 or "10:00-14:00, 16:00-20:00", or off.',
      required: true,
    }),
  }
  static override flags = { business: businessFlag, ...changeFlags }

  async run() {
    const { args, flags } = await this.parse(ScheduleShiftsSet)
    const days = parseWeekdays(args.days)
    const times = isOff(args.times) ? null : parseTimeRanges('TIMES', args.times)
    const [{ setShifts }, { closedDaysNote }] = await Promise.all([
      import('@silla/core/provisioning/schedule/set-hours'),
      import('../../../format/opening-hours.ts'),
    ])
    const { openings } = await this.salon(flags.business)
    const workingDays =
      times === null ? [] : openings.filter(({ weekday }) => days.includes(weekdayName(weekday)))
    const note = closedDaysNote(
      workingDays.map((opening) => ({ name: weekdayName(opening.weekday), opening })),
      times,
    )
    if (note !== null) this.log(yellow(note))
    return this.carryOutEdit(flags.business, flags, setShifts(args.professional, days, times))
  }
}
