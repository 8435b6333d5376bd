import { Flags } from '@oclif/core'
import { UsageError } from '../../../errors/report-error.ts'
import { businessFlag } from '../../../flags/common-flags.ts'
import { endpointArgument, typesFlag } from '../../../flags/endpoint-flags.ts'
import { SillaCommand } from '../../../silla-command.ts'

export default class WebhooksEndpointsUpdate extends SillaCommand {
  static override summary = 'Change an endpoint, or switch it on or off'
  static override description =
    'What is not named stays as it is. Switched off, its pending deliveries end; switched on again ' +
    'it gets events that happen from then on.'
  static override examples = [
    '<%= config.bin %> webhooks endpoints update barberia-centro 1042 --active',
    '<%= config.bin %> webhooks endpoints update barberia-centro 1042 --url https://till.example/events --all-types --json',
  ]
  static override args = { endpoint: endpointArgument }
  static override flags = {
    business: businessFlag,
    url: Flags.string({ description: 'Where events are delivered.', helpValue: 'URL' }),
    type: typesFlag,
    'all-types': Flags.boolean({
      description: 'Deliver events of every type.',
      exclusive: ['type'],
    }),
    description: Flags.string({ description: 'A note for staff.' }),
    active: Flags.boolean({
      description: 'Switch it on; --no-active switches it off.',
      allowNo: true,
    }),
  }

  async run() {
    const { args, flags } = await this.parse(WebhooksEndpointsUpdate)
    const { url, type, description, active } = flags
    const [{ updateEndpoint }, { endpointParts }, { explainEndpointError }, { parseEventTypes }] =
      await Promise.all([
        import('@silla/core/events/endpoints/update-endpoint'),
        import('../../../db/endpoint-parts.ts'),
        import('../../../errors/endpoint-errors.ts'),
        import('../../../flags/endpoint-flags.ts'),
      ])
    const change = {
      ...(url !== undefined && { url }),
      ...(type !== undefined && { types: await parseEventTypes(type) }),
      ...(flags['all-types'] && { types: null }),
      ...(description !== undefined && { description }),
      ...(active !== undefined && { isActive: active }),
    }
    if (Object.keys(change).length === 0)
      throw new UsageError(
        'Nothing to change: pass --url, --type, --all-types, --description or --active.',
      )
    const detail = { endpointId: args.endpoint, changed: Object.keys(change) }
    const context = await this.operatorContext(flags.business, detail)
    const endpoint = await explainEndpointError(
      updateEndpoint(context, endpointParts(), { id: args.endpoint, change }),
    )
    this.log(`Changed endpoint ${endpoint.id}. It is ${endpoint.isActive ? 'on' : 'off'}.`)
    return { endpoint }
  }
}
