import {
  jobQueries,
  paymentQueries,
  processorAccountQueries,
  processorEventQueries,
  type Sql,
  type Tx,
  webhookQueries,
} from '@silla/db'
import { fail } from '@silla/errors'
import type { Clock } from '../clock.ts'
import type { ProcessorEvent, ReadProcessorEvent } from '../ports/processor-event.ts'
import type { Tenant, Tenants } from '../tenant.ts'
import type { PaymentObservation } from './observation.ts'
import { settlePayment } from './settle-payment.ts'
import type { WebhookSecret, WebhookSecrets } from './webhooks/webhook-secrets.ts'

/** What it takes to hear the processor; one set for each process. */
export interface EventDependencies {
  /** For what is asked before there is a tenant. */
  registry: Sql
  tenants: Tenants
  clock: Clock
  read: ReadProcessorEvent
  secrets: WebhookSecrets
}

/** A delivery as it arrived: the signature is of these very bytes. */
export interface Delivery {
  body: Buffer
  signature: string
}

/**
 * Takes in what the processor tells by itself (D23). Whose it is follows from the event's account
 * alone. An event has its effect once, however often and in whatever order it comes; one that is
 * nobody's is noted. Suspended salons hear too: money knows no pause.
 *
 * @throws INVALID_SIGNATURE
 */
export async function receiveEvent(parts: EventDependencies, delivery: Delivery): Promise<void> {
  const { event, isOfItsMode } = await verifyEvent(parts, delivery)
  const tenant = event.observation !== null && isOfItsMode ? await tenantOf(parts, event) : null
  if (tenant === null) return recordOrphan(parts, event)
  const catalog = await tenant.catalog()
  await tenant.db.transaction(async (tx) => {
    const now = parts.clock.now()
    const [first] = await processorEventQueries.insertProcessorEvent(tx, {
      ...event,
      receivedAt: now,
    })
    if (!first || event.observation === null) return
    if (event.observation.kind === 'account' || event.observation.kind === 'deauthorized')
      return enqueueAccountCheck(tx, event.account)
    const paymentId = await paymentOf(tx, event.account, event.observation)
    // an intent of the salon's own making is none of ours
    if (paymentId === null) return
    await settlePayment(
      tx,
      catalog,
      paymentId,
      { items: [event.observation], observedAt: event.occurredAt },
      now,
    )
  })
}

interface VerifiedEvent {
  event: ProcessorEvent
  /**
   * It was signed with a secret of the mode that it claims: practice says nothing about real money.
   */
  isOfItsMode: boolean
}

/** Secrets change: one that nobody knows yet may have been made a moment ago. */
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

  function signedEvent(believed: WebhookSecret[]): VerifiedEvent | null {
    for (const livemode of [true, false]) {
      const own = believed.filter((one) => one.livemode === livemode).map(({ secret }) => secret)
      const event = read(delivery.body, delivery.signature, own, now)
      if (event !== null) return { event, isOfItsMode: event.livemode === livemode }
    }
    return null
  }
}

/** Null: an account that is nobody's, or money of the other mode than the salon's. */
async function tenantOf(
  { registry, tenants }: EventDependencies,
  { account, livemode }: ProcessorEvent,
): Promise<Tenant | null> {
  const [owner] = await processorAccountQueries.findAccountOwner(registry, account)
  if (!owner || livemode !== (owner.mode === 'live')) return null
  return tenants.tenant(owner.businessId, owner.slug)
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

/** How an account stands is read from the processor, by the worker; the event is a hint. */
async function enqueueAccountCheck(tx: Tx, account: string): Promise<void> {
  await jobQueries.enqueue(tx, {
    task: 'check-account',
    payload: { account },
    key: `check-account:${account}`,
  })
}

async function paymentOf(
  tx: Tx,
  account: string,
  update: PaymentObservation,
): Promise<number | null> {
  if (update.kind === 'no_intent') return null
  const [intentRef, ours] =
    update.kind === 'intent'
      ? [update.intent.intentRef, update.intent.paymentId]
      : [update.intentRef, null]
  const [payment] = await paymentQueries.findPaymentForObservation(tx, {
    intentRef,
    paymentId: ours,
    account,
  })
  return payment?.id ?? null
}
