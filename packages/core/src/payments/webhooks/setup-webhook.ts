import { createHash } from 'node:crypto'
import { webhookQueries as queries, type Sql } from '@silla/db'
import { type Clock, systemClock } from '../../clock.ts'
import type { SecretsKeys } from '../../credentials/seal.ts'
import {
  type Processor,
  type ProcessorMode,
  type Processors,
  timeBudget,
  type WebhookPayload,
} from '../../ports/processor.ts'
import { AccountError } from '../accounts/account-error.ts'
import { deleteEndpoint } from './delete-endpoint.ts'
import { deleteRetiredWebhooks } from './delete-retired-webhooks.ts'
import {
  deliveryFault,
  eventsFault,
  foreignEndpointsAt,
  ofPayload,
  readEndpoints,
  secretFault,
  versionFault,
} from './endpoint-status.ts'
import { sealWebhookSecret } from './webhook-secrets.ts'

export interface WebhookDependencies {
  processors: Processors
  /** 32 bytes, to encrypt stored secrets. */
  secretsKeys: SecretsKeys
}

export interface WebhookSetupInput {
  /** The public base URL of the API: `https://api.salons.example`. */
  baseUrl: string
  /** Create a new secret; events signed with the old one are accepted for another 24 hours. */
  rotate: boolean
  /** The secret was leaked: like `rotate`, but the old one is rejected from now on. */
  leaked?: boolean
  /** Delete endpoints at other addresses immediately. */
  onlyThis: boolean
}

export interface WebhookSetupResult {
  mode: ProcessorMode
  payload: WebhookPayload
  url: string
  endpoint: string
  /**
   * `updated`: other events. `replaced`: created again, because the API version of its events cannot
   * be changed; `rotated`: because of the secret.
   */
  outcome: 'unchanged' | 'created' | 'updated' | 'replaced' | 'rotated'
  /** The endpoint that is being retired, and until when its secret is accepted. */
  previous: { endpoint: string; until: Date } | null
  /** Silla's endpoints at other addresses. */
  otherEndpoints: { endpoint: string; url: string }[]
  /** Silla's endpoints at other addresses that were deleted just now. */
  deleted: { endpoint: string; url: string }[]
  /** Endpoints at this address that Silla did not create: their deliveries are rejected. */
  foreignEndpoints: string[]
}

/**
 * Ensures that the processor delivers the events of all connected accounts to this API (D20), in
 * each mode that has credentials: those that this release handles, in its API version. Repeating it
 * changes nothing. An endpoint that is gone, disabled, or whose secret cannot be decrypted is
 * created again, and so is one with another API version, whose deliveries are accepted until its
 * grace period ends. The new secret is stored before the old endpoint is deleted, so that no event is
 * lost. The idempotency key follows from the previous endpoint, so that a lost response is returned
 * again, with the secret.
 *
 * @throws AccountError NO_CREDENTIALS, NOT_VALID; ProcessorError
 */
export async function setupWebhook(
  admin: Sql,
  parts: WebhookDependencies,
  input: WebhookSetupInput,
  clock: Clock = systemClock,
): Promise<WebhookSetupResult[]> {
  const url = webhookUrl(input.baseUrl)
  const now = clock.now()
  const results: WebhookSetupResult[] = []
  for (const mode of ['live', 'test'] as const) {
    const processor = parts.processors(mode)
    if (processor === null) continue
    for (const payload of ['snapshot', 'thin'] as const) {
      const target = { ...parts, processor, mode, payload, url }
      results.push(await setupEndpoint(admin, target, input, now))
    }
  }
  if (results.length === 0) {
    throw new AccountError(
      'NO_CREDENTIALS',
      'The processor has no credentials: set STRIPE_SECRET_KEY.',
    )
  }
  await deleteRetiredWebhooks(admin, parts.processors, clock)
  return results
}

/** The address that receives events. */
function webhookUrl(baseUrl: string): string {
  if (!URL.canParse(baseUrl) || !/^https?:$/.test(new URL(baseUrl).protocol)) {
    throw new AccountError(
      'NOT_VALID',
      `${baseUrl} is not a URL: expected one like https://api.salons.example.`,
    )
  }
  return new URL('/api/v1/webhooks/processor/', baseUrl).href
}

