import type { Stripe } from 'stripe'
import { newId, randomText } from '../ids.ts'
import type { ApiRequest } from '../protocol/api-request.ts'
import type { EventDestination, EventDestinationV2 } from '../shapes.ts'
import { metadataOf } from './metadata.ts'
import { validUrl } from './webhook-endpoints.ts'

/** The only response that may contain the secret. */
export function createDestination({
  state,
  params,
}: ApiRequest<Stripe.V2.Core.EventDestinationCreateParams>): EventDestinationV2 {
  const destination = state.collections.destinations.put(null, {
    id: newId('ed'),
    created: state.now(),
    updated: state.now(),
    description: params.description ?? '',
    enabledEvents: params.enabled_events,
    eventPayload: params.event_payload,
    eventsFrom: params.events_from ?? ['@self'],
    metadata: metadataOf(params.metadata),
    name: params.name,
    snapshotApiVersion: params.snapshot_api_version ?? null,
    status: 'enabled',
    url: validUrl(params.webhook_endpoint?.url ?? ''),
    secret: `whsec_${randomText(32)}`,
  })
  return serializeDestination(destination, params.include)
}

export function updateDestination({
  state,
  id,
  params,
}: ApiRequest<Stripe.V2.Core.EventDestinationUpdateParams>): EventDestinationV2 {
  const destination = state.collections.destinations.get(null, id)
  if (params.enabled_events !== undefined) destination.enabledEvents = params.enabled_events
  if (params.webhook_endpoint !== undefined) destination.url = validUrl(params.webhook_endpoint.url)
  destination.updated = state.now()
  return serializeDestination(destination, params.include)
}

export function deleteDestination({ state, id }: ApiRequest): Stripe.V2.DeletedObject {
  state.collections.destinations.get(null, id)
  state.collections.destinations.remove(id)
  return { id, object: 'v2.core.event_destination' }
}

export const listDestinations = ({
  state,
  params,
}: ApiRequest<Stripe.V2.Core.EventDestinationListParams>): Stripe.V2List<EventDestinationV2> => ({
  data: state.collections.destinations
    .all()
    .reverse()
    .map((destination) => serializeDestination(destination, params.include)),
  next_page_url: null,
  previous_page_url: null,
})

/** The URL and the secret are null unless the request includes them. */
function serializeDestination(
  destination: EventDestination,
  include: Stripe.V2.Core.EventDestinationCreateParams['include'] = [],
): EventDestinationV2 {
  return {
    id: destination.id,
    object: 'v2.core.event_destination',
    amazon_eventbridge: null,
    azure_event_grid: null,
    created: isoTime(destination.created),
    description: destination.description,
    enabled_events: destination.enabledEvents,
    event_payload: destination.eventPayload,
    events_from: destination.eventsFrom,
    livemode: false,
    metadata: destination.metadata,
    name: destination.name,
    snapshot_api_version: destination.snapshotApiVersion,
    status: destination.status,
    status_details: null,
    type: 'webhook_endpoint',
    updated: isoTime(destination.updated),
    webhook_endpoint: {
      signing_secret: include.includes('webhook_endpoint.signing_secret')
        ? destination.secret
        : null,
      url: include.includes('webhook_endpoint.url') ? destination.url : null,
    },
  }
}

const isoTime = (seconds: number) => new Date(seconds * 1000).toISOString()
