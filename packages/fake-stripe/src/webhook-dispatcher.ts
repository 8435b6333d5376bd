import { createHmac } from 'node:crypto'
import type { Stripe } from 'stripe'
import type { Owner } from './collection.ts'
import { newId } from './ids.ts'
import type { EventDestination, EventObject, ThinEvent, WebhookEndpoint } from './shapes.ts'
import type { Collections } from './state.ts'

/** One event for one endpoint; kept until it is delivered or its retries are used up. */
export interface Delivery {
  eventId: string
  endpointId: string
}

export interface WebhookDispatcherOptions {
  collections: Collections
  now(): number
  apiVersion: string
  retryDelaysMs: readonly number[]
  onChange(): void
}

export type WebhookDispatcher = ReturnType<typeof openWebhookDispatcher>

/**
 * Records events and sends them to the endpoints that subscribe to them; a response other than 2xx
 * is retried later.
 */
export function openWebhookDispatcher({
  collections,
  now,
  apiVersion,
  retryDelaysMs,
  onChange,
}: WebhookDispatcherOptions) {
  const pending = new Set<Delivery>()
  let held: Delivery[] | null = null
  let copies = 1
  let toDrop = 0
  const running = new Set<Promise<unknown>>()
  const stopped = new AbortController()

  function emit<Type extends Stripe.Event.Type>(
    owner: Owner,
    type: Type,
    object: EventObject<NoInfer<Type>>,
  ): void {
    const event = collections.events.put(owner, {
      id: newId('evt'),
      object: 'event',
      type,
      ...(owner === null ? {} : { account: owner }),
      api_version: apiVersion,
      created: now(),
      livemode: false,
      data: { object: structuredClone(object) },
      pending_webhooks: 0,
      request: { id: null, idempotency_key: null },
    })
    const endpoints = subscribers(owner, type)
    if (endpoints.length === 0) return
    if (toDrop > 0) {
      toDrop -= 1
      return
    }
    const deliveries = endpoints.flatMap((endpoint) =>
      Array.from({ length: copies }, () => ({ eventId: event.id, endpointId: endpoint.id })),
    )
    event.pending_webhooks = deliveries.length
    for (const delivery of deliveries) enqueue(delivery)
  }

  function emitThin(account: string, type: ThinEvent['type']): void {
    const destinations = collections.destinations.all().filter((one) => isDestination(one, type))
    if (destinations.length === 0) return
    if (toDrop > 0) {
      toDrop -= 1
      return
    }
    const event = collections.thinEvents.put(account, {
      id: newId('evt'),
      object: 'v2.core.event',
      type,
      context: account,
      created: new Date(now() * 1000).toISOString(),
      livemode: false,
      related_object: {
        id: account,
        type: 'v2.core.account',
        url: `/v2/core/accounts/${account}`,
      },
    })
    for (const { id } of destinations)
      for (let copy = 0; copy < copies; copy++) enqueue({ eventId: event.id, endpointId: id })
  }

  const subscribers = (owner: Owner, type: string): WebhookEndpoint[] =>
    collections.endpoints.all().filter((endpoint) => isSubscribed(endpoint, owner, type))

  function enqueue(delivery: Delivery): void {
    pending.add(delivery)
    if (held !== null) held.push(delivery)
    // the request that caused the event gets its response first
    else track(new Promise((resolve) => setImmediate(resolve)).then(() => sendAndRetry(delivery)))
  }

  function track(work: Promise<unknown>): void {
    running.add(work)
    work.finally(() => running.delete(work))
  }

  async function sendAndRetry(delivery: Delivery): Promise<void> {
    for (const delay of [0, ...retryDelaysMs]) {
      if (delay > 0) await pause(delay, stopped.signal)
      if (stopped.signal.aborted) return
      if ((await send(delivery)) < 300) break
      if (stopped.signal.aborted) return
    }
    finish(delivery)
  }

  function finish(delivery: Delivery): void {
    pending.delete(delivery)
    const event = collections.events.find(delivery.eventId)
    if (event !== undefined && event.pending_webhooks > 0) event.pending_webhooks -= 1
    onChange()
  }

  /** @returns the endpoint's HTTP status; 599 when it is unreachable, 200 when it was deleted */
  async function send({ eventId, endpointId }: Delivery): Promise<number> {
    const endpoint =
      collections.endpoints.find(endpointId) ?? collections.destinations.find(endpointId)
    const event = collections.events.find(eventId) ?? collections.thinEvents.find(eventId)
    if (endpoint === undefined || event === undefined) return 200
    const version = 'api_version' in endpoint ? endpoint.api_version : null
    const body = JSON.stringify(
      version === null ? event : { ...event, api_version: version },
      null,
      2,
    )
    try {
      const response = await fetch(endpoint.url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
          'stripe-signature': sign(body, endpoint.secret, now()),
        },
        body,
        redirect: 'manual',
        signal: AbortSignal.any([stopped.signal, AbortSignal.timeout(timeoutMs)]),
      })
      await response.arrayBuffer()
      return response.status === 0 ? 302 : response.status
    } catch {
      return 599
    }
  }

  return {
    emit,
    emitThin,
    /** Queues events until `release`. */
    hold(): void {
      held ??= []
    },
    /**
     * Sends the queued events one after the other: in order, backwards or in the order of the given
     * event ids. Later events are sent at once again.
     */
    async release(order: 'in order' | 'backwards' | string[] = 'in order'): Promise<number[]> {
      const queue = sorted(held ?? [], order)
      held = null
      const statuses: number[] = []
      for (const delivery of queue) {
        const status = await send(delivery)
        statuses.push(status)
        if (status < 300) finish(delivery)
        else track(sendAndRetry(delivery))
      }
      return statuses
    },
    /** Sends an event, sent before or not. @returns the HTTP statuses of its endpoints */
    async deliver(eventId: string, times = 1): Promise<number[]> {
      const { owner, item: event } = collections.events.getFromAnyAccount(eventId)
      const endpoints = subscribers(owner, event.type)
      const deliveries = Array.from({ length: times }, () => endpoints).flat()
      return Promise.all(deliveries.map(({ id }) => send({ eventId, endpointId: id })))
    },
    /** Records the next events without sending them. */
    drop(events = 1): void {
      toDrop += events
    },
    /** From now on sends each event so many times at once. */
    duplicate(times: number): void {
      copies = times
    },
    /** Resolves when no delivery is running or waits for a retry; held events do not count. */
    async settled(): Promise<void> {
      while (running.size > 0) await Promise.allSettled(running)
    },
    /** The deliveries that are not done, for the state file. */
    pending: (): Delivery[] => [...pending],
    resume(deliveries: Delivery[]): void {
      for (const delivery of deliveries) enqueue(delivery)
    },
    /** @param before seconds since 1970 */
    deleteEventsBefore(before: number): void {
      for (const { id, created } of collections.events.all())
        if (created < before) collections.events.remove(id)
      for (const { id, created } of collections.thinEvents.all())
        if (Date.parse(created) < before * 1000) collections.thinEvents.remove(id)
    },
    /** Returns to the initial state. */
    clear(): void {
      held = null
      copies = 1
      toDrop = 0
      pending.clear()
    },
    async stop(): Promise<void> {
      stopped.abort()
      await Promise.allSettled(running)
    },
  }
}

