import { businessFlag } from '../../../flags/common-flags.ts'
import { endpointArgument } from '../../../flags/endpoint-flags.ts'
import { SillaCommand } from '../../../silla-command.ts'

export default class WebhooksEndpointsDelete extends SillaCommand {
  static override summary = 'Delete an endpoint and its log of deliveries'
  static override description =
    'Nothing more is sent to it. To stop deliveries for a while, switch it off with webhooks ' +
    'endpoints update --no-active.'
  static override examples = [
    '<%= config.bin %> webhooks endpoints delete barberia-centro 1042',
    '<%= config.bin %> webhooks endpoints delete barberia-centro 1042 --json',
  ]
  static override args = { endpoint: endpointArgument }
  static override flags = { business: businessFlag }

  async run() {
    const { args, flags } = await this.parse(WebhooksEndpointsDelete)
    const [{ deleteEndpoint }, { explainEndpointError }] = await Promise.all([
      import('@silla/core/events/endpoints/delete-endpoint'),
      import('../../../errors/endpoint-errors.ts'),
    ])
    const context = await this.operatorContext(flags.business, { endpointId: args.endpoint })
    const endpoint = await explainEndpointError(deleteEndpoint(context, args.endpoint))
    this.log(`Deleted endpoint ${endpoint.id}.`)
    return { endpoint }
  }
}
