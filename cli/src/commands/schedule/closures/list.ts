import { businessFlag, fromToFlags, pageOf, pagingFlags } from '../../../flags/common-flags.ts'
import { pageFacts, pageText } from '../../../format/list-page.ts'
import { ScheduleCommand } from '../../../schedule-command.ts'

export default class ScheduleClosuresList extends ScheduleCommand {
  static override summary = 'List the closures of a salon'
  static override description =
    'One row per day, from today or --from. Weekdays on which the salon never opens are not ' +
    'closures.'
  static override examples = [
    '<%= config.bin %> schedule closures list barberia-centro',
    '<%= config.bin %> schedule closures list barberia-centro --from 2027-01-01 --to 2027-12-31 --json',
  ]
  static override flags = { business: businessFlag, ...fromToFlags, ...pagingFlags }

  async run() {
    const { flags } = await this.parse(ScheduleClosuresList)
    const [{ closureRow, closureRecord }, { table }, { isInRange, parseDayRange: readDayRange }] =
      await Promise.all([
        import('../../../format/schedule-days.ts'),
        import('../../../format/table.ts'),
        import('../../../flags/parse-days.ts'),
      ])
    const salon = await this.salon(flags.business)
    const range = readDayRange(flags, salon.settings.timezone, new Date())
    const all = salon.closings.filter(({ day }) => isInRange(range, day))
    const { offset, limit } = pageOf(flags)
    const closings = all.slice(offset, offset + limit).map(closureRecord)
    const rows = closings.map(closureRow(salon.settings.mainLanguage))
    const list = table(['Day', 'Weekday', 'Time', 'Reason'], rows)
    this.log(pageText(flags, all.length, list, `${flags.business} has no matching closures.`))
    return { closings, ...pageFacts(flags, all.length) }
  }
}
