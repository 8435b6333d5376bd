import { randomBytes } from 'node:crypto'
import { webhookQueries as queries, type Sql } from '@silla/db'
import { type Clock, systemClock } from '../../clock.ts'
import { budgetOf, type Processors } from '../../ports/processor.ts'
import type { SendTestEvent } from '../../ports/webhook-probe.ts'
import { AccountError } from '../accounts/account-error.ts'
import { deliveryFault, type OurEndpoint, secretFault, secretOf } from './endpoint-status.ts'
import type { WebhookParts } from './setup-webhook.ts'

export interface WebhookVerification {
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
 * Tries every endpoint in force from both ends: the processor has it switched on at that address;
 * an event signed with its secret is believed there and noted in this very database; and one signed
 * with another is refused, so that it is really us who answer.
 *
 * @throws AccountError NOT_VALID when there is none; ProcessorError
 */
export async function verifyWebhook(
  admin: Sql,
  parts: WebhookParts & { deliver: SendTestEvent },
  clock: Clock = systemClock,
): Promise<WebhookVerification[]> {
  const rows = await queries.listWebhookEndpoints(admin)
  const inForce = rows.filter((row) => row.retiresAt === null)
  if (inForce.length === 0) {
    throw new AccountError(
      'NOT_VALID',
      'There is no webhook endpoint yet: silla stripe webhook setup makes one.',
    )
  }
  const tested: WebhookVerification[] = []
  for (const row of inForce) {
    const mode = row.livemode ? 'live' : 'test'
    const checks = [
      await isSwitchedOn(parts.processors, row),
      ...(await isBelieved(admin, parts, row, clock.now())),
      await refusesForged(parts.deliver, row, clock.now()),
    ]
    tested.push({
      endpoint: row.endpointRef,
      url: row.url,
      mode,
      checks,
      ok: checks.every(({ ok }) => ok),
    })
  }
  return tested
}

async function isSwitchedOn(processors: Processors, row: OurEndpoint): Promise<WebhookCheck> {
  const promise = 'the processor sends events there'
  const processor = processors(row.livemode ? 'live' : 'test')
  if (processor === null)
    return { promise, ok: false, seen: 'there are no credentials of its mode' }
  const seen = deliveryFault(row, await processor.webhookEndpoints({ budget: budgetOf() }))
  return { promise, ok: seen === '', seen }
}

async function isBelieved(
  admin: Sql,
  { secretsKey, deliver }: { secretsKey: Buffer; deliver: SendTestEvent },
  row: OurEndpoint,
  now: Date,
): Promise<WebhookCheck[]> {
  const promise = 'an event with its signature is taken'
  const secret = secretOf(row, secretsKey)
  if (secret === null) return [{ promise, ok: false, seen: secretFault(row, secretsKey) }]
  const { url, livemode } = row
  const delivery = await deliver({ url, secret, livemode, now })
  const isNoted = (await queries.deleteOrphanEvent(admin, delivery.eventRef)).length > 0
  return [
    { promise, ok: delivery.status === 200, seen: unless(200, delivery) },
    {
      promise: 'it arrives in this database',
      ok: isNoted,
      seen: isNoted ? '' : 'it was not noted here',
    },
  ]
}

async function refusesForged(
  deliver: SendTestEvent,
  { url, livemode }: OurEndpoint,
  now: Date,
): Promise<WebhookCheck> {
  const secret = `whsec_${randomBytes(24).toString('hex')}`
  const delivery = await deliver({ url, secret, livemode, now })
  return {
    promise: 'a forged one is refused',
    ok: delivery.status === 400,
    seen: unless(400, delivery),
  }
}

const unless = (
  wanted: number,
  { status, answer }: { status: number | null; answer: string },
): string => (status === wanted ? '' : `${status ?? 'no answer'}: ${answer}`)
