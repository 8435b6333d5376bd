import { webhookQueries as queries, type Sql } from '@silla/db'
import type { SecretsKeys } from '../../credentials/seal.ts'
import type {
  Processor,
  ProcessorMode,
  TimeBudget,
  WebhookEndpoint,
  WebhookPayload,
} from '../../ports/processor.ts'
import { openWebhookSecret } from './webhook-secrets.ts'

export type OurEndpoint = queries.WebhookEndpointRow

/** The endpoints of one mode, as stored by Silla and as listed by the processor. */
export interface Endpoints {
  /** Including those that are being retired. */
  ours: OurEndpoint[]
  listed: WebhookEndpoint[]
}

/** @throws ProcessorError */
export async function readEndpoints(
  admin: Sql,
  processor: Processor,
  mode: ProcessorMode,
  budget: TimeBudget,
): Promise<Endpoints> {
  const [rows, listed] = await Promise.all([
    queries.listWebhookEndpoints(admin),
    processor.listWebhookEndpoints({ budget }),
  ])
  return { ours: rows.filter(({ livemode }) => livemode === (mode === 'live')), listed }
}

/** Those with one kind of events. */
export const ofPayload = ({ ours, listed }: Endpoints, payload: WebhookPayload): Endpoints => ({
  ours: ours.filter((each) => each.payload === payload),
  listed: listed.filter((each) => each.payload === payload),
})

/** The addresses that receive only snapshot events. */
export const urlsWithoutThin = (active: readonly OurEndpoint[]): string[] =>
  active
    .filter(({ payload }) => payload === 'snapshot')
    .filter(
      ({ url, livemode }) =>
        !active.some(
          (each) => each.payload === 'thin' && each.url === url && each.livemode === livemode,
        ),
    )
    .map(({ url }) => url)

/** The endpoint as the processor lists it. */
const listedEndpoint = (
  { endpointRef }: OurEndpoint,
  listed: readonly WebhookEndpoint[],
): WebhookEndpoint | undefined => listed.find((each) => each.endpointRef === endpointRef)

/** Why the processor does not deliver to it; empty when it does. */
export function deliveryFault(endpoint: OurEndpoint, listed: readonly WebhookEndpoint[]): string {
  const found = listedEndpoint(endpoint, listed)
  if (!found) return 'the processor does not have it'
  if (found.url !== endpoint.url) return `it delivers to ${found.url}`
  return found.enabled ? '' : 'it is disabled'
}

/** How the events that it sends differ from those that this release handles; empty when not. */
export function eventsFault(endpoint: OurEndpoint, listed: readonly WebhookEndpoint[]): string {
  const { missingEvents = [], extraEvents = [] } = listedEndpoint(endpoint, listed) ?? {}
  const faults = [
    ...(missingEvents.length > 0 ? [`it does not send ${missingEvents.join(', ')}`] : []),
    ...(extraEvents.length > 0 ? [`it sends ${extraEvents.join(', ')}, which has no effect`] : []),
  ]
  return faults.join(', and ')
}

/** Whether its events have the API version that this release reads; empty when they do. */
export function versionFault(endpoint: OurEndpoint, listed: readonly WebhookEndpoint[]): string {
  const version = listedEndpoint(endpoint, listed)?.otherApiVersion ?? null
  return version === null ? '' : `its events have the API version ${version}`
}

export const secretFault = (endpoint: OurEndpoint, secretsKeys: SecretsKeys): string =>
  secretOf(endpoint, secretsKeys) === null
    ? 'its secret was encrypted with another SECRETS_KEY'
    : ''

/** @returns null when it was sealed with another key */
export const secretOf = (
  { sealedSecret, endpointRef }: OurEndpoint,
  secretsKeys: SecretsKeys,
): string | null => openWebhookSecret(sealedSecret, secretsKeys, endpointRef)

/** Endpoints at this address that Silla did not create: their deliveries are rejected. */
export const foreignEndpointsAt = (url: string, { ours, listed }: Endpoints): string[] =>
  listed
    .filter((each) => each.url === url && !ours.some((row) => row.endpointRef === each.endpointRef))
    .map((each) => each.endpointRef)
