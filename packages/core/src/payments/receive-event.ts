import {
  paymentQueries,
  processorAccountQueries,
  type Sql,
  type Tx,
  webhookQueries,
} from '@silla/db'
import { fail } from '@silla/errors'
import { type Clock, momentOf, tenantClock } from '../clock.ts'
import type {
  ProcessorEvent,
  ReadProcessorEvent,
  UnreadableEvent,
} from '../ports/processor-event.ts'
import type { TenantContext } from '../request-context.ts'
import type { Tenants } from '../tenant.ts'
import { enqueueAccountCheck } from './accounts/request-account-check.ts'
import { requestCardCheck } from './cards/request-card-check.ts'
import type { ReportedObservation } from './observation.ts'
import { storePayout } from './payouts/store-payout.ts'
import { settlePayment } from './settle-payment.ts'
import type { WebhookSecret, WebhookSecrets } from './webhooks/webhook-secrets.ts'

/** What receiving events needs; one set per process. */
export interface EventDependencies {
  /** For queries before the tenant is known. */
  registry: Sql
  tenants: Tenants
  clock: Clock
  read: ReadProcessorEvent
  secrets: WebhookSecrets
  /** Called for every event that can be read; the time is that since it happened. */
  onEvent?(milliseconds: number): void
}

/** A webhook delivery; the signature is over exactly these bytes. */
export interface Delivery {
  body: Buffer
  signature: string
}

/**
 * Applies an event of the processor (D23). The tenant follows from the event's account alone. An
 * event has its effect once, however often and in whatever order events arrive; events of unknown
 * accounts are recorded as orphans. A signed body that is no readable event is recorded as well and
 * accepted, because the processor would send it again for days. Events of suspended salons are
 * applied, because payments go on.
 *
 * @throws INVALID_SIGNATURE
 */
export async function receiveEvent(parts: EventDependencies, delivery: Delivery): Promise<void> {
  const { event, signedLivemode } = await verifyEvent(parts, delivery)
  if ('fault' in event) return recordUnreadable(parts, event, signedLivemode)
  parts.onEvent?.(parts.clock.now().getTime() - event.occurredAt.getTime())
  // a test secret must not vouch for live payments
  const isOfItsMode = event.livemode === signedLivemode
  const context = event.observation !== null && isOfItsMode ? await contextOf(parts, event) : null
  if (context === null) return recordOrphan(parts, event)
  const { tenant } = context
  const catalog = await tenant.catalog()
  await tenant.db.transaction(async (tx) => {
    const moment = momentOf(context)
    const [first] = await webhookQueries.insertProcessorEvent(tx, {
      ...event,
      receivedAt: moment.realTime,
    })
    if (!first || event.observation === null) return
    if (event.observation.kind === 'account' || event.observation.kind === 'deauthorized') {
      // the worker reads the account's state from the processor; the event only triggers that
      await enqueueAccountCheck(tx, event.account)
      return
    }
    if (event.observation.kind === 'setup') {
      await requestCardCheck(tx, event.account, event.observation)
      return
    }
    if (event.observation.kind === 'payout') {
      const { payout } = event.observation
      await storePayout(tx, catalog, event.account, payout, moment.realTime)
      return
    }
    const paymentId = await paymentOf(tx, event.account, event.observation)
    // the salon created this intent itself, for instance in the processor's dashboard
    if (paymentId === null) return
    await settlePayment(
      tx,
      catalog,
      paymentId,
      { items: [event.observation], observedAt: event.occurredAt },
      moment,
    )
  })
}

interface VerifiedEvent {
  event: ProcessorEvent | UnreadableEvent
  /** The mode of the secret that it was signed with. */
  signedLivemode: boolean
}

/**
 * A secret that is not in the cache may have been created a moment ago, so the cache is reloaded
 * once.
 */
async function verifyEvent(
  { read, secrets, clock }: EventDependencies,
  delivery: Delivery,
): Promise<VerifiedEvent> {
  const now = clock.now()
  return (
    signedEvent(await secrets.cached(now)) ??
    signedEvent(await secrets.reloaded(now)) ??
    fail('INVALID_SIGNATURE')
  )

  function signedEvent(secretsToTry: WebhookSecret[]): VerifiedEvent | null {
    for (const livemode of [true, false]) {
      const ofMode = secretsToTry
        .filter((each) => each.livemode === livemode)
        .map(({ secret }) => secret)
      const event = read(delivery.body, delivery.signature, ofMode, now)
      if (event !== null) return { event, signedLivemode: livemode }
    }
    return null
  }
}

/** Null: an unknown account, or an event of the other mode than the salon's. */
async function contextOf(
  { registry, tenants, clock }: EventDependencies,
  { account, livemode }: ProcessorEvent,
): Promise<TenantContext | null> {
  const [owner] = await processorAccountQueries.findAccountOwner(registry, account)
  if (!owner || livemode !== (owner.mode === 'live')) return null
  return {
    tenant: tenants.tenant(owner.businessId, owner.slug),
    clock: tenantClock(clock, owner.clockOffsetMilliseconds),
    realClock: clock,
  }
}

async function recordOrphan(
  { registry, clock }: EventDependencies,
  event: ProcessorEvent,
): Promise<void> {
  const { eventRef: ref, type, account, livemode } = event
  await webhookQueries.insertOrphanEvent(registry, {
    ref,
    type,
    account,
    livemode,
    now: clock.now(),
  })
}

async function recordUnreadable(
  { registry, clock }: EventDependencies,
  { eventRef: ref, fault }: UnreadableEvent,
  livemode: boolean,
): Promise<void> {
  await webhookQueries.insertUnreadableEvent(registry, { ref, livemode, fault, now: clock.now() })
}

async function paymentOf(
  tx: Tx,
  account: string,
  observation: ReportedObservation,
): Promise<number | null> {
  const [intentRef, ourPaymentId] =
    observation.kind === 'intent'
      ? [observation.intent.intentRef, observation.intent.paymentId]
      : [observation.intentRef, null]
  const [payment] = await paymentQueries.findPaymentForObservation(tx, {
    intentRef,
    paymentId: ourPaymentId,
    account,
  })
  return payment?.id ?? null
}
