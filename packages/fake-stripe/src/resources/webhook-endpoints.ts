import type { Stripe } from 'stripe'
import type { ApiRequest } from '../http/api-request.ts'
import { listPage } from '../http/list-page.ts'
import { listOf, metadataOf, requiredText, textOf } from '../http/params.ts'
import { missingParameter, wrongParameter } from '../http/stripe-error.ts'
import { applicationId, newId, randomText } from '../ids.ts'
import type { WebhookEndpoint } from '../shapes.ts'

/** The only response that contains the secret. */
export function createEndpoint({ state, owner, params }: ApiRequest): Stripe.WebhookEndpoint {
  const enabledEvents = listOf(params, 'enabled_events')
  if (enabledEvents.length === 0) throw missingParameter('enabled_events')
  const endpoint = state.collections.endpoints.put(owner, {
    id: newId('we'),
    object: 'webhook_endpoint',
    created: state.now(),
    livemode: false,
    metadata: metadataOf(params),
    url: validUrl(requiredText(params, 'url')),
    enabled_events: enabledEvents,
    api_version: textOf(params, 'api_version'),
    description: textOf(params, 'description'),
    status: 'enabled',
    secret: `whsec_${randomText(32)}`,
    connect: String(params.connect) === 'true',
    application: String(params.connect) === 'true' ? applicationId : null,
  })
  return { ...serializeEndpoint(endpoint), secret: endpoint.secret }
}

export const readEndpoint = ({ state, owner, id }: ApiRequest): Stripe.WebhookEndpoint =>
  serializeEndpoint(state.collections.endpoints.get(owner, id))

export function updateEndpoint({ state, owner, id, params }: ApiRequest): Stripe.WebhookEndpoint {
  const endpoint = state.collections.endpoints.get(owner, id)
  const enabledEvents = listOf(params, 'enabled_events')
  if (enabledEvents.length > 0) endpoint.enabled_events = enabledEvents
  if (params.url !== undefined) endpoint.url = validUrl(requiredText(params, 'url'))
  if (params.description !== undefined) endpoint.description = textOf(params, 'description')
  if (params.disabled !== undefined)
    endpoint.status = String(params.disabled) === 'true' ? 'disabled' : 'enabled'
  Object.assign(endpoint.metadata, metadataOf(params))
  return serializeEndpoint(endpoint)
}

export function deleteEndpoint({ state, owner, id }: ApiRequest): Stripe.DeletedWebhookEndpoint {
  state.collections.endpoints.get(owner, id)
  state.collections.endpoints.remove(id)
  return { id, object: 'webhook_endpoint', deleted: true }
}

export const listEndpoints = (request: ApiRequest): Stripe.ApiList<Stripe.WebhookEndpoint> => {
  const page = listPage(
    request,
    '/v1/webhook_endpoints',
    request.state.collections.endpoints.all(request.owner),
  )
  return { ...page, data: page.data.map(serializeEndpoint) }
}

/** Leaves out the secret and, as Stripe does, `connect`; `application` implies it. */
const serializeEndpoint = ({
  secret: _,
  connect: __,
  ...endpoint
}: WebhookEndpoint): Stripe.WebhookEndpoint => endpoint

function validUrl(url: string): string {
  if (!/^https?:\/\//.test(url) || !URL.canParse(url))
    throw wrongParameter('url', 'Invalid URL', 'url_invalid')
  return url
}
