import { Flags } from '@oclif/core'
import { businessFlag } from '../../business-flag.ts'
import { SillaCommand } from '../../silla-command.ts'

export default class AuditList extends SillaCommand {
  static override summary = 'List what staff changed in a salon'
  static override description =
    "Who did what and when, the latest first: every command that changes something leaves an entry in the transaction of its change. Times are the salon's, or UTC where it was deleted. Who somebody is comes from SILLA_OPERATOR, or from the account of their machine."
  static override examples = [
    '<%= config.bin %> audit list --business barberia-centro',
    '<%= config.bin %> audit list -b barberia-centro --action keys --limit 10 --json',
  ]
  static override flags = {
    business: businessFlag,
    action: Flags.string({
      description: 'Only one action (keys.issue), or all of a topic (keys).',
      helpValue: 'ACTION',
    }),
    limit: Flags.integer({ description: 'How many at most.', default: 50, min: 1, max: 1000 }),
  }

  async run() {
    const { flags } = await this.parse(AuditList)
    const [{ auditLog }, { showBusiness }, { table }, { localTime }] = await Promise.all([
      import('@silla/core/audit-log'),
      import('@silla/core/provisioning/show-business'),
      import('../../table.ts'),
      import('../../local-time.ts'),
    ])
    const admin = await this.admin()
    // of a deleted business nobody knows any more where it was
    const { timezone } = await showBusiness(admin, flags.business).catch(() => ({ timezone: 'UTC' }))
    const ask = { slug: flags.business, action: flags.action ?? null, from: null, offset: 0, limit: flags.limit }
    const entries = await auditLog(admin, ask)
    const rows = entries.map(({ at, operator, action, detail }) => [
      localTime(at, timezone),
      operator,
      action,
      JSON.stringify(detail),
    ])
    if (entries.length === 0) this.log(`Nobody changed anything at ${flags.business} yet.`)
    else this.log(table(['When', 'Who', 'What', 'Detail'], rows))
    return { entries }
  }
}
