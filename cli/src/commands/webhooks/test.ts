import { setTimeout } from 'node:timers/promises'
import type { EventDelivery, RequestContext } from '@silla/core'
import { CliError } from '../../errors/report-error.ts'
import { businessFlag } from '../../flags/common-flags.ts'
import { endpointArgument } from '../../flags/endpoint-flags.ts'
import { SillaCommand } from '../../silla-command.ts'

const maxWaitMilliseconds = 20_000
const pollMilliseconds = 200

export default class WebhooksTest extends SillaCommand {
  static override summary = 'Send a test to an endpoint and wait for the result'
  static override description =
    'The worker sends an event of the type webhook.prueba, once. Fails if it was not accepted, or ' +
    'has no result after 20 seconds.'
  static override examples = [
    '<%= config.bin %> webhooks test barberia-centro 1042',
    '<%= config.bin %> webhooks test barberia-centro 1042 --json',
  ]
  static override args = { endpoint: endpointArgument }
  static override flags = { business: businessFlag }

  async run() {
    const { args, flags } = await this.parse(WebhooksTest)
    const [{ testEndpoint }, { explainEndpointError }, { lastResult }] = await Promise.all([
      import('@silla/core/events/endpoints/deliver-now'),
      import('../../errors/endpoint-errors.ts'),
      import('../../format/endpoint-record.ts'),
    ])
    const endpointId = args.endpoint
    const context = await this.operatorContext(flags.business, { endpointId })
    const created = await explainEndpointError(testEndpoint(context, endpointId))
    const delivery = await resultOf(context, { endpointId, deliveryId: created.id })
    if (delivery.state === 'failed')
      throw new CliError(`Endpoint ${endpointId} did not accept the test: ${lastResult(delivery)}.`)
    this.log(`Endpoint ${endpointId} accepted the test: ${lastResult(delivery)}.`)
    return { delivery }
  }
}

/** @throws CliError when there is none after 20 seconds */
async function resultOf(
  context: RequestContext,
  ids: { endpointId: number; deliveryId: number },
): Promise<EventDelivery> {
  const { findDelivery } = await import('@silla/core/events/endpoints/list-deliveries')
  const endsAt = performance.now() + maxWaitMilliseconds
  while (performance.now() < endsAt) {
    const delivery = await findDelivery(context, ids)
    if (delivery.state !== 'pending') return delivery
    await setTimeout(pollMilliseconds)
  }
  throw new CliError(
    'The test has no result after 20 seconds. Is the worker running? See silla webhooks deliveries list.',
  )
}
