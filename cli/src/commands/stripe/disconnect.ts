import { Flags } from '@oclif/core'
import { businessFlag, yesFlag } from '../../flags/common-flags.ts'
import { SillaCommand } from '../../silla-command.ts'

export default class StripeDisconnect extends SillaCommand {
  static override summary = 'Disconnect a salon from its account at the processor'
  static override description =
    'The salon keeps accepting bookings, but no online payments. The account stays with the ' +
    'salon: earlier payments can still be refunded, and stripe connect --account connects it ' +
    'again. Asks for confirmation on a terminal; without a terminal it needs --yes. --dry-run ' +
    'only shows the account.'
  static override examples = [
    '<%= config.bin %> stripe disconnect barberia-centro',
    '<%= config.bin %> stripe disconnect barberia-centro --dry-run',
    '<%= config.bin %> stripe disconnect barberia-centro --yes --json',
  ]
  static override flags = {
    business: businessFlag,
    'dry-run': Flags.boolean({
      description: 'Only show which account would be disconnected.',
    }),
    yes: yesFlag,
  }

  async run() {
    const { flags } = await this.parse(StripeDisconnect)
    const { accountToDisconnect, disconnectAccount } = await import(
      '@silla/core/payments/accounts/disconnect-account'
    )
    const admin = await this.admin()
    const current = await accountToDisconnect(admin, flags.business)
    if (flags['dry-run']) {
      this.log(`${flags.business} would be disconnected from the account ${current}.`)
      return { dryRun: true, disconnected: { slug: flags.business, account: current } }
    }
    await this.confirm(`Stop online payments for ${flags.business}?`, flags.yes)
    const { slug, account } = await disconnectAccount(admin, flags.business)
    this.log(`Disconnected ${slug}: it no longer accepts online payments.`)
    this.log(`To connect it again: ${this.config.bin} stripe connect ${slug} --account ${account}`)
    return { dryRun: false, disconnected: { slug, account } }
  }
}
