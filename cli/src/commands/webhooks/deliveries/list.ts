import { Flags } from '@oclif/core'
import { businessFlag, pageOf, pagingFlags } from '../../../flags/common-flags.ts'
import { endpointArgument } from '../../../flags/endpoint-flags.ts'
import { pageFacts, pageText } from '../../../format/list-page.ts'
import { SillaCommand } from '../../../silla-command.ts'

export default class WebhooksDeliveriesList extends SillaCommand {
  static override summary = 'List the deliveries of an endpoint'
  static override description =
    'Those of the last 30 days, latest first, with the result of the last attempt; --json has all ' +
    "attempts. Times are in the salon's time zone."
  static override examples = [
    '<%= config.bin %> webhooks deliveries list barberia-centro 1042',
    '<%= config.bin %> webhooks deliveries list barberia-centro 1042 --state failed --json',
  ]
  static override args = { endpoint: endpointArgument }
  static override flags = {
    business: businessFlag,
    state: Flags.option({
      options: ['pending', 'delivered', 'failed'] as const,
      description: 'Only deliveries in this state.',
    })(),
    ...pagingFlags,
  }

  async run() {
    const { args, flags } = await this.parse(WebhooksDeliveriesList)
    const [{ listDeliveries }, { deliveryTable }, { explainEndpointError }] = await Promise.all([
      import('@silla/core/events/endpoints/list-deliveries'),
      import('../../../format/endpoint-record.ts'),
      import('../../../errors/endpoint-errors.ts'),
    ])
    const context = await this.operatorContext(flags.business)
    const { settings } = await context.tenant.catalog()
    const filter = { endpointId: args.endpoint, state: flags.state ?? null, ...pageOf(flags) }
    const { deliveries, total } = await explainEndpointError(listDeliveries(context, filter))
    const empty = `Endpoint ${args.endpoint} has no matching deliveries.`
    this.log(pageText(flags, total, deliveryTable(deliveries, settings.timezone), empty))
    return { deliveries, ...pageFacts(flags, total) }
  }
}
