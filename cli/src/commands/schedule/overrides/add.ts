import { Flags } from '@oclif/core'
import type { Days, Salon } from '@silla/core'
import { formatDate, weekdayOf } from '@silla/slots'
import { businessFlag } from '../../../flags/business-flag.ts'
import { changeFlags } from '../../../flags/change-flags.ts'
import { dayFlags } from '../../../flags/day-flags.ts'
import { isNoTime, parseTimes } from '../../../flags/parse-times.ts'
import { professionalArgument } from '../../../flags/professional-argument.ts'
import {
  readTranslatedReason,
  translatedReasonFlag,
} from '../../../flags/translated-reason-flag.ts'
import type { NamedOpening } from '../../../format/outside-opening.ts'
import { yellow } from '../../../format/terminal.ts'
import { ScheduleCommand } from '../../../schedule-command.ts'

export default class ScheduleExceptionsAdd extends ScheduleCommand {
  static override summary = 'Give a professional a day off, or other times than usual'
  static override description =
    'On one day, or on several in a row. Days that have that exception already stay as they are. It shows what would change first; coming bookings that would lose their time are named, and refused without --allow-orphaned.'
  static override examples = [
    '<%= config.bin %> schedule overrides add ana --day 2027-08-01 --to 2027-08-15 --reason Vacaciones --business barberia-centro',
    '<%= config.bin %> schedule overrides add carlos --day tomorrow --works 16:00-20:00 -b barberia-centro --dry-run',
    '<%= config.bin %> schedule overrides add carlos --day 2027-06-30 -b barberia-centro --yes --json',
  ]
  static override args = { professional: professionalArgument }
  static override flags = {
    business: businessFlag,
    ...dayFlags,
    works: Flags.string({
      description: 'What is worked instead, like 16:00-20:00; off when left out.',
      helpValue: 'TIMES',
    }),
    reason: translatedReasonFlag,
    ...changeFlags,
  }

  async run() {
    const { args, flags } = await this.parse(ScheduleExceptionsAdd)
    const works =
      flags.works === undefined || isNoTime(flags.works) ? null : parseTimes('--works', flags.works)
    const [{ addOverrides: addExceptions }, { readComingDays }, { outsideOpening }] =
      await Promise.all([
        import('@silla/core/provisioning/schedule/edit-overrides'),
        import('../../../flags/read-days.ts'),
        import('../../../format/outside-opening.ts'),
      ])
    const reason = readTranslatedReason(flags.reason)
    const salon = await this.salon(flags.business)
    const days = readComingDays(flags, salon)
    const note = outsideOpening(openingsOf(days, salon), works)
    if (note !== null) this.log(yellow(note))
    return this.carryOutEdit(
      flags.business,
      flags,
      addExceptions({ who: args.professional, days, works, reason }),
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
