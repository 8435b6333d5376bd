import { businessFlag, pageOf, pagingFlags } from '../../flags/common-flags.ts'
import { pageFacts, pageText } from '../../format/list-page.ts'
import { SillaCommand } from '../../silla-command.ts'

export default class HoldsList extends SillaCommand {
  static override summary = 'List the times that customers hold at the moment'
  static override description =
    'A hold keeps a time free for a customer who is about to book. Sorted by start; holds that have ' +
    "expired, were released or have become a booking are not listed. Times are in the salon's time " +
    'zone.'
  static override examples = [
    '<%= config.bin %> holds list barberia-centro',
    '<%= config.bin %> holds list barberia-centro --json',
  ]
  static override flags = { business: businessFlag, ...pagingFlags }

  async run() {
    const { flags } = await this.parse(HoldsList)
    const [{ listHolds }, { holdRecord, holdTable }] = await Promise.all([
      import('@silla/core/holds/list-holds'),
      import('../../format/hold-record.ts'),
    ])
    const context = await this.operatorContext(flags.business)
    const { settings } = await context.tenant.catalog()
    const { holds: found, total } = await listHolds(context, pageOf(flags))
    const holds = found.map((hold) => holdRecord(hold, settings.mainLanguage))
    const empty = `Nobody holds a time at ${flags.business}.`
    this.log(pageText(flags, total, holdTable(holds), empty))
    return { holds, ...pageFacts(flags, total) }
  }
}
