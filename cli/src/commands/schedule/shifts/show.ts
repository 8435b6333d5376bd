import { Flags } from '@oclif/core'
import type { SalonProfessional } from '@silla/core'
import { type WeekdayName, weekdays } from '@silla/core/provisioning/salon'
import { formatSpan } from '@silla/slots'
import { businessFlag } from '../../../flags/business-flag.ts'
import { weekdaysText } from '../../../flags/parse-weekdays.ts'
import { ScheduleCommand } from '../../../schedule-command.ts'

export default class ScheduleShiftsShow extends ScheduleCommand {
  static override summary = 'Show what professionals work in a usual week'
  static override description =
    "On the salon's wall clock. Single days differ: see schedule overrides list."
  static override examples = [
    '<%= config.bin %> schedule shifts show --business barberia-centro',
    '<%= config.bin %> schedule shifts show -b barberia-centro --professional carlos --json',
  ]
  static override flags = {
    business: businessFlag,
    professional: Flags.string({
      description: 'Only those of this one: handle or name.',
      helpValue: 'WHO',
    }),
  }

  async run() {
    const { flags } = await this.parse(ScheduleShiftsShow)
    const [{ findProfessionalEntry: professionalNamed }, { table }] = await Promise.all([
      import('@silla/core/provisioning/schedule/edit-professional'),
      import('../../../format/table.ts'),
    ])
    const { professionals, settings } = await this.salon(flags.business)
    const { professional: who } = flags
    const requested =
      who === undefined ? professionals : [professionalNamed(who, professionals, flags.business)]
    const team = requested.map(({ handle, name, shifts }) => ({
      handle,
      name,
      shifts: shiftsByDay(shifts),
    }))
    if (team.length === 0) this.log(`${flags.business} has no professionals.`)
    else this.log(table(['Name', 'Days', 'Works'], team.flatMap(rowsOf)))
    return { business: flags.business, timezone: settings.timezone, professionals: team }
  }
}

type WeekOfShifts = Record<WeekdayName, string[]>

function shiftsByDay(shifts: SalonProfessional['shifts']): WeekOfShifts {
  return Object.fromEntries(
    weekdays.map((name, index) => [
      name,
      shifts.filter(({ weekday }) => weekday === index + 1).map(formatSpan),
    ]),
  ) as WeekOfShifts
}

/** Days with the same times share a line. */
function rowsOf({ name, shifts }: { name: string; shifts: WeekOfShifts }): string[][] {
  const working = weekdays.filter((day) => shifts[day].length > 0)
  if (working.length === 0) return [[name, '-', 'never']]
  const together = Object.entries(Object.groupBy(working, (day) => shifts[day].join(', ')))
  return together.map(([times, days]) => [name, weekdaysText(days ?? []), times])
}
