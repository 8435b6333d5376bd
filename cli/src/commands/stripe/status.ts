import { optionalBusinessFlag } from '../../flags/common-flags.ts'
import { SillaCommand } from '../../silla-command.ts'

export default class StripeStatus extends SillaCommand {
  static override summary = 'Show which salons accept online payments'
  static override description =
    'Lists every salon with its account and whether the account can charge cards, as last ' +
    'reported by the processor. With a slug, the account is refreshed from the processor, and ' +
    'online payments of the salon are enabled or disabled accordingly. Times are in UTC.'
  static override examples = [
    '<%= config.bin %> stripe status',
    '<%= config.bin %> stripe status barberia-centro',
    '<%= config.bin %> stripe status barberia-centro --json',
  ]
  static override flags = {
    business: optionalBusinessFlag('Only this business, refreshed from the processor.'),
  }

  async run() {
    const { flags } = await this.parse(StripeStatus)
    const [{ checkAccount }, { listAccounts }, { table }, { formatLocalTime }] = await Promise.all([
      import('@silla/core/payments/accounts/check-account'),
      import('@silla/core/payments/accounts/list-accounts'),
      import('../../format/table.ts'),
      import('../../text/values.ts'),
    ])
    const admin = await this.admin()
    const [one] = flags.business === undefined ? [] : await listAccounts(admin, flags.business)
    if (one?.account) {
      const { processors } = await import('../../db/processor.ts')
      await checkAccount(await this.tenantContext(one.slug), processors(), one.account)
    }
    const accounts = await listAccounts(admin, flags.business)
    const rows = accounts.map((account) => [
      account.slug,
      account.mode,
      account.account ?? '-',
      account.account === null
        ? '-'
        : account.ready
          ? 'ready'
          : `not ready (${account.cardPayments})`,
      account.account === null ? '-' : `${account.feeBasisPoints / 100}%`,
      account.checkedAt === null ? '-' : formatLocalTime(account.checkedAt, 'UTC'),
    ])
    if (rows.length === 0) this.log('There are no businesses.')
    else this.log(table(['Slug', 'Mode', 'Account', 'Cards', 'Fee', 'Checked'], rows))
    return { accounts }
  }
}
