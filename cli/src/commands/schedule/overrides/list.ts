import { Flags } from '@oclif/core'
import { businessFlag, fromToFlags, pageOf, pagingFlags } from '../../../flags/common-flags.ts'
import { pageFacts, pageText } from '../../../format/list-page.ts'
import { ScheduleCommand } from '../../../schedule-command.ts'

export default class ScheduleOverridesList extends ScheduleCommand {
  static override summary = 'List days off and other working times'
  static override description =
    'Days on which professionals are off or work other times than usual, sorted by day, from ' +
    'today or --from.'
  static override examples = [
    '<%= config.bin %> schedule overrides list barberia-centro',
    '<%= config.bin %> schedule overrides list barberia-centro --professional ana --to 2027-08-31 --json',
  ]
  static override flags = {
    business: businessFlag,
    professional: Flags.string({
      description: 'Only this professional: handle or name.',
      helpValue: 'PROFESSIONAL',
    }),
    ...fromToFlags,
    ...pagingFlags,
  }

  async run() {
    const { flags } = await this.parse(ScheduleOverridesList)
    const [
      { findProfessionalEntry },
      { overrideRecord, overrideRow },
      { table },
      { isInRange, parseDayRange },
    ] = await Promise.all([
      import('@silla/core/provisioning/schedule/edit-professional'),
      import('../../../format/schedule-days.ts'),
      import('../../../format/table.ts'),
      import('../../../flags/parse-days.ts'),
    ])
    const salon = await this.salon(flags.business)
    const range = parseDayRange(flags, salon.settings.timezone, new Date())
    const { professional } = flags
    const team =
      professional === undefined
        ? salon.professionals
        : [findProfessionalEntry(professional, salon.professionals, flags.business)]
    const all = team
      .flatMap((entry) => entry.exceptions.map((override) => ({ entry, override })))
      .filter(({ override }) => isInRange(range, override.day))
      .sort((a, b) => a.override.day - b.override.day)
    const { offset, limit } = pageOf(flags)
    const exceptions = all
      .slice(offset, offset + limit)
      .map(({ entry, override }) => overrideRecord(entry, override))
    const rows = exceptions.map(overrideRow(salon.settings.mainLanguage))
    const list = table(['Day', 'Weekday', 'Professional', 'Works', 'Reason'], rows)
    this.log(pageText(flags, all.length, list, `${flags.business} has no matching overrides.`))
    return { exceptions, ...pageFacts(flags, all.length) }
  }
}
