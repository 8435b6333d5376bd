import { Flags } from '@oclif/core'
import { slugArgument } from '../../flags/slug-argument.ts'
import { yesFlag } from '../../flags/yes-flag.ts'
import { SillaCommand } from '../../silla-command.ts'

export default class StripeDisconnect extends SillaCommand {
  static override summary = "Take no more payments on a salon's account"
  static override description =
    'The salon goes on taking bookings, unpaid. Its account stays its own: what was paid there can still be given back, and connect --account takes it up again. Asks first on a terminal; elsewhere it needs --yes. --dry-run only tells which account it would be.'
  static override examples = [
    '<%= config.bin %> stripe disconnect barberia-centro',
    '<%= config.bin %> stripe disconnect barberia-centro --dry-run',
    '<%= config.bin %> stripe disconnect barberia-centro --yes --json',
  ]
  static override args = { slug: slugArgument }
  static override flags = {
    'dry-run': Flags.boolean({
      description: 'Only tell which account would take no payments any more.',
    }),
    yes: yesFlag,
  }

  async run() {
    const { args, flags } = await this.parse(StripeDisconnect)
    const { accountToDisconnect, disconnectAccount } = await import(
      '@silla/core/payments/accounts/disconnect-account'
    )
    const admin = await this.admin()
    const known = await accountToDisconnect(admin, args.slug)
    if (flags['dry-run']) {
      this.log(`${args.slug} would take no payments on its account ${known} any more.`)
      return { dryRun: true, disconnected: { slug: args.slug, account: known } }
    }
    await this.confirm(`Let nobody pay ${args.slug} online any more?`, flags.yes)
    const { slug, account } = await disconnectAccount(admin, args.slug)
    this.log(`${slug} takes no payments any more.`)
    this.log(
      `To take its account up again: ${this.config.bin} stripe connect ${slug} --account ${account}`,
    )
    return { dryRun: false, disconnected: { slug, account } }
  }
}
