import { Flags } from '@oclif/core'
import type { SalonProfessional } from '@silla/core'
import { type WeekdayName, weekdays } from '@silla/core/provisioning/salon'
import { formatSpan } from '@silla/slots'
import { businessFlag } from '../../../flags/common-flags.ts'
import { formatWeekdays } from '../../../flags/parse-weekdays.ts'
import { ScheduleCommand } from '../../../schedule-command.ts'

export default class ScheduleShiftsShow extends ScheduleCommand {
  static override summary = 'Show the weekly shifts of professionals'
  static override description =
    "The usual week, in the salon's time zone. For single days, see schedule overrides list."
  static override examples = [
    '<%= config.bin %> schedule shifts show barberia-centro',
    '<%= config.bin %> schedule shifts show barberia-centro --professional carlos --json',
  ]
  static override flags = {
    business: businessFlag,
    professional: Flags.string({
      description: 'Only this professional: handle or name.',
      helpValue: 'PROFESSIONAL',
    }),
  }

  async run() {
    const { flags } = await this.parse(ScheduleShiftsShow)
    const [{ findProfessionalEntry }, { table }] = await Promise.all([
      import('@silla/core/provisioning/schedule/edit-professional'),
      import('../../../format/table.ts'),
    ])
    const { professionals, settings } = await this.salon(flags.business)
    const { professional } = flags
    const selected =
      professional === undefined
        ? professionals
        : [findProfessionalEntry(professional, professionals, flags.business)]
    const team = selected.map(({ handle, name, shifts }) => ({
      handle,
      name,
      shifts: shiftsByDay(shifts),
    }))
    if (team.length === 0) this.log(`${flags.business} has no professionals.`)
    else this.log(table(['Name', 'Days', 'Works'], team.flatMap(rowsOf)))
    return { business: flags.business, timezone: settings.timezone, professionals: team }
  }
}

type WeeklyShifts = Record<WeekdayName, string[]>

function shiftsByDay(shifts: SalonProfessional['shifts']): WeeklyShifts {
  return Object.fromEntries(
    weekdays.map((name, index) => [
      name,
      shifts.filter(({ weekday }) => weekday === index + 1).map(formatSpan),
    ]),
  ) as WeeklyShifts
}

/** Days with the same times share a row. */
function rowsOf({ name, shifts }: { name: string; shifts: WeeklyShifts }): string[][] {
  const working = weekdays.filter((day) => shifts[day].length > 0)
  if (working.length === 0) return [[name, '-', 'never']]
  const grouped = Object.entries(Object.groupBy(working, (day) => shifts[day].join(', ')))
  return grouped.map(([times, days]) => [name, formatWeekdays(days ?? []), times])
}