interface Parts {
  secretsKeys: SecretsKeys
  processor: Processor
  mode: ProcessorMode
  payload: WebhookPayload
  url: string
}

async function setupEndpoint(
  admin: Sql,
  parts: Parts,
  input: WebhookSetupInput,
  now: Date,
): Promise<WebhookSetupResult> {
  const { processor, mode, payload, url } = parts
  const endpoints = ofPayload(await readEndpoints(admin, processor, mode, timeBudget()), payload)
  const { ours, listed } = endpoints
  const current = ours.find((row) => row.url === url && row.retiresAt === null) ?? null
  const isGood =
    current !== null &&
    deliveryFault(current, listed) === '' &&
    secretFault(current, parts.secretsKeys) === ''
  const others = ours
    .filter((row) => row.url !== url && row.retiresAt === null)
    .map((row) => ({ endpoint: row.endpointRef, url: row.url }))
  if (input.onlyThis) {
    for (const { endpoint } of others)
      await deleteEndpoint(admin, processor, { endpointRef: endpoint, payload })
  }
  const facts = {
    mode,
    payload,
    url,
    otherEndpoints: input.onlyThis ? [] : others,
    deleted: input.onlyThis ? others : [],
    foreignEndpoints: foreignEndpointsAt(url, endpoints),
  }
  const leaked = input.leaked ?? false
  const isReplaced = isGood && versionFault(current, listed) !== ''
  if (isGood && !isReplaced && !input.rotate && !leaked) {
    const { endpointRef } = current
    const isUpdated = eventsFault(current, listed) !== ''
    if (isUpdated)
      await processor.updateWebhookEndpoint({ endpointRef, payload, budget: timeBudget() })
    const outcome = isUpdated ? 'updated' : 'unchanged'
    return { ...facts, endpoint: endpointRef, outcome, previous: null }
  }

  const endpoint = await create(admin, parts, current?.endpointRef ?? 'first', now)
  const foreignEndpoints = facts.foreignEndpoints.filter((each) => each !== endpoint)
  if (current === null || !isGood || leaked) {
    if (current !== null) await deleteEndpoint(admin, processor, current)
    return {
      ...facts,
      foreignEndpoints,
      endpoint,
      outcome: isGood ? 'rotated' : 'created',
      previous: null,
    }
  }
  const until = new Date(now.getTime() + graceMilliseconds)
  await queries.updateWebhookRetired(admin, { ref: current.endpointRef, at: until })
  return {
    ...facts,
    foreignEndpoints,
    endpoint,
    outcome: input.rotate ? 'rotated' : 'replaced',
    previous: { endpoint: current.endpointRef, until },
  }
}

const graceMilliseconds = 24 * 3_600_000

async function create(admin: Sql, parts: Parts, previous: string, at: Date): Promise<string> {
  const { processor, secretsKeys, mode, payload, url } = parts
  const address = createHash('sha256').update(url).digest('hex').slice(0, 32)
  const kind = payload === 'thin' ? `${mode}:thin` : mode
  const { endpointRef: ref, secret } = await processor.createWebhookEndpoint({
    key: `webhook:${kind}:${address}:${previous}`,
    payload,
    url,
    budget: timeBudget(),
  })
  const listed = await processor.listWebhookEndpoints({ budget: timeBudget() })
  // the key may belong to an endpoint that was deleted since, or whose secret is not repeated
  const isListed = listed.some((each) => each.endpointRef === ref)
  if ((!isListed || secret === '') && previous !== ref) {
    if (isListed) await deleteEndpoint(admin, processor, { endpointRef: ref, payload })
    return create(admin, parts, ref, at)
  }
  const sealedSecret = sealWebhookSecret(secret, secretsKeys, ref)
  await queries.insertWebhookEndpoint(admin, {
    ref,
    payload,
    url,
    livemode: mode === 'live',
    sealedSecret,
    at,
  })
  return ref
}
