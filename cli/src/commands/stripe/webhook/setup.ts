import { Args, Flags } from '@oclif/core'
import type { WebhookSetupResult } from '@silla/core'
import { kindOf } from '../../../format/webhook-kind.ts'
import { SillaCommand } from '../../../silla-command.ts'

export default class StripeWebhookSetup extends SillaCommand {
  static override summary = 'Set up the webhook endpoints at the processor'
  static override description =
    'Creates the endpoints for all salons, for each mode (live, test) with API keys: one for the ' +
    'events of payments, and one for the thin events of accounts. Running it ' +
    'again changes nothing; an endpoint that is missing, disabled, or encrypted with another ' +
    'SECRETS_KEY is recreated. After an upgrade it subscribes to the events that the new version ' +
    'handles, or replaces an endpoint whose events have another API version; both are accepted ' +
    'for 24 hours. The signing secret is stored encrypted and never shown. --rotate ' +
    'creates a new secret: the old one is accepted for 24 hours, then the worker deletes it.'
  static override examples = [
    '<%= config.bin %> stripe webhook setup https://api.salons.example',
    '<%= config.bin %> stripe webhook setup https://api.salons.example --rotate',
    '<%= config.bin %> stripe webhook setup https://api.salons.example --only --json',
  ]
  static override args = {
    url: Args.string({ description: 'The public base URL of the API.', required: true }),
  }
  static override flags = {
    rotate: Flags.boolean({ description: 'Rotate to a new secret, with a 24-hour grace period.' }),
    leaked: Flags.boolean({
      description: 'Rotate and reject the old secret immediately, because it has leaked.',
    }),
    only: Flags.boolean({ description: 'Delete the endpoints of Silla at other URLs.' }),
  }

  async run() {
    const { args, flags } = await this.parse(StripeWebhookSetup)
    const [{ setupWebhook }, { webhookParts }] = await Promise.all([
      import('@silla/core/payments/webhooks/setup-webhook'),
      import('../../../db/processor.ts'),
    ])
    const input = {
      baseUrl: args.url,
      rotate: flags.rotate,
      leaked: flags.leaked,
      onlyThis: flags.only,
    }
    const webhooks = await setupWebhook(await this.admin(), webhookParts(), input)
    for (const webhook of webhooks) this.report(webhook)
    this.log(`Check it with ${this.config.bin} stripe webhook verify`)
    return { webhooks }
  }

  private report({
    mode,
    payload,
    url,
    endpoint,
    outcome,
    previous,
    otherEndpoints,
    deleted,
    foreignEndpoints,
  }: WebhookSetupResult): void {
    this.log(`${actions[outcome]} ${endpoint} (${kindOf(mode, payload)}): ${url}`)
    if (previous)
      this.log(`  ${previous.endpoint} is accepted until ${previous.until.toISOString()}.`)
    for (const other of otherEndpoints)
      this.log(`  ${other.endpoint} sends to ${other.url}; --only deletes it.`)
    for (const other of deleted)
      this.log(`  Deleted ${other.endpoint}, which sent to ${other.url}.`)
    for (const foreign of foreignEndpoints) {
      this.log(
        `  ${foreign} sends to the same URL but was not created by Silla: its events are ` +
          'rejected. Delete it at the processor.',
      )
    }
  }
}

const actions = {
  unchanged: 'unchanged',
  created: 'created  ',
  updated: 'updated  ',
  replaced: 'replaced ',
  rotated: 'rotated  ',
}
