import type { ApiRequest } from '../http/api-request.ts'
import { listPage } from '../http/list-page.ts'
import { listOf, metadataOf, requiredText, textOf } from '../http/params.ts'
import { missingParameter, wrongParameter } from '../http/stripe-error.ts'
import { newId, randomText } from '../ids.ts'
import type { WebhookEndpoint } from '../shapes.ts'

/** The only answer that shows the secret. */
export function createEndpoint({ world: state, owner, params }: ApiRequest) {
  const enabledEvents = listOf(params, 'enabled_events')
  if (enabledEvents.length === 0) throw missingParameter('enabled_events')
  const endpoint = state.shelves.endpoints.put(owner, {
    id: newId('we'),
    object: 'webhook_endpoint',
    created: state.now(),
    livemode: false,
    metadata: metadataOf(params),
    url: checkedUrl(requiredText(params, 'url')),
    enabled_events: enabledEvents,
    api_version: textOf(params, 'api_version'),
    description: textOf(params, 'description'),
    status: 'enabled',
    secret: `whsec_${randomText(32)}`,
    connect: String(params.connect) === 'true',
  })
  return { ...shown(endpoint), secret: endpoint.secret }
}

export const readEndpoint = ({ world: fakeState, owner, id }: ApiRequest) =>
  shown(fakeState.shelves.endpoints.get(owner, id))

export function updateEndpoint({ world, owner, id, params }: ApiRequest) {
  const endpoint = world.shelves.endpoints.get(owner, id)
  const enabledEvents = listOf(params, 'enabled_events')
  if (enabledEvents.length > 0) endpoint.enabled_events = enabledEvents
  if (params.url !== undefined) endpoint.url = checkedUrl(requiredText(params, 'url'))
  if (params.description !== undefined) endpoint.description = textOf(params, 'description')
  if (params.disabled !== undefined)
    endpoint.status = String(params.disabled) === 'true' ? 'disabled' : 'enabled'
  Object.assign(endpoint.metadata, metadataOf(params))
  return shown(endpoint)
}

export function deleteEndpoint({ world, owner, id }: ApiRequest) {
  world.shelves.endpoints.get(owner, id)
  world.shelves.endpoints.remove(id)
  return { id, object: 'webhook_endpoint', deleted: true }
}

export const listEndpoints = (input: ApiRequest) => {
  const page = listPage(
    input,
    '/v1/webhook_endpoints',
    input.world.shelves.endpoints.all(input.owner),
  )
  return { ...page, data: page.data.map(shown) }
}

/**
 * Whether an endpoint hears of connected accounts is not told, as at Stripe: `application` hints at
 * it.
 */
function shown({ secret: _, connect, ...endpoint }: WebhookEndpoint) {
  return { ...endpoint, application: connect ? 'ca_silla_double' : null }
}

function checkedUrl(url: string): string {
  if (!/^https?:\/\//.test(url) || !URL.canParse(url))
    throw wrongParameter('url', 'Invalid URL', 'url_invalid')
  return url
}
