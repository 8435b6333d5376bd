import { businessFlag } from '../../../flags/business-flag.ts'
import { fromToFlags } from '../../../flags/day-flags.ts'
import { pageOf, pagingFlags } from '../../../flags/paging-flags.ts'
import { pageFacts, pageText } from '../../../format/list-page.ts'
import { ScheduleCommand } from '../../../schedule-command.ts'

export default class ScheduleClosingsList extends ScheduleCommand {
  static override summary = 'List the days on which a salon is closed'
  static override description =
    'From today on unless --from says otherwise, a line a day. Weekdays on which it never opens are no closings.'
  static override examples = [
    '<%= config.bin %> schedule closures list --business barberia-centro',
    '<%= config.bin %> schedule closures list -b barberia-centro --from 2027-01-01 --to 2027-12-31 --json',
  ]
  static override flags = { business: businessFlag, ...fromToFlags, ...pagingFlags }

  async run() {
    const { flags } = await this.parse(ScheduleClosingsList)
    const [{ closingRow, closingRecord }, { table }, { isInRange, parseDayRange: readDayRange }] =
      await Promise.all([
        import('../../../format/timetable-days.ts'),
        import('../../../format/table.ts'),
        import('../../../flags/day-range.ts'),
      ])
    const salon = await this.salon(flags.business)
    const range = readDayRange(flags, salon.settings.timezone, new Date())
    const all = salon.closings.filter(({ day }) => isInRange(range, day))
    const { offset, limit } = pageOf(flags)
    const closings = all.slice(offset, offset + limit).map(closingRecord)
    const rows = closings.map(closingRow(salon.settings.mainLanguage))
    const list = table(['Day', 'Weekday', 'Time', 'Reason'], rows)
    this.log(pageText(flags, all.length, list, `${flags.business} has no such closings.`))
    return { closings, ...pageFacts(flags, all.length) }
  }
}
