import { createHash } from 'node:crypto'
import { webhookQueries as queries, type Sql } from '@silla/db'
import { type Clock, systemClock } from '../../clock.ts'
import {
  type Processor,
  type ProcessorMode,
  type Processors,
  timeBudget,
} from '../../ports/processor.ts'
import { AccountError } from '../accounts/account-error.ts'
import { deleteEndpoint } from './delete-endpoint.ts'
import { deleteRetiredWebhooks } from './delete-retired-webhooks.ts'
import { deliveryFault, foreignEndpointsAt, readEndpoints, secretFault } from './endpoint-status.ts'
import { sealWebhookSecret } from './seal-webhook-secret.ts'

export interface WebhookDependencies {
  processors: Processors
  /** 32 bytes, for the secrets that are stored. */
  secretsKey: Buffer
}

export interface WebhookSetupInput {
  /** Where the API is reached from outside: `https://api.salons.example`. */
  baseUrl: string
  /** A new secret; events signed with the old one are believed for 24 hours more. */
  rotate: boolean
  /** The secret is in wrong hands: like `rotate`, and the old one is believed no more. */
  leaked?: boolean
  /** Endpoints of other addresses are deleted at once. */
  onlyThis: boolean
}

export interface WebhookSetupResult {
  mode: ProcessorMode
  url: string
  endpoint: string
  outcome: 'nothing' | 'created' | 'rotated'
  /** While its secret is still believed. */
  previous: { endpoint: string; until: Date } | null
  /** Ours, at other addresses. */
  otherEndpoints: { endpoint: string; url: string }[]
  /** Those at other addresses that were there until now: nothing is sent there any more. */
  deleted: { endpoint: string; url: string }[]
  /** At this address and not of our making: what they send will be refused. */
  foreignEndpoints: string[]
}

/**
 * Makes sure that the processor sends the events of all connected accounts to us (D20), for each
 * mode that there are credentials of. A second time changes nothing; one that is gone, switched off
 * or whose secret cannot be opened any more is made anew. The key under which one is made follows
 * from the one before, so that an answer that got lost is given again, secret and all.
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
  const ensured: WebhookSetupResult[] = []
  for (const mode of ['live', 'test'] as const) {
    const processor = parts.processors(mode)
    if (processor === null) continue
    ensured.push(await setupMode(admin, { ...parts, processor, mode, url }, input, clock.now()))
  }
  if (ensured.length === 0) {
    throw new AccountError(
      'NO_CREDENTIALS',
      'There are no credentials of the processor: set STRIPE_SECRET_KEY.',
    )
  }
  await deleteRetiredWebhooks(admin, parts.processors, clock)
  return ensured
}

/** Where events are taken in. */
function webhookUrl(baseUrl: string): string {
  if (!URL.canParse(baseUrl) || !/^https?:$/.test(new URL(baseUrl).protocol)) {
    throw new AccountError('NOT_VALID', `${baseUrl} is no address like https://api.salons.example.`)
  }
  return new URL('/api/v1/webhooks/processor/', baseUrl).href
}

interface Parts {
  secretsKey: Buffer
  processor: Processor
  mode: ProcessorMode
  url: string
}

async function setupMode(
  admin: Sql,
  parts: Parts,
  query: WebhookSetupInput,
  now: Date,
): Promise<WebhookSetupResult> {
  const { processor, mode, url } = parts
  const endpoints = await readEndpoints(admin, processor, mode, timeBudget())
  const { ours, there } = endpoints
  const current = ours.find((row) => row.url === url && row.retiresAt === null) ?? null
  const isGood =
    current !== null &&
    deliveryFault(current, there) === '' &&
    secretFault(current, parts.secretsKey) === ''
  const others = ours
    .filter((row) => row.url !== url && row.retiresAt === null)
    .map((row) => ({ endpoint: row.endpointRef, url: row.url }))
  if (query.onlyThis)
    for (const other of others) await deleteEndpoint(admin, processor, other.endpoint)
  const facts = {
    mode,
    url,
    otherEndpoints: query.onlyThis ? [] : others,
    deleted: query.onlyThis ? others : [],
    foreignEndpoints: foreignEndpointsAt(url, endpoints),
  }
  const leaked = query.leaked ?? false
  if (isGood && !query.rotate && !leaked)
    return { ...facts, endpoint: current.endpointRef, outcome: 'nothing', previous: null }

  const endpoint = await create(admin, parts, current?.endpointRef ?? 'first', now)
  const foreignEndpoints = facts.foreignEndpoints.filter((one) => one !== endpoint)
  if (current === null || !isGood || leaked) {
    if (current !== null) await deleteEndpoint(admin, processor, current.endpointRef)
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
    outcome: 'rotated',
    previous: { endpoint: current.endpointRef, until },
  }
}

const graceMilliseconds = 24 * 3_600_000

async function create(
  admin: Sql,
  { processor, secretsKey, mode, url }: Parts,
  previous: string,
  at: Date,
): Promise<string> {
  const address = createHash('sha256').update(url).digest('hex').slice(0, 32)
  const key = `webhook:${mode}:${address}:${previous}`
  const { endpointRef: ref, secret } = await processor.createWebhookEndpoint({
    key,
    url,
    budget: timeBudget(),
  })
  const there = await processor.listWebhookEndpoints({ budget: timeBudget() })
  // the key may have been used for one that somebody has deleted since
  if (!there.some((one) => one.endpointRef === ref) && previous !== ref) {
    return create(admin, { processor, secretsKey, mode, url }, ref, at)
  }
  const sealedSecret = sealWebhookSecret(secret, secretsKey, ref)
  await queries.insertWebhookEndpoint(admin, {
    ref,
    url,
    livemode: mode === 'live',
    sealedSecret,
    at,
  })
  return ref
}
