import { CliError } from '../../../errors/report-error.ts'
import { kindOf } from '../../../format/webhook-kind.ts'
import { SillaCommand } from '../../../silla-command.ts'
import { green, red } from '../../../text/terminal.ts'

export default class StripeWebhookVerify extends SillaCommand {
  static override summary = 'Verify the webhook end to end'
  static override description =
    'Checks at the processor that the endpoint is enabled for this URL and sends the events that ' +
    'this version of Silla handles, in its API version, sends a test event ' +
    'signed with the stored secret and checks that the API accepts it and stores it in this ' +
    'database, and sends a forged event, which the API must reject. The test data is removed. ' +
    'The exit code is 1 when a check fails.'
  static override examples = [
    '<%= config.bin %> stripe webhook verify',
    '<%= config.bin %> stripe webhook verify --json',
  ]

  async run() {
    await this.parse(StripeWebhookVerify)
    const [{ verifyWebhook }, { webhookParts }, { sendTestEvent }] = await Promise.all([
      import('@silla/core/payments/webhooks/verify-webhook'),
      import('../../../db/processor.ts'),
      import('@silla/payments-stripe'),
    ])
    const webhooks = await verifyWebhook(await this.admin(), {
      ...webhookParts(),
      deliver: sendTestEvent,
    })
    for (const { endpoint, mode, payload, url, checks } of webhooks) {
      this.log(`${endpoint} (${kindOf(mode, payload)}): ${url}`)
      for (const { expectation, ok, actual } of checks) {
        this.log(`  ${ok ? green('yes') : red('no ')}  ${expectation}${ok ? '' : ` (${actual})`}`)
      }
    }
    if (webhooks.some(({ ok }) => !ok))
      throw new CliError('The webhook does not work: see the failed checks.', { webhooks })
    return { webhooks }
  }
}
