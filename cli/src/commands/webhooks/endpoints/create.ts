import { Args, Flags } from '@oclif/core'
import { businessFlag } from '../../../flags/common-flags.ts'
import { typesFlag } from '../../../flags/endpoint-flags.ts'
import { SillaCommand } from '../../../silla-command.ts'
import { bold } from '../../../text/terminal.ts'

export default class WebhooksEndpointsCreate extends SillaCommand {
  static override summary = 'Deliver the events of a salon to a URL'
  static override description =
    'Events that happen from now on are sent to the URL as signed POST requests. Prints the secret ' +
    'that verifies the signatures, once; it is stored encrypted with SECRETS_KEY. The URL must be ' +
    'https on port 443, and every address of its host public. A salon has at most ten endpoints.'
  static override examples = [
    '<%= config.bin %> webhooks endpoints create barberia-centro https://till.example/silla',
    '<%= config.bin %> webhooks endpoints create barberia-centro https://crm.example/silla --type pago.completado --type puntos.ganados --json',
  ]
  static override args = {
    url: Args.string({ description: 'Where events are delivered.', required: true }),
  }
  static override flags = {
    business: businessFlag,
    type: typesFlag,
    description: Flags.string({ description: 'A note for staff.', default: '' }),
  }

  async run() {
    const { args, flags } = await this.parse(WebhooksEndpointsCreate)
    const [{ createEndpoint }, { endpointParts }, { explainEndpointError }, { parseEventTypes }] =
      await Promise.all([
        import('@silla/core/events/endpoints/create-endpoint'),
        import('../../../db/endpoint-parts.ts'),
        import('../../../errors/endpoint-errors.ts'),
        import('../../../flags/endpoint-flags.ts'),
      ])
    const types = flags.type ? await parseEventTypes(flags.type) : null
    const context = await this.operatorContext(flags.business, { types })
    const input = { url: args.url, types, description: flags.description }
    const created = await explainEndpointError(createEndpoint(context, endpointParts(), input))
    const { endpoint, secret } = created
    this.log(
      `Created endpoint ${endpoint.id}. Its secret:\n\n  ${bold(secret)}\n\nStore it now: it is ` +
        'not shown again.',
    )
    return { endpoint, secret }
  }
}