const timeoutMs = 10_000

/** A Connect endpoint receives the events of accounts; any other those of the platform. */
const isSubscribed = (endpoint: WebhookEndpoint, owner: Owner, type: string): boolean =>
  endpoint.status === 'enabled' &&
  endpoint.connect === (owner !== null) &&
  endpoint.enabled_events.some((one) => one === '*' || one === type)

const isDestination = (destination: EventDestination, type: string): boolean =>
  destination.status === 'enabled' &&
  destination.eventPayload === 'thin' &&
  destination.eventsFrom.includes('@accounts') &&
  destination.enabledEvents.some((one) => one === '*' || one === type)

/** The header `Stripe-Signature` of a body that is sent at the given second. */
function sign(body: string, secret: string, second: number): string {
  const digest = createHmac('sha256', secret).update(`${second}.${body}`).digest('hex')
  return `t=${second},v1=${digest}`
}

function sorted(queue: Delivery[], order: 'in order' | 'backwards' | string[]): Delivery[] {
  if (order === 'in order') return queue
  if (order === 'backwards') return queue.toReversed()
  const position = ({ eventId }: Delivery) =>
    order.includes(eventId) ? order.indexOf(eventId) : order.length
  return queue.toSorted((one, other) => position(one) - position(other))
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, ms)
  signal.addEventListener('abort', () => {
    clearTimeout(timer)
    resolve()
  })
  return promise
}
