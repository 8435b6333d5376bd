import type { DeliveryAttempt, eventDeliveryQueries } from '@silla/db'
import { type SecretsKeys, unseal } from '../../credentials/seal.ts'
import type { EventMessage } from '../../ports/event-sender.ts'
import type { TenantContext } from '../../request-context.ts'
import { endpointPurpose } from '../endpoints/endpoint-secret.ts'
import type { DeliveryParts } from './delivery-parts.ts'
import { nextAttemptAt } from './retry-schedule.ts'
import { withoutSent } from './without-sent.ts'

/** One attempt, as it is stored, and what it says about the endpoint. */
export interface Attempted extends eventDeliveryQueries.AttemptOutcome {
  /** Whether it counts as a failure of the endpoint. */
  failed: boolean
}

/**
 * Makes one attempt to deliver an event to an endpoint. It is rendered each time from what is
 * stored, so that nothing is sent of a customer who was erased meanwhile.
 *
 * @param earlierAttempts a test is attempted once; an event has further attempts (D42)
 * @throws the reason of `parts.stopping`; Error when the endpoint's secret cannot be decrypted
 */
export async function attemptDelivery(
  context: TenantContext,
  parts: DeliveryParts,
  endpoint: eventDeliveryQueries.DeliveryEndpoint,
  message: EventMessage,
  earlierAttempts: number,
): Promise<Attempted> {
  const at = context.realClock.now()
  const secrets = secretsOf(endpoint, parts.secretsKeys, at)
  const body = await render(context, parts, message)
  const result =
    body === null
      ? notRendered
      : await parts.sender.send(
          { url: endpoint.url, ref: message.ref, at, body, secrets },
          parts.stopping,
        )
  const { status, error, response, durationMilliseconds } = result
  const attempt: DeliveryAttempt = {
    at: at.toISOString(),
    status,
    error,
    durationMilliseconds,
    response: body === null ? '' : withoutSent(response, body),
  }
  const succeeded = error === null && status !== null && status >= 200 && status < 300
  const isFirst = message.event !== null && earlierAttempts === 0
  parts.metrics.onAttempt({
    succeeded,
    milliseconds: durationMilliseconds,
    lagMilliseconds: isFirst ? context.clock.now().getTime() - message.occurredAt.getTime() : null,
  })
  if (succeeded) return { state: 'delivered', attempt, nextAttemptAt: null, failed: false }
  const next = message.event === null ? null : nextAttemptAt(earlierAttempts + 1, at)
  return {
    state: next === null ? 'failed' : 'pending',
    attempt,
    nextAttemptAt: next,
    failed: message.event !== null && body !== null,
  }
}

const notRendered = { status: null, error: 'internal_error', response: '', durationMilliseconds: 0 }

/** Null, and a warning for staff, for an event that this release cannot render. */
async function render(
  context: TenantContext,
  { sender, log }: DeliveryParts,
  message: EventMessage,
): Promise<string | null> {
  const { businessId } = context.tenant
  const catalog = await context.tenant.catalog()
  try {
    return sender.render(message, { businessId, catalog })
  } catch (err) {
    log.warn({ err, businessId, event: message.ref }, 'an event could not be rendered')
    return null
  }
}

/** The secrets that are valid; for a day after a rotation the previous one is. */
function secretsOf(
  endpoint: eventDeliveryQueries.DeliveryEndpoint,
  secretsKeys: SecretsKeys | null,
  now: Date,
): string[] {
  if (secretsKeys === null) throw new Error('SECRETS_KEY is not set: no events are delivered')
  const { sealedSecret, sealedPreviousSecret, previousSecretEndsAt } = endpoint
  const isRotating = previousSecretEndsAt !== null && now < previousSecretEndsAt
  const open = (sealed: Buffer) => unseal(sealed, secretsKeys, endpointPurpose(endpoint.id))
  const current = open(sealedSecret)
  if (current === null)
    throw new Error(`the secret of endpoint ${endpoint.id} was encrypted with another SECRETS_KEY`)
  // where the key was lost, the secret before the rotation is lost too
  const previous = isRotating && sealedPreviousSecret ? open(sealedPreviousSecret) : null
  return previous === null ? [current] : [current, previous]
}
