import type { EventDelivery, EventEndpoint } from '@silla/core'
import { formatLocalTime } from '../text/values.ts'
import { table } from './table.ts'

export const endpointTable = (endpoints: readonly EventEndpoint[], timezone: string): string =>
  table(
    ['Id', 'URL', 'Types', 'State', 'Description'],
    endpoints.map((endpoint) => [
      String(endpoint.id),
      endpoint.url,
      endpoint.types?.join(', ') ?? 'all',
      stateOf(endpoint, timezone),
      endpoint.description,
    ]),
  )

function stateOf(endpoint: EventEndpoint, timezone: string): string {
  if (endpoint.disabledAt) return `off since ${formatLocalTime(endpoint.disabledAt, timezone)}`
  if (!endpoint.isActive) return 'off'
  const { failingSince } = endpoint
  return failingSince ? `failing since ${formatLocalTime(failingSince, timezone)}` : 'on'
}

export const deliveryTable = (deliveries: readonly EventDelivery[], timezone: string): string =>
  table(
    ['Id', 'Type', 'Created', 'State', 'Attempts', 'Last result', 'Next attempt'],
    deliveries.map((delivery) => [
      String(delivery.id),
      delivery.type,
      formatLocalTime(delivery.createdAt, timezone),
      delivery.state,
      String(delivery.attempts.length),
      lastResult(delivery),
      delivery.nextAttemptAt ? formatLocalTime(delivery.nextAttemptAt, timezone) : '',
    ]),
  )

/** `200`, `timeout`; empty before the first attempt. */
export function lastResult({ attempts }: Pick<EventDelivery, 'attempts'>): string {
  const last = attempts.at(-1)
  return last === undefined ? '' : (last.error ?? String(last.status))
}
