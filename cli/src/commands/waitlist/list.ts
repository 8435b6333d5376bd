import { Flags } from '@oclif/core'
import { businessFlag, pageOf, pagingFlags } from '../../flags/common-flags.ts'
import { filterLabel, pageFacts, pageText } from '../../format/list-page.ts'
import { SillaCommand } from '../../silla-command.ts'

export default class WaitlistList extends SillaCommand {
  static override summary = 'List the waitlist of a salon'
  static override description =
    'Latest first. An entry is offered the first freed time that fits it, in order of entry.'
  static override examples = [
    '<%= config.bin %> waitlist list barberia-centro',
    '<%= config.bin %> waitlist list barberia-centro --state waiting --json',
  ]
  static override flags = {
    business: businessFlag,
    state: Flags.option({
      description: 'Only entries in this state.',
      options: ['waiting', 'offered', 'accepted', 'expired', 'withdrawn'] as const,
    })(),
    ...pagingFlags,
  }

  async run() {
    const { flags } = await this.parse(WaitlistList)
    const [{ listWaitlist }, { waitlistRecord, waitlistTable }] = await Promise.all([
      import('@silla/core/waitlist/list-waitlist'),
      import('../../format/waitlist-record.ts'),
    ])
    const context = await this.operatorContext(flags.business)
    const { settings } = await context.tenant.catalog()
    const found = await listWaitlist(context, { state: flags.state ?? null, ...pageOf(flags) })
    const entries = found.entries.map((entry) => waitlistRecord(entry, settings))
    const empty = `${flags.business} has no ${filterLabel(flags.state)}entries on its waitlist.`
    this.log(pageText(flags, found.total, waitlistTable(entries), empty))
    return { entries, ...pageFacts(flags, found.total) }
  }
}
