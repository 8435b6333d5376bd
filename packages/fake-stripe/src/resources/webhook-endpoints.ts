import type { Stripe } from 'stripe'
import { applicationId, newId, randomText } from '../ids.ts'
import type { ApiRequest } from '../protocol/api-request.ts'
import { listPage } from '../protocol/list-page.ts'
import type { WebhookEndpoint } from '../shapes.ts'
import { wrongParameter } from '../stripe-error.ts'
import { metadataOf, updateMetadata } from './metadata.ts'

/** The only response that contains the secret. */
export function createEndpoint({
  state,
  owner,
  params,
}: ApiRequest<Stripe.WebhookEndpointCreateParams>): Stripe.WebhookEndpoint {
  const { connect = false } = params
  const endpoint = state.collections.endpoints.put(owner, {
    id: newId('we'),
    object: 'webhook_endpoint',
    created: state.now(),
    livemode: false,
    metadata: metadataOf(params.metadata),
    url: validUrl(params.url),
    enabled_events: params.enabled_events,
    api_version: params.api_version ?? null,
    description: params.description || null,
    status: 'enabled',
    secret: `whsec_${randomText(32)}`,
    connect,
    application: connect ? applicationId : null,
  })
  return { ...serializeEndpoint(endpoint), secret: endpoint.secret }
}

export const readEndpoint = ({ state, owner, id }: ApiRequest): Stripe.WebhookEndpoint =>
  serializeEndpoint(state.collections.endpoints.get(owner, id))

export function updateEndpoint({
  state,
  owner,
  id,
  params,
}: ApiRequest<Stripe.WebhookEndpointUpdateParams>): Stripe.WebhookEndpoint {
  const endpoint = state.collections.endpoints.get(owner, id)
  if (params.enabled_events !== undefined) endpoint.enabled_events = params.enabled_events
  if (params.url !== undefined) endpoint.url = validUrl(params.url)
  if (params.description !== undefined) endpoint.description = params.description || null
  if (params.disabled !== undefined) endpoint.status = params.disabled ? 'disabled' : 'enabled'
  updateMetadata(endpoint.metadata, params.metadata)
  return serializeEndpoint(endpoint)
}

export function deleteEndpoint({ state, owner, id }: ApiRequest): Stripe.DeletedWebhookEndpoint {
  state.collections.endpoints.get(owner, id)
  state.collections.endpoints.remove(id)
  return { id, object: 'webhook_endpoint', deleted: true }
}

export const listEndpoints = (
  request: ApiRequest<Stripe.WebhookEndpointListParams>,
): Stripe.ApiList<Stripe.WebhookEndpoint> => {
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

export function validUrl(url: string): string {
  if (!/^https?:\/\//.test(url) || !URL.canParse(url))
    throw wrongParameter('url', 'Invalid URL', 'url_invalid')
  return url
}
