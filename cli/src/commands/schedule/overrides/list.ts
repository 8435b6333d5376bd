import { Flags } from '@oclif/core'
import { businessFlag } from '../../../flags/business-flag.ts'
import { fromToFlags } from '../../../flags/day-flags.ts'
import { pageOf, pagingFlags } from '../../../flags/paging-flags.ts'
import { pageFacts, pageText } from '../../../format/list-page.ts'
import { ScheduleCommand } from '../../../schedule-command.ts'

export default class ScheduleExceptionsList extends ScheduleCommand {
  static override summary = 'List the days on which professionals work other times than usual'
  static override description = 'Or not at all. From today on unless --from says otherwise, by day.'
  static override examples = [
    '<%= config.bin %> schedule overrides list --business barberia-centro',
    '<%= config.bin %> schedule overrides list -b barberia-centro --professional ana --to 2027-08-31 --json',
  ]
  static override flags = {
    business: businessFlag,
    professional: Flags.string({
      description: 'Only those of this one: handle or name.',
      helpValue: 'WHO',
    }),
    ...fromToFlags,
    ...pagingFlags,
  }

  async run() {
    const { flags } = await this.parse(ScheduleExceptionsList)
    const [
      { findProfessionalEntry: professionalNamed },
      { exceptionRecord, exceptionRow },
      { table },
      { isInRange, parseDayRange: readDayRange },
    ] = await Promise.all([
      import('@silla/core/provisioning/schedule/edit-professional'),
      import('../../../format/timetable-days.ts'),
      import('../../../format/table.ts'),
      import('../../../flags/day-range.ts'),
    ])
    const salon = await this.salon(flags.business)
    const range = readDayRange(flags, salon.settings.timezone, new Date())
    const { professional: who } = flags
    const team =
      who === undefined
        ? salon.professionals
        : [professionalNamed(who, salon.professionals, flags.business)]
    const all = team
      .flatMap((one) => one.exceptions.map((exception) => ({ one, exception })))
      .filter(({ exception }) => isInRange(range, exception.day))
      .sort((a, b) => a.exception.day - b.exception.day)
    const { offset, limit } = pageOf(flags)
    const exceptions = all
      .slice(offset, offset + limit)
      .map(({ one, exception }) => exceptionRecord(one, exception))
    const rows = exceptions.map(exceptionRow(salon.settings.mainLanguage))
    const list = table(['Day', 'Weekday', 'Professional', 'Works', 'Reason'], rows)
    this.log(pageText(flags, all.length, list, `${flags.business} has no such exceptions.`))
    return { exceptions, ...pageFacts(flags, all.length) }
  }
}
