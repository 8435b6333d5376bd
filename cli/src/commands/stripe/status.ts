import { Args } from '@oclif/core'
import { SillaCommand } from '../../silla-command.ts'

export default class StripeStatus extends SillaCommand {
  static override summary = 'Tell which salons can be paid online'
  static override description =
    "Every salon with its account, and whether that may charge cards, as we last heard. For one salon it is read anew at the processor, and the salon's catalogue follows. Times are UTC."
  static override examples = [
    '<%= config.bin %> stripe status',
    '<%= config.bin %> stripe status barberia-centro',
    '<%= config.bin %> stripe status barberia-centro --json',
  ]
  static override args = { slug: Args.string({ description: 'Only this business, read anew.' }) }

  async run() {
    const { args } = await this.parse(StripeStatus)
    const [{ checkAccount }, { listAccounts }, { table }, { localTime }] = await Promise.all([
      import('@silla/core/payments/accounts/check-account'),
      import('@silla/core/payments/accounts/list-accounts'),
      import('../../format/table.ts'),
      import('../../format/local-time.ts'),
    ])
    const admin = await this.admin()
    const [one] = args.slug === undefined ? [] : await listAccounts(admin, args.slug)
    if (one?.account) {
      const { processors } = await import('../../db/processor.ts')
      await checkAccount(await this.worker(one.slug), processors(), one.account)
    }
    const accounts = await listAccounts(admin, args.slug)
    const rows = accounts.map((each) => [
      each.slug,
      each.mode,
      each.account ?? '-',
      each.account === null ? '-' : each.ready ? 'ready' : `not ready (${each.cardPayments})`,
      each.account === null ? '-' : `${each.feeBasisPoints / 100}%`,
      each.checkedAt === null ? '-' : localTime(each.checkedAt, 'UTC'),
    ])
    if (rows.length === 0) this.log('There are no businesses.')
    else this.log(table(['Slug', 'Mode', 'Account', 'Cards', 'Fee', 'Checked'], rows))
    return { accounts }
  }
}
