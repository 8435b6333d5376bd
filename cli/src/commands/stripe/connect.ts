import { Flags } from '@oclif/core'
import { basisPointsOf } from '../../flags/percent.ts'
import { slugArgument } from '../../flags/slug-argument.ts'
import { bold } from '../../format/terminal.ts'
import { SillaCommand } from '../../silla-command.ts'

export default class StripeConnect extends SillaCommand {
  static override summary = 'Give a salon its own account at the processor'
  static override description =
    "Makes the account that takes the salon's payments, and prints the link at which the salon tells the processor who it is. Run again, it makes no second account: it prints a fresh link while there is something left to tell. An account that the salon has already is taken over with --account; one that belongs to another business is refused."
  static override examples = [
    '<%= config.bin %> stripe connect barberia-centro',
    '<%= config.bin %> stripe connect barberia-centro --return-url https://barberia.example/thanks --fee 2.5',
    '<%= config.bin %> stripe connect barberia-centro --account acct_1AbCdEfGhIjKlMnO --json',
  ]
  static override args = { slug: slugArgument }
  static override flags = {
    account: Flags.string({ description: 'An account that exists already.', helpValue: 'ACCT' }),
    'return-url': Flags.string({
      description:
        "Where the salon comes back to from the processor's pages; its own website unless told.",
      helpValue: 'URL',
    }),
    fee: Flags.string({
      description:
        'What the platform keeps of each payment to come, from 0 to 30; as it was unless told.',
      helpValue: 'PERCENT',
    }),
  }

  async run() {
    const { args, flags } = await this.parse(StripeConnect)
    const feeBasisPoints = flags.fee === undefined ? null : basisPointsOf(flags.fee)
    const [{ connectAccount }, { processors }] = await Promise.all([
      import('@silla/core/payments/accounts/connect-account'),
      import('../../db/processor.ts'),
    ])
    const connected = await connectAccount(await this.admin(), processors(), {
      slug: args.slug,
      account: flags.account ?? null,
      returnUrl: flags['return-url'] ?? null,
      feeBasisPoints,
    })
    this.log(
      `${connected.slug} takes payments on its account ${connected.account} (${connected.livemode ? 'live' : 'test'}).`,
    )
    if (connected.onboardingUrl === null) this.log('It may charge cards.')
    else {
      this.log(
        `It may not charge cards yet (${connected.cardPayments}). The salon goes on here, soon and once:\n`,
      )
      this.log(`  ${bold(connected.onboardingUrl)}\n`)
      this.log(
        `Run this again for a fresh link; ${this.config.bin} stripe status ${connected.slug} tells how it stands.`,
      )
    }
    return { account: connected }
  }
}
