import { randomBytes } from 'node:crypto'
import { webhookQueries as queries, type Sql } from '@silla/db'
import { type Clock, systemClock } from '../../clock.ts'
import { type Processors, timeBudget } from '../../ports/processor.ts'
import type { SendTestEvent } from '../../ports/webhook-probe.ts'
import { AccountError } from '../accounts/account-error.ts'
import { deliveryFault, type OurEndpoint, secretFault, secretOf } from './endpoint-status.ts'
import type { WebhookDependencies } from './setup-webhook.ts'

export interface WebhookVerification {
  endpoint: string
  url: string
  mode: 'live' | 'test'
  checks: WebhookCheck[]
  ok: boolean
}

export interface WebhookCheck {
  /** What should be so. */
  expectation: string
  ok: boolean
  /** What was seen instead; empty when it is so. */
  actual: string
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
  parts: WebhookDependencies & { deliver: SendTestEvent },
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
  const expectation = 'the processor sends events there'
  const processor = processors(row.livemode ? 'live' : 'test')
  if (processor === null)
    return { expectation, ok: false, actual: 'there are no credentials of its mode' }
  const seen = deliveryFault(row, await processor.listWebhookEndpoints({ budget: timeBudget() }))
  return { expectation, ok: seen === '', actual: seen }
}

async function isBelieved(
  admin: Sql,
  { secretsKey, deliver }: { secretsKey: Buffer; deliver: SendTestEvent },
  row: OurEndpoint,
  now: Date,
): Promise<WebhookCheck[]> {
  const expectation = 'an event with its signature is taken'
  const secret = secretOf(row, secretsKey)
  if (secret === null) return [{ expectation, ok: false, actual: secretFault(row, secretsKey) }]
  const { url, livemode } = row
  const delivery = await deliver({ url, secret, livemode, now })
  const isNoted = (await queries.deleteOrphanEvent(admin, delivery.eventRef)).length > 0
  return [
    { expectation, ok: delivery.status === 200, actual: unless(200, delivery) },
    {
      expectation: 'it arrives in this database',
      ok: isNoted,
      actual: isNoted ? '' : 'it was not noted here',
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
    expectation: 'a forged one is refused',
    ok: delivery.status === 400,
    actual: unless(400, delivery),
  }
}

const unless = (
  wanted: number,
  { status, answer }: { status: number | null; answer: string },
): string => (status === wanted ? '' : `${status ?? 'no answer'}: ${answer}`)
