import { webhookQueries as queries, type Sql } from '@silla/db'
import type {
  Processor,
  ProcessorMode,
  TimeBudget,
  WebhookEndpoint,
} from '../../ports/processor.ts'
import { openWebhookSecret } from './seal-webhook-secret.ts'

export type OurEndpoint = queries.WebhookEndpointRow

/** The endpoints of one mode, as we wrote them down and as the processor has them. */
export interface Endpoints {
  /** Those that retire among them. */
  ours: OurEndpoint[]
  there: WebhookEndpoint[]
}

/** @throws ProcessorError */
export async function readEndpoints(
  admin: Sql,
  processor: Processor,
  mode: ProcessorMode,
  budget: TimeBudget,
): Promise<Endpoints> {
  const [rows, there] = await Promise.all([
    queries.listWebhookEndpoints(admin),
    processor.listWebhookEndpoints({ budget }),
  ])
  return { ours: rows.filter(({ livemode }) => livemode === (mode === 'live')), there }
}

/** Why the processor does not send there; empty when it does. */
export function deliveryFault(
  { endpointRef, url }: OurEndpoint,
  there: readonly WebhookEndpoint[],
): string {
  const found = there.find((endpoint) => endpoint.endpointRef === endpointRef)
  if (!found) return 'the processor does not have it'
  if (found.url !== url) return `it sends to ${found.url}`
  return found.enabled ? '' : 'it is switched off'
}

/** Why nothing that comes from there can be believed; empty when it can. */
export const secretFault = (endpoint: OurEndpoint, secretsKey: Buffer): string =>
  secretOf(endpoint, secretsKey) === null ? 'its secret was sealed with another SECRETS_KEY' : ''

/** @returns null when it was sealed with another key */
export const secretOf = (
  { sealedSecret, endpointRef }: OurEndpoint,
  secretsKey: Buffer,
): string | null => openWebhookSecret(sealedSecret, secretsKey, endpointRef)

/** Endpoints at this address that are not of our making: what they send is refused. */
export const foreignEndpointsAt = (url: string, { ours, there }: Endpoints): string[] =>
  there
    .filter((one) => one.url === url && !ours.some((row) => row.endpointRef === one.endpointRef))
    .map((one) => one.endpointRef)
