import { Flags } from '@oclif/core'
import { businessFlag, pageOf, pagingFlags } from '../../flags/common-flags.ts'
import { filterLabel, pageFacts, pageText } from '../../format/list-page.ts'
import { SillaCommand } from '../../silla-command.ts'

export default class AuditList extends SillaCommand {
  static override summary = 'List the audit log of a salon'
  static override description =
    'Who did what and when, the latest first. Every command that changes a salon writes an entry ' +
    "in the transaction of its change. Times are in the salon's time zone, or in UTC for a " +
    'deleted salon. The operator is SILLA_OPERATOR, otherwise the account on their machine; changes ' +
    'by a secret key have the name of the key, such as "key server", and those by a member of staff ' +
    'their name and id, such as "staff Lola Gil (1042)". ' +
    '--json prints the details in full, and the number of entries on all pages as `total`.'
  static override examples = [
    '<%= config.bin %> audit list barberia-centro',
    '<%= config.bin %> audit list barberia-centro --from yesterday --operator marta@desk',
    '<%= config.bin %> audit list barberia-centro --action "keys create" --limit 10 --json',
  ]
  static override flags = {
    business: businessFlag,
    action: Flags.string({
      description: 'Only one command (keys create or keys.create), or one topic (keys).',
      helpValue: 'ACTION',
    }),
    operator: Flags.string({
      description: 'Only changes by this operator.',
      helpValue: 'OPERATOR',
    }),
    person: Flags.integer({
      description: 'Only changes by this member of staff: the id, as shown by staff list.',
      helpValue: 'ID',
      min: 1,
      max: Number.MAX_SAFE_INTEGER,
    }),
    from: Flags.string({
      description: 'Only on or after this day: 2027-06-30, today, yesterday.',
      helpValue: 'DAY',
    }),
    to: Flags.string({ description: 'Only on or before this day.', helpValue: 'DAY' }),
    ...pagingFlags,
  }

  async run() {
    const { flags } = await this.parse(AuditList)
    const [{ auditLog }, { parseDayRange }, { auditDetail }, { table }, { formatLocalTime }] =
      await Promise.all([
        import('@silla/core/audit-log'),
        import('../../flags/parse-days.ts'),
        import('../../format/audit-detail.ts'),
        import('../../format/table.ts'),
        import('../../text/values.ts'),
      ])
    const now = new Date()
    const { entries, total, timezone } = await auditLog(await this.admin(), flags.business, {
      action: flags.action?.trim().replace(/[\s:]+/g, '.') ?? null,
      operator: flags.operator ?? null,
      staffId: flags.person ?? null,
      days: (timezone) => parseDayRange(flags, timezone, now),
      ...pageOf(flags),
    })
    const rows = entries.map(({ at, operator, staffId, action, detail }) => [
      formatLocalTime(at, timezone),
      staffId === null ? operator : `${operator} (${staffId})`,
      action,
      auditDetail(detail),
    ])
    const { action, operator, person, from, to } = flags
    const filters = [action, operator, person, from, to]
    const empty = `${flags.business} has no ${filterLabel(...filters)}entries.`
    this.log(pageText(flags, total, table(['When', 'Who', 'What', 'Detail'], rows), empty))
    return { entries, ...pageFacts(flags, total) }
  }
}
