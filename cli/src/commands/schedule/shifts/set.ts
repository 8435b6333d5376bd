import { Args } from '@oclif/core'
import { weekdayName } from '@silla/core/provisioning/salon'
import { businessFlag } from '../../../flags/business-flag.ts'
import { changeFlags } from '../../../flags/change-flags.ts'
import { isNoTime, parseTimes } from '../../../flags/parse-times.ts'
import { parseWeekdays } from '../../../flags/parse-weekdays.ts'
import { professionalArgument } from '../../../flags/professional-argument.ts'
import { yellow } from '../../../format/terminal.ts'
import { ScheduleCommand } from '../../../schedule-command.ts'

export default class ScheduleShiftsSet extends ScheduleCommand {
  static override summary = 'Set what a professional works on some weekdays'
  static override description =
    'Other weekdays stay as they are. It shows what would change first; coming bookings that would lose their time are named, and refused without --allow-orphaned. Shifts count only within the hours of the salon.'
  static override examples = [
    '<%= config.bin %> schedule shifts set carlos monday-friday "10:00-14:00, 16:00-20:00" --business barberia-centro',
    '<%= config.bin %> schedule shifts set carlos saturday off -b barberia-centro --dry-run',
    '<%= config.bin %> schedule shifts set ana mon,wed 10:00-14:00 -b barberia-centro --yes --json',
  ]
  static override args = {
    professional: professionalArgument,
    days: Args.string({
      description: 'Which: monday, mon-fri, monday-friday,sunday, every-day.',
      required: true,
    }),
    times: Args.string({
      description: 'Like 10:00-14:00 or "10:00-14:00, 16:00-20:00", or off.',
      required: true,
    }),
  }
  static override flags = { business: businessFlag, ...changeFlags }

  async run() {
    const { args, flags } = await this.parse(ScheduleShiftsSet)
    const days = parseWeekdays(args.days)
    const times = isNoTime(args.times) ? null : parseTimes('The time', args.times)
    const [{ setShifts }, { outsideOpening }] = await Promise.all([
      import('@silla/core/provisioning/schedule/set-hours'),
      import('../../../format/outside-opening.ts'),
    ])
    const { openings } = await this.salon(flags.business)
    const worked =
      times === null ? [] : openings.filter(({ weekday }) => days.includes(weekdayName(weekday)))
    const note = outsideOpening(
      worked.map((opening) => ({ name: weekdayName(opening.weekday), opening })),
      times,
    )
    if (note !== null) this.log(yellow(note))
    return this.carryOutEdit(flags.business, flags, setShifts(args.professional, days, times))
  }
}
