import { webhookQueries as queries, type Sql } from '@silla/db'
import type {
  Processor,
  ProcessorMode,
  TimeBudget,
  WebhookEndpoint,
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

/** Why the processor does not deliver to it; empty when it does. */
export function deliveryFault(
  { endpointRef, url }: OurEndpoint,
  listed: readonly WebhookEndpoint[],
): string {
  const found = listed.find((endpoint) => endpoint.endpointRef === endpointRef)
  if (!found) return 'the processor does not have it'
  if (found.url !== url) return `it delivers to ${found.url}`
  return found.enabled ? '' : 'it is disabled'
}

export const secretFault = (endpoint: OurEndpoint, secretsKey: Buffer): string =>
  secretOf(endpoint, secretsKey) === null ? 'its secret was encrypted with another SECRETS_KEY' : ''

/** @returns null when it was sealed with another key */
export const secretOf = (
  { sealedSecret, endpointRef }: OurEndpoint,
  secretsKey: Buffer,
): string | null => openWebhookSecret(sealedSecret, secretsKey, endpointRef)

/** Endpoints at this address that Silla did not create: their deliveries are rejected. */
export const foreignEndpointsAt = (url: string, { ours, listed }: Endpoints): string[] =>
  listed
    .filter((each) => each.url === url && !ours.some((row) => row.endpointRef === each.endpointRef))
    .map((each) => each.endpointRef)
