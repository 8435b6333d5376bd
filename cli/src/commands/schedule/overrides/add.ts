import { Flags } from '@oclif/core'
import type { Days, Salon } from '@silla/core'
import { formatDate, weekdayOf } from '@silla/slots'
import { professionalArgument } from '../../../flags/arguments.ts'
import { businessFlag, changeFlags, dayFlags } from '../../../flags/common-flags.ts'
import { isOff, parseTimeRanges } from '../../../flags/parse-times.ts'
import { readTranslatedReason, translatedReasonFlag } from '../../../flags/reason-flags.ts'
import type { NamedOpening } from '../../../format/opening-hours.ts'
import { ScheduleCommand } from '../../../schedule-command.ts'
import { yellow } from '../../../text/terminal.ts'

export default class ScheduleOverridesAdd extends ScheduleCommand {
  static override summary = 'Add a day off or other working times for a professional'
  static override description =
    'Overrides the usual shifts on one day, or on several days in a row. Days that already have ' +
    'the same override stay unchanged. Shows the plan first; if upcoming bookings would fall ' +
    'outside the working times, it lists them and fails without --allow-orphaned.'
  static override examples = [
    '<%= config.bin %> schedule overrides add barberia-centro ana --day 2027-08-01 --to 2027-08-15 --reason Vacaciones',
    '<%= config.bin %> schedule overrides add barberia-centro carlos --day tomorrow --works 16:00-20:00 --dry-run',
    '<%= config.bin %> schedule overrides add barberia-centro carlos --day 2027-06-30 --yes --json',
  ]
  static override args = { professional: professionalArgument }
  static override flags = {
    business: businessFlag,
    ...dayFlags,
    works: Flags.string({
      description: 'The working times, such as 16:00-20:00; default: day off.',
      helpValue: 'TIMES',
    }),
    reason: translatedReasonFlag,
    ...changeFlags,
  }

  async run() {
    const { args, flags } = await this.parse(ScheduleOverridesAdd)
    const works =
      flags.works === undefined || isOff(flags.works)
        ? null
        : parseTimeRanges('--works', flags.works)
    const [{ addOverrides }, { readUpcomingDays }, { closedDaysNote }] = await Promise.all([
      import('@silla/core/provisioning/schedule/edit-overrides'),
      import('../../../flags/parse-days.ts'),
      import('../../../format/opening-hours.ts'),
    ])
    const reason = readTranslatedReason(flags.reason)
    const salon = await this.salon(flags.business)
    const days = readUpcomingDays(flags, salon)
    const note = closedDaysNote(openingsOf(days, salon), works)
    if (note !== null) this.log(yellow(note))
    return this.carryOutEdit(
      flags.business,
      flags,
      addOverrides({ who: args.professional, days, works, reason }),
    )
  }
}

function openingsOf({ from, to }: Days, { openings, closings }: Salon): NamedOpening[] {
  const closed = new Set(
    closings.filter(({ fromMinute }) => fromMinute === null).map(({ day }) => day),
  )
  return Array.from({ length: to - from + 1 }, (_, index) => {
    const day = from + index
    const usual = openings.find(({ weekday }) => weekday === weekdayOf(day)) ?? null
    return { name: formatDate(day), opening: closed.has(day) ? null : usual }
  })
}
