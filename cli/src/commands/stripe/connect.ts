import { Flags } from '@oclif/core'
import { UsageError } from '../../errors/report-error.ts'
import { businessFlag } from '../../flags/common-flags.ts'
import { SillaCommand } from '../../silla-command.ts'
import { bold } from '../../text/terminal.ts'

export default class StripeConnect extends SillaCommand {
  static override summary = 'Connect a salon to its own account at the processor'
  static override description =
    "Creates the account that receives the salon's payments, and prints the address at which the " +
    'salon enters its details: it goes on to the processor with a code that is mailed to its ' +
    'contact email. Running it again creates no second account; until onboarding is complete it ' +
    'prints a new address, and the last one no longer works. Without PUBLIC_URL, or with ' +
    "--return-url, it prints the processor's own link, which works once and for a few minutes. " +
    '--account connects an existing account; an account of another business is rejected.'
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
        "The HTTPS URL to which the processor's onboarding returns; default: the salon's page for " +
        'it, or its website.',
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
    const [{ connectAccount }, { processors }, { publicUrl }] = await Promise.all([
      import('@silla/core/payments/accounts/connect-account'),
      import('../../db/processor.ts'),
      import('../../db/public-url.ts'),
    ])
    const connected = await connectAccount(await this.admin(), processors(), {
      slug: flags.business,
      account: flags.account ?? null,
      returnUrl: flags['return-url'] ?? null,
      publicUrl: publicUrl(),
      feeBasisPoints,
    })
    this.log(
      `${connected.slug} is connected to the account ${connected.account} ` +
        `(${connected.livemode ? 'live' : 'test'}).`,
    )
    if (connected.onboardingUrl === null) this.log('It can charge cards.')
    else {
      this.log(
        `It cannot charge cards yet (${connected.cardPayments}). ` +
          (connected.onboardingKind === 'page'
            ? 'Address for the salon, which goes on with a code from its email:\n'
            : 'Onboarding link for the salon, short-lived and valid once:\n'),
      )
      this.log(`  ${bold(connected.onboardingUrl)}\n`)
      this.log(
        connected.onboardingKind === 'page'
          ? 'Store it now: it is not shown again. Run this command again for a new one, which ends this one.'
          : 'Run this command again for a new link.',
      )
      this.log(`Check the account with ${this.config.bin} stripe ` + `status ${connected.slug}.`)
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
