import { Args, Flags } from '@oclif/core'
import type { WebhookSetupResult } from '@silla/core'
import { SillaCommand } from '../../../silla-command.ts'

export default class StripeWebhookEnsure extends SillaCommand {
  static override summary = 'Have the processor send its events to us'
  static override description =
    'One endpoint hears of all salons, for each mode that there are keys of. A second time changes nothing; one that is gone, switched off or sealed with another SECRETS_KEY is made anew. The secret is stored sealed and never shown. --rotate makes a new one: what the old one signed is believed for 24 hours, then the worker deletes it.'
  static override examples = [
    '<%= config.bin %> stripe webhook setup https://api.salons.example',
    '<%= config.bin %> stripe webhook setup https://api.salons.example --rotate',
    '<%= config.bin %> stripe webhook setup https://api.salons.example --only --json',
  ]
  static override args = {
    url: Args.string({ description: 'Where the API is reached from outside.', required: true }),
  }
  static override flags = {
    rotate: Flags.boolean({ description: 'Change over to a new secret.' }),
    leaked: Flags.boolean({
      description: 'The secret is in wrong hands: change it, and believe the old one no more.',
    }),
    only: Flags.boolean({ description: 'Delete our endpoints at other addresses.' }),
  }

  async run() {
    const { args, flags } = await this.parse(StripeWebhookEnsure)
    const [{ setupWebhook: ensureWebhook }, { webhookParts }] = await Promise.all([
      import('@silla/core/payments/webhooks/setup-webhook'),
      import('../../../db/processor.ts'),
    ])
    const input = {
      baseUrl: args.url,
      rotate: flags.rotate,
      leaked: flags.leaked,
      onlyThis: flags.only,
    }
    const webhooks = await ensureWebhook(await this.admin(), webhookParts(), input)
    for (const webhook of webhooks) this.tell(webhook)
    this.log(`Try it: ${this.config.bin} stripe webhook verify`)
    return { webhooks }
  }

  private tell({
    mode,
    url,
    endpoint,
    outcome,
    previous,
    otherEndpoints,
    deleted,
    foreignEndpoints,
  }: WebhookSetupResult): void {
    this.log(`${deeds[outcome]} ${endpoint} (${mode}): ${url}`)
    if (previous)
      this.log(`  ${previous.endpoint} is believed until ${previous.until.toISOString()}.`)
    for (const other of otherEndpoints)
      this.log(`  ${other.endpoint} sends to ${other.url}; --only deletes it.`)
    for (const other of deleted)
      this.log(`  ${other.endpoint} is deleted, which sent to ${other.url}.`)
    for (const stranger of foreignEndpoints) {
      this.log(
        `  ${stranger} sends to the same address and is none of ours: what it sends is refused. Delete it at the processor.`,
      )
    }
  }
}

const deeds = { unchanged: 'unchanged', created: 'created  ', rotated: 'rotated  ' }
