import { Flags } from '@oclif/core'
import { UsageError } from '../../errors/report-error.ts'
import { businessFlag } from '../../flags/common-flags.ts'
import { SillaCommand } from '../../silla-command.ts'
import { bold } from '../../text/terminal.ts'

export default class StripeConnect extends SillaCommand {
  static override summary = 'Connect a salon to its own account at the processor'
  static override description =
    "Creates the account that receives the salon's payments, and prints the onboarding link at " +
    'which the salon enters its details. Running it again creates no second account; it prints a ' +
    'new link until onboarding is complete. --account connects an existing account; an account ' +
    'of another business is rejected.'
  static override examples = [
    '<%= config.bin %> stripe connect barberia-centro',
    '<%= config.bin %> stripe connect barberia-centro --return-url https://barberia.example/thanks --fee 2.5',
    '<%= config.bin %> stripe connect barberia-centro --account acct_1AbCdEfGhIjKlMnO --json',
  ]
  static override flags = {
    business: businessFlag,
    account: Flags.string({ description: 'An existing account.', helpValue: 'ACCT' }),
    'return-url': Flags.string({
      description:
        "The HTTPS URL to which the processor's onboarding returns; default: the salon's website.",
      helpValue: 'URL',
    }),
    fee: Flags.string({
      description:
        'The share of future payments that the platform keeps, from 0 to 30; default: unchanged.',
      helpValue: 'PERCENT',
    }),
  }

  async run() {
    const { flags } = await this.parse(StripeConnect)
    const feeBasisPoints = flags.fee === undefined ? null : parseBasisPoints(flags.fee)
    const [{ connectAccount }, { processors }] = await Promise.all([
      import('@silla/core/payments/accounts/connect-account'),
      import('../../db/processor.ts'),
    ])
    const connected = await connectAccount(await this.admin(), processors(), {
      slug: flags.business,
      account: flags.account ?? null,
      returnUrl: flags['return-url'] ?? null,
      feeBasisPoints,
    })
    this.log(
      `${connected.slug} is connected to the account ${connected.account} ` +
        `(${connected.livemode ? 'live' : 'test'}).`,
    )
    if (connected.onboardingUrl === null) this.log('It can charge cards.')
    else {
      this.log(
        `It cannot charge cards yet (${connected.cardPayments}). Onboarding link for the salon, ` +
          'short-lived and valid once:\n',
      )
      this.log(`  ${bold(connected.onboardingUrl)}\n`)
      this.log(
        `Run this command again for a new link. Check the account with ${this.config.bin} stripe ` +
          `status ${connected.slug}.`,
      )
    }
    return { account: connected }
  }
}

/** Reads a percentage: `2.5` is 250 basis points. */
function parseBasisPoints(text: string): number {
  const points = /^\d{1,2}(\.\d{1,2})?$/.test(text) ? Math.round(Number(text) * 100) : Number.NaN
  if (points >= 0 && points <= 3000) return points
  throw new UsageError(
    `Invalid value for --fee: expected a percentage from 0 to 30, such as 2.5, got "${text}".`,
  )
}
