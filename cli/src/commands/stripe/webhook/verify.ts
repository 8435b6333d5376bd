import { CliError } from '../../../errors/report-error.ts'
import { green, red } from '../../../format/terminal.ts'
import { SillaCommand } from '../../../silla-command.ts'

export default class StripeWebhookTest extends SillaCommand {
  static override summary = 'Try the webhook from both ends'
  static override description =
    'Asks the processor whether it sends there; sends an event of our own, signed with the stored secret, to the address and looks whether it is taken and noted in this database; and sends a forged one, which has to be refused. Nothing of it stays. Ends with 1 when something is not as it should be.'
  static override examples = [
    '<%= config.bin %> stripe webhook verify',
    '<%= config.bin %> stripe webhook verify --json',
  ]

  async run() {
    await this.parse(StripeWebhookTest)
    const [{ verifyWebhook: testWebhook }, { webhookParts }, { sendTestEvent }] = await Promise.all(
      [
        import('@silla/core/payments/webhooks/verify-webhook'),
        import('../../../db/processor.ts'),
        import('@silla/payments-stripe'),
      ],
    )
    const webhooks = await testWebhook(await this.admin(), {
      ...webhookParts(),
      deliver: sendTestEvent,
    })
    for (const { endpoint, mode, url, checks } of webhooks) {
      this.log(`${endpoint} (${mode}): ${url}`)
      for (const { expectation, ok, actual } of checks) {
        this.log(`  ${ok ? green('yes') : red('no ')}  ${expectation}${ok ? '' : ` (${actual})`}`)
      }
    }
    if (webhooks.some(({ ok }) => !ok))
      throw new CliError('The webhook does not work as it should.', { webhooks })
    return { webhooks }
  }
}
