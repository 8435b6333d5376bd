import { randomBytes } from 'node:crypto'
import { webhookQueries as queries, type Sql } from '@silla/db'
import { type Clock, systemClock } from '../../clock.ts'
import type { SecretsKeys } from '../../credentials/seal.ts'
import { type Processors, timeBudget, type WebhookPayload } from '../../ports/processor.ts'
import type { SendTestEvent } from '../../ports/webhook-probe.ts'
import { AccountError } from '../accounts/account-error.ts'
import {
  deliveryFault,
  eventsFault,
  type OurEndpoint,
  secretFault,
  secretOf,
  urlsWithoutThin,
  versionFault,
} from './endpoint-status.ts'
import type { WebhookDependencies } from './setup-webhook.ts'

export interface WebhookVerification {
  endpoint: string
  payload: WebhookPayload
  url: string
  mode: 'live' | 'test'
  checks: WebhookCheck[]
  ok: boolean
}

export interface WebhookCheck {
  /** What should be the case. */
  expectation: string
  ok: boolean
  /** What is the case instead; empty when the check passed. */
  actual: string
}

/**
 * Tests every active endpoint end to end: the processor has it enabled at that address, for the
 * events and the API version of this release; an event
 * signed with its secret is accepted there and recorded in this database; and one signed with
 * another secret is rejected, which shows that it is Silla that responds.
 *
 * @throws AccountError NO_WEBHOOK when there is no endpoint; ProcessorError
 */
export async function verifyWebhook(
  admin: Sql,
  parts: WebhookDependencies & { deliver: SendTestEvent },
  clock: Clock = systemClock,
): Promise<WebhookVerification[]> {
  const rows = await queries.listWebhookEndpoints(admin)
  const active = rows.filter((row) => row.retiresAt === null)
  if (active.length === 0) {
    throw new AccountError('NO_WEBHOOK', 'There is no webhook endpoint yet.')
  }
  const verified: WebhookVerification[] = []
  for (const row of active) {
    const mode = row.livemode ? 'live' : 'test'
    const checks = [
      ...(await checkEndpoint(parts.processors, row)),
      ...(row.payload === 'snapshot' ? [checkThin(row, active)] : []),
      ...(await checkAccepted(admin, parts, row, clock.now())),
      await checkForgedRejected(parts.deliver, row, clock.now()),
    ]
    verified.push({
      endpoint: row.endpointRef,
      payload: row.payload,
      url: row.url,
      mode,
      checks,
      ok: checks.every(({ ok }) => ok),
    })
  }
  return verified
}

async function checkEndpoint(processors: Processors, row: OurEndpoint): Promise<WebhookCheck[]> {
  const delivers = 'the processor delivers events to it'
  const processor = processors(row.livemode ? 'live' : 'test')
  if (processor === null) return [failed(delivers, 'there are no credentials for its mode')]
  const listed = await processor.listWebhookEndpoints({ budget: timeBudget() })
  const delivery = deliveryFault(row, listed)
  if (delivery !== '') return [failed(delivers, delivery)]
  return [
    { expectation: delivers, ok: true, actual: '' },
    checked('it sends the events that this release handles', eventsFault(row, listed)),
    ...(row.payload === 'snapshot'
      ? [checked('its events have the API version of this release', versionFault(row, listed))]
      : []),
  ]
}

const checkThin = ({ url }: OurEndpoint, active: readonly OurEndpoint[]): WebhookCheck =>
  checked(
    'thin events of accounts have an endpoint for it too',
    urlsWithoutThin(active).includes(url) ? 'there is none' : '',
  )

const checked = (expectation: string, fault: string): WebhookCheck => ({
  expectation,
  ok: fault === '',
  actual: fault,
})

const failed = (expectation: string, actual: string): WebhookCheck => ({
  expectation,
  ok: false,
  actual,
})

async function checkAccepted(
  admin: Sql,
  { secretsKeys, deliver }: { secretsKeys: SecretsKeys; deliver: SendTestEvent },
  row: OurEndpoint,
  now: Date,
): Promise<WebhookCheck[]> {
  const expectation = 'an event with its signature is accepted'
  const secret = secretOf(row, secretsKeys)
  if (secret === null) return [failed(expectation, secretFault(row, secretsKeys))]
  const delivery = await deliver({ ...row, secret, now })
  const isRecorded = (await queries.deleteOrphanEvent(admin, delivery.eventRef)).length > 0
  return [
    { expectation, ok: delivery.status === 200, actual: unlessStatus(200, delivery) },
    {
      expectation: 'the event is recorded in this database',
      ok: isRecorded,
      actual: isRecorded ? '' : 'it was not recorded here',
    },
  ]
}

async function checkForgedRejected(
  deliver: SendTestEvent,
  row: OurEndpoint,
  now: Date,
): Promise<WebhookCheck> {
  const secret = `whsec_${randomBytes(24).toString('hex')}`
  const delivery = await deliver({ ...row, secret, now })
  return {
    expectation: 'a forged event is rejected',
    ok: delivery.status === 400,
    actual: unlessStatus(400, delivery),
  }
}

const unlessStatus = (
  expected: number,
  { status, answer }: { status: number | null; answer: string },
): string => (status === expected ? '' : `${status ?? 'no response'}: ${answer}`)
