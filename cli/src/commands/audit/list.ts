import { Flags } from '@oclif/core'
import { businessFlag } from '../../flags/business-flag.ts'
import { pageOf, pagingFlags } from '../../flags/paging-flags.ts'
import { filterLabel, pageFacts, pageText } from '../../format/list-page.ts'
import { SillaCommand } from '../../silla-command.ts'

export default class AuditList extends SillaCommand {
  static override summary = 'List what staff changed in a salon'
  static override description =
    "Who did what and when, the latest first: every command that changes something of a salon leaves an entry in the transaction of its change. Times are the salon's, or UTC where it was deleted. Who somebody is comes from SILLA_OPERATOR, or from the account of their machine. --json tells each detail whole, and in `total` how many entries there are on all pages."
  static override examples = [
    '<%= config.bin %> audit list --business barberia-centro',
    '<%= config.bin %> audit list -b barberia-centro --from yesterday --operator marta@desk',
    '<%= config.bin %> audit list -b barberia-centro --action "keys create" --limit 10 --json',
  ]
  static override flags = {
    business: businessFlag,
    action: Flags.string({
      description: 'Only one command (keys create, or keys.create), or all of a topic (keys).',
      helpValue: 'ACTION',
    }),
    operator: Flags.string({ description: 'Only what this person did.', helpValue: 'WHO' }),
    from: Flags.string({
      description: 'Only of this day or later: 2027-06-30, today, yesterday.',
      helpValue: 'DAY',
    }),
    to: Flags.string({ description: 'Only of this day or before.', helpValue: 'DAY' }),
    ...pagingFlags,
  }

  async run() {
    const { flags } = await this.parse(AuditList)
    const [
      { auditLog },
      { parseDayRange: readDayRange },
      { auditDetail },
      { table },
      { localTime },
    ] = await Promise.all([
      import('@silla/core/audit-log'),
      import('../../flags/day-range.ts'),
      import('../../format/audit-detail.ts'),
      import('../../format/table.ts'),
      import('../../format/local-time.ts'),
    ])
    const now = new Date()
    const { entries, total, timezone } = await auditLog(await this.admin(), flags.business, {
      action: flags.action?.trim().replace(/[\s:]+/g, '.') ?? null,
      operator: flags.operator ?? null,
      days: (timezone) => readDayRange(flags, timezone, now),
      ...pageOf(flags),
    })
    const rows = entries.map(({ at, operator, action, detail }) => [
      localTime(at, timezone),
      operator,
      action,
      auditDetail(detail),
    ])
    const { action, operator, from, to } = flags
    const nothing = `${flags.business} has no ${filterLabel(action, operator, from, to)}entries.`
    this.log(pageText(flags, total, table(['When', 'Who', 'What', 'Detail'], rows), nothing))
    return { entries, ...pageFacts(flags, total) }
  }
}
