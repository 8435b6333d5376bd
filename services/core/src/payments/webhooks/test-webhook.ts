import { randomBytes } from 'node:crypto'
import { webhookQueries as queries, type Sql } from '@silla/db'
import { type Clock, systemClock } from '../../ports/clock.ts'
import { budgetOf, type Processors } from '../../ports/processor.ts'
import type { DeliverTestEvent } from '../../ports/webhook-probe.ts'
import { AccountProblem } from '../accounts/account-problem.ts'
import type { WebhookParts } from './ensure-webhook.ts'
import { openWebhookSecret } from './webhook-secret.ts'

export interface TestedWebhook {
  endpoint: string
  url: string
  mode: 'live' | 'test'
  checks: WebhookCheck[]
  ok: boolean
}

export interface WebhookCheck {
  /** What should be so. */
  promise: string
  ok: boolean
  /** What was seen instead; empty when it is so. */
  seen: string
}

/**
 * Tries every endpoint in force from both ends: the processor has it switched on at that address; an event signed with its secret
 * is believed there and noted in this very database; and one signed with another is refused, so that it is really us who answer.
 *
 * @throws AccountProblem NOT_VALID when there is none; ProcessorProblem
 */
export async function testWebhook(
  admin: Sql,
  parts: WebhookParts & { deliver: DeliverTestEvent },
  clock: Clock = systemClock,
): Promise<TestedWebhook[]> {
  const rows = await queries.webhookEndpoints(admin)
  const inForce = rows.filter((row) => row.retires_at === null)
  if (inForce.length === 0) {
    throw new AccountProblem('NOT_VALID', 'There is no webhook endpoint yet: silla stripe webhook ensure makes one.')
  }
  const tested: TestedWebhook[] = []
  for (const row of inForce) {
    const mode = row.livemode ? 'live' : 'test'
    const checks = [
      await isSwitchedOn(parts.processors, row),
      ...(await isBelieved(admin, parts, row, clock.now())),
      await refusesForged(parts.deliver, row, clock.now()),
    ]
    tested.push({ endpoint: row.endpoint_ref, url: row.url, mode, checks, ok: checks.every(({ ok }) => ok) })
  }
  return tested
}

type Row = queries.WebhookEndpointRow

async function isSwitchedOn(processors: Processors, { endpoint_ref, url, livemode }: Row): Promise<WebhookCheck> {
  const promise = 'the processor sends events there'
  const processor = processors(livemode ? 'live' : 'test')
  if (processor === null) return { promise, ok: false, seen: 'there are no credentials of its mode' }
  const endpoints = await processor.webhookEndpoints({ budget: budgetOf() })
  const found = endpoints.find((one) => one.endpointRef === endpoint_ref)
  if (!found) return { promise, ok: false, seen: 'the processor does not have it' }
  if (found.url !== url) return { promise, ok: false, seen: `it sends to ${found.url}` }
  return { promise, ok: found.enabled, seen: found.enabled ? '' : 'it is switched off' }
}

async function isBelieved(
  admin: Sql,
  { secretsKey, deliver }: { secretsKey: Buffer; deliver: DeliverTestEvent },
  { endpoint_ref, url, livemode, sealed_secret }: Row,
  now: Date,
): Promise<WebhookCheck[]> {
  const promise = 'an event with its signature is taken'
  const secret = openWebhookSecret(sealed_secret, secretsKey, endpoint_ref)
  if (secret === null) return [{ promise, ok: false, seen: 'its secret was sealed with another SECRETS_KEY' }]
  const delivery = await deliver({ url, secret, livemode, now })
  const isNoted = (await queries.takeOrphanEvent(admin, delivery.eventRef)).length > 0
  return [
    { promise, ok: delivery.status === 200, seen: unless(200, delivery) },
    { promise: 'it arrives in this database', ok: isNoted, seen: isNoted ? '' : 'it was not noted here' },
  ]
}

async function refusesForged(deliver: DeliverTestEvent, { url, livemode }: Row, now: Date): Promise<WebhookCheck> {
  const secret = `whsec_${randomBytes(24).toString('hex')}`
  const delivery = await deliver({ url, secret, livemode, now })
  return { promise: 'a forged one is refused', ok: delivery.status === 400, seen: unless(400, delivery) }
}

const unless = (wanted: number, { status, answer }: { status: number | null; answer: string }): string =>
  status === wanted ? '' : `${status ?? 'no answer'}: ${answer}`
