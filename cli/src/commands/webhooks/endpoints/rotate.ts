import { businessFlag } from '../../../flags/common-flags.ts'
import { endpointArgument } from '../../../flags/endpoint-flags.ts'
import { SillaCommand } from '../../../silla-command.ts'
import { bold } from '../../../text/terminal.ts'
import { formatLocalTime } from '../../../text/values.ts'

export default class WebhooksEndpointsRotate extends SillaCommand {
  static override summary = 'Create a new secret for an endpoint'
  static override description =
    'Prints the secret once. For 24 hours messages are signed with the previous secret as well; if ' +
    'it has leaked, rotate twice: only the last two are valid.'
  static override examples = [
    '<%= config.bin %> webhooks endpoints rotate barberia-centro 1042',
    '<%= config.bin %> webhooks endpoints rotate barberia-centro 1042 --json',
  ]
  static override args = { endpoint: endpointArgument }
  static override flags = { business: businessFlag }

  async run() {
    const { args, flags } = await this.parse(WebhooksEndpointsRotate)
    const [{ rotateEndpointSecret }, { endpointParts }, { explainEndpointError }] =
      await Promise.all([
        import('@silla/core/events/endpoints/rotate-secret'),
        import('../../../db/endpoint-parts.ts'),
        import('../../../errors/endpoint-errors.ts'),
      ])
    const context = await this.operatorContext(flags.business, { endpointId: args.endpoint })
    const { settings } = await context.tenant.catalog()
    const rotated = await explainEndpointError(
      rotateEndpointSecret(context, endpointParts(), args.endpoint),
    )
    const { id, secret, previousEndsAt } = rotated
    this.log(
      `The new secret of endpoint ${id}:\n\n  ${bold(secret)}\n\nStore it now: it is not shown ` +
        `again. The previous one is valid until ${formatLocalTime(previousEndsAt, settings.timezone)}.`,
    )
    return { id, secret, previousEndsAt }
  }
}
