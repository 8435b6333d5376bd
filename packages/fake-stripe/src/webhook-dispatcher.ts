import type { Owner } from '../collection.ts'
import { newId } from '../ids.ts'
import type { WebhookEndpoint } from '../shapes.ts'
import type { Collections } from '../state.ts'
import { signatureOf } from './sign.ts'

/** An event on its way to an endpoint; kept until it arrived or was given up. */
export interface Delivery {
  eventId: string
  endpointId: string
}

export interface WebhookDispatcherOptions {
  shelves: Collections
  now(): number
  apiVersion: string
  retryDelaysMs: readonly number[]
  onChange(): void
}

export type WebhookDispatcher = ReturnType<typeof openWebhookDispatcher>

/**
 * Writes events down and brings them to the endpoints that asked for them; an answer other than 2xx
 * is tried again later.
 */
export function openWebhookDispatcher({
  shelves,
  now,
  apiVersion,
  retryDelaysMs,
  onChange,
}: WebhookDispatcherOptions) {
  const open = new Set<Delivery>()
  let held: Delivery[] | null = null
  let copies = 1
  let toDrop = 0
  const running = new Set<Promise<unknown>>()
  const stopped = new AbortController()

  function emit(owner: Owner, type: string, object: unknown): void {
    const event = shelves.events.put(owner, {
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
    const endpoints = shelves.endpoints.all().filter((endpoint) => hears(endpoint, owner, type))
    if (endpoints.length === 0) return
    if (toDrop > 0) {
      toDrop -= 1
      return
    }
    const deliveries = endpoints.flatMap((endpoint) =>
      Array.from({ length: copies }, () => ({ eventId: event.id, endpointId: endpoint.id })),
    )
    event.pending_webhooks = deliveries.length
    for (const delivery of deliveries) send(delivery)
  }

  function send(delivery: Delivery): void {
    open.add(delivery)
    if (held !== null) held.push(delivery)
    // whoever made the event is answered first
    else follow(new Promise((resolve) => setImmediate(resolve)).then(() => bring(delivery)))
  }

  function follow(work: Promise<unknown>): void {
    running.add(work)
    work.finally(() => running.delete(work))
  }

  /** Tries until it arrives or the patience ends. */
  async function bring(delivery: Delivery): Promise<void> {
    for (const wait of [0, ...retryDelaysMs]) {
      if (wait > 0) await pause(wait, stopped.signal)
      if (stopped.signal.aborted) return
      if ((await tryOnce(delivery)) < 300) break
      if (stopped.signal.aborted) return
    }
    finish(delivery)
  }

  function finish(delivery: Delivery): void {
    open.delete(delivery)
    const event = shelves.events.find(delivery.eventId)
    if (event !== undefined && event.pending_webhooks > 0) event.pending_webhooks -= 1
    onChange()
  }

  /**
   * The status that the endpoint answered; 599 when it could not be reached, 200 when it is gone.
   */
  async function tryOnce({ eventId, endpointId }: Delivery): Promise<number> {
    const endpoint = shelves.endpoints.find(endpointId)
    const event = shelves.events.find(eventId)
    if (endpoint === undefined || event === undefined) return 200
    const body = JSON.stringify(
      { ...event, api_version: endpoint.api_version ?? event.api_version },
      null,
      2,
    )
    try {
      const response = await fetch(endpoint.url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
          'stripe-signature': signatureOf(body, endpoint.secret, now()),
        },
        body,
        redirect: 'manual',
        signal: AbortSignal.any([stopped.signal, AbortSignal.timeout(patienceMs)]),
      })
      await response.arrayBuffer()
      return response.status === 0 ? 302 : response.status
    } catch {
      return 599
    }
  }

  return {
    emit,
    /** From now on events pile up until `release`. */
    hold(): void {
      held ??= []
    },
    /**
     * Brings what piled up, one after the other, in their order, backwards, or as the ids of events
     * say; then all is as before.
     */
    async release(order: 'in order' | 'backwards' | string[] = 'in order'): Promise<number[]> {
      const pile = inOrder(held ?? [], order)
      held = null
      const statuses: number[] = []
      for (const delivery of pile) {
        const status = await tryOnce(delivery)
        statuses.push(status)
        if (status < 300) finish(delivery)
        else follow(bring(delivery))
      }
      return statuses
    },
    /** Brings an event, once more or for the first time, and tells what its endpoints answered. */
    async deliver(eventId: string, times = 1): Promise<number[]> {
      const { owner, thing: event } = shelves.events.whereverItIs(eventId)
      const endpoints = shelves.endpoints
        .all()
        .filter((endpoint) => hears(endpoint, owner, event.type))
      const each = Array.from({ length: times }, () => endpoints).flat()
      return Promise.all(each.map(({ id }) => tryOnce({ eventId, endpointId: id })))
    },
    /** The next events are written down, and nobody is told. */
    drop(events = 1): void {
      toDrop += events
    },
    /** Each event is brought so many times at once, until told otherwise. */
    duplicate(times: number): void {
      copies = times
    },
    /**
     * Settles when nothing is on its way and nothing waits to be tried again; what is held does not
     * count.
     */
    async settled(): Promise<void> {
      while (running.size > 0) await Promise.allSettled(running)
    },
    /** What has not arrived: for the state file. */
    open: (): Delivery[] => [...open],
    resume(deliveries: Delivery[]): void {
      for (const delivery of deliveries) send(delivery)
    },
    /** Lets go of events from before some second. */
    forget(before: number): void {
      for (const { id, created } of shelves.events.all())
        if (created < before) shelves.events.remove(id)
    },
    /** As it was at the start. */
    clear(): void {
      held = null
      copies = 1
      toDrop = 0
      open.clear()
    },
    async stop(): Promise<void> {
      stopped.abort()
      await Promise.allSettled(running)
    },
  }
}

const patienceMs = 10_000

/** An endpoint of the platform hears of the platform, one of Connect of the accounts. */
const hears = (endpoint: WebhookEndpoint, owner: Owner, type: string): boolean =>
  endpoint.status === 'enabled' &&
  endpoint.connect === (owner !== null) &&
  endpoint.enabled_events.some((one) => one === '*' || one === type)

function inOrder(pile: Delivery[], order: 'in order' | 'backwards' | string[]): Delivery[] {
  if (order === 'in order') return pile
  if (order === 'backwards') return pile.toReversed()
  const place = ({ eventId }: Delivery) =>
    order.includes(eventId) ? order.indexOf(eventId) : order.length
  return pile.toSorted((one, other) => place(one) - place(other))
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
