import { Args } from '@oclif/core'
import { businessFlag } from '../../../flags/common-flags.ts'
import { endpointArgument } from '../../../flags/endpoint-flags.ts'
import { SillaCommand } from '../../../silla-command.ts'

export default class WebhooksDeliveriesRedeliver extends SillaCommand {
  static override summary = 'Send a delivery again'
  static override description = 'The worker sends it at once, also one that was delivered.'
  static override examples = [
    '<%= config.bin %> webhooks deliveries redeliver barberia-centro 1042 2077',
    '<%= config.bin %> webhooks deliveries redeliver barberia-centro 1042 2077 --json',
  ]
  static override args = {
    endpoint: endpointArgument,
    delivery: Args.integer({
      description: 'The id of the delivery, as shown by webhooks deliveries list.',
      required: true,
      min: 1,
      max: Number.MAX_SAFE_INTEGER,
    }),
  }
  static override flags = { business: businessFlag }

  async run() {
    const { args, flags } = await this.parse(WebhooksDeliveriesRedeliver)
    const [{ redeliver }, { explainEndpointError }] = await Promise.all([
      import('@silla/core/events/endpoints/deliver-now'),
      import('../../../errors/endpoint-errors.ts'),
    ])
    const ids = { endpointId: args.endpoint, deliveryId: args.delivery }
    const context = await this.operatorContext(flags.business, ids)
    const delivery = await explainEndpointError(redeliver(context, ids))
    this.log(`Delivery ${delivery.id} is sent again.`)
    return { delivery }
  }
}
