import { businessFlag } from '../../../flags/common-flags.ts'
import { SillaCommand } from '../../../silla-command.ts'

export default class WebhooksEndpointsList extends SillaCommand {
  static override summary = 'List the endpoints to which events are delivered'
  static override description =
    "Oldest first; at most ten. Secrets are not shown. Times are in the salon's time zone."
  static override examples = [
    '<%= config.bin %> webhooks endpoints list barberia-centro',
    '<%= config.bin %> webhooks endpoints list barberia-centro --json',
  ]
  static override flags = { business: businessFlag }

  async run() {
    const { flags } = await this.parse(WebhooksEndpointsList)
    const [{ listEndpoints }, { endpointTable }] = await Promise.all([
      import('@silla/core/events/endpoints/read-endpoints'),
      import('../../../format/endpoint-record.ts'),
    ])
    const context = await this.operatorContext(flags.business)
    const { settings } = await context.tenant.catalog()
    const endpoints = await listEndpoints(context)
    this.log(
      endpoints.length > 0
        ? endpointTable(endpoints, settings.timezone)
        : `${flags.business} has no endpoints.`,
    )
    return { endpoints }
  }
}
