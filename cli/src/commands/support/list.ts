import type { SupportAccess } from '@silla/core'
import { optionalBusinessFlag, pageOf, pagingFlags } from '../../flags/common-flags.ts'
import { pageFacts, pageText } from '../../format/list-page.ts'
import { SillaCommand } from '../../silla-command.ts'

export default class SupportList extends SillaCommand {
  static override summary = 'List accesses of support to salons'
  static override description =
    'Of one salon all of them, the latest first. Without a salon those of every salon that wait for an ' +
    'owner or can be used now.'
  static override examples = [
    '<%= config.bin %> support list',
    '<%= config.bin %> support list barberia-centro --json',
  ]
  static override flags = {
    business: optionalBusinessFlag('Only this salon, with accesses that have ended.'),
    ...pagingFlags,
  }

  async run() {
    const { flags } = await this.parse(SupportList)
    const [{ table }, { formatLocalTime }] = await Promise.all([
      import('../../format/table.ts'),
      import('../../text/values.ts'),
    ])
    const { accesses, total } = await this.accesses(flags.business, pageOf(flags))
    const rows = accesses.map(({ salon, ...access }) => [
      String(access.id),
      salon,
      access.state,
      access.requestedBy,
      access.canWrite ? 'write' : 'read',
      formatLocalTime(access.requestedAt, 'UTC'),
      formatLocalTime(access.expiresAt, 'UTC'),
      access.reason,
    ])
    const head = ['Id', 'Salon', 'State', 'Operator', 'Scope', 'Requested', 'Until', 'Reason']
    const empty =
      flags.business === undefined
        ? 'No access waits for an owner or can be used.'
        : `${flags.business} has no accesses.`
    this.log(pageText(flags, total, table(head, rows), empty))
    return { accesses, ...pageFacts(flags, total) }
  }

  private async accesses(
    slug: string | undefined,
    page: { offset: number; limit: number },
  ): Promise<{ accesses: (SupportAccess & { salon: string })[]; total: number }> {
    const { listLiveSupport, listSupport } = await import('@silla/core/support/list-support')
    if (slug !== undefined) {
      const { accesses, total } = await listSupport(await this.operatorContext(slug), page)
      return { accesses: accesses.map((one) => ({ ...one, salon: slug })), total }
    }
    const { systemClock } = await import('@silla/core/clock')
    const found = await listLiveSupport(await this.admin(), systemClock)
    const live = found.flatMap(({ slug: salon, accesses }) =>
      accesses.map((one) => ({ ...one, salon })),
    )
    return { accesses: live.slice(page.offset, page.offset + page.limit), total: live.length }
  }
}
