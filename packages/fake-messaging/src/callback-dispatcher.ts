import type { FakeMessage, MessageStatus } from './fake-message.ts'

/** A request to the callback address of a provider, as it would send it. */
export interface CallbackRequest {
  url: string
  headers: Record<string, string>
  body: string
}

/** A callback that was sent. */
export interface SentCallback {
  message: string
  status: MessageStatus
  /** Of the response; 599: there was none. */
  httpStatus: number
}

/** One report of a status; null: the provider has no address for it. */
interface Callback {
  message: FakeMessage
  status: MessageStatus
  request: CallbackRequest | null
}

export type CallbackDispatcher = ReturnType<typeof openCallbackDispatcher>

/**
 * Sends the callbacks of both providers, those of one message in order.
 *
 * @param retryDelaysMs the waits before each retry of Meta's; Twilio repeats none that was answered
 */
export function openCallbackDispatcher({ retryDelaysMs }: { retryDelaysMs: readonly number[] }) {
  const sent: SentCallback[] = []
  const running = new Set<Promise<unknown>>()
  const stopped = new AbortController()
  let held: Callback[] | null = null
  let copies = 1
  let toDrop = 0
  let isBeforeAnswer = false

  function track<T>(work: Promise<T>): Promise<T> {
    running.add(work)
    work.finally(() => running.delete(work))
    return work
  }

  async function sendInOrder(callbacks: Callback[]): Promise<void> {
    // the request that caused them gets its response first
    if (!isBeforeAnswer) await new Promise((resolve) => setImmediate(resolve))
    for (const callback of callbacks)
      await Promise.all(Array.from({ length: copies }, () => sendAndRetry(callback)))
  }

  async function sendAndRetry(callback: Callback): Promise<void> {
    const delays = callback.message.provider === 'whatsapp' ? retryDelaysMs : []
    for (const delay of [0, ...delays]) {
      if (delay > 0) await pause(delay, stopped.signal)
      if (stopped.signal.aborted || (await send(callback)) < 300) return
    }
  }

  async function send({ message, status, request }: Callback): Promise<number> {
    if (request === null) return 200
    let httpStatus = 599
    try {
      const response = await fetch(request.url, {
        method: 'POST',
        headers: request.headers,
        body: request.body,
        redirect: 'manual',
        signal: AbortSignal.any([stopped.signal, AbortSignal.timeout(timeoutMs)]),
      })
      await response.arrayBuffer()
      httpStatus = response.status
    } catch {
      // no response
    }
    sent.push({ message: message.id, status, httpStatus })
    return httpStatus
  }

  return {
    /** Those that were sent, oldest first. */
    sent,
    /** For the servers of the providers: resolves at once, or when they are sent before the answer. */
    async report(callbacks: Callback[]): Promise<void> {
      const dropped = Math.min(toDrop, callbacks.length)
      toDrop -= dropped
      const remaining = callbacks.slice(dropped)
      if (held !== null) held.push(...remaining)
      else {
        const sending = track(sendInOrder(remaining))
        if (isBeforeAnswer) await sending
      }
    },
    /** Queues callbacks until `release`. */
    hold(): void {
      held ??= []
    },
    /**
     * Sends the queued callbacks one after the other, in order or backwards. Later ones are sent at
     * once again.
     *
     * @returns the statuses of the responses; 599 where there was none
     */
    async release(order: 'in order' | 'backwards' = 'in order'): Promise<number[]> {
      const queue = order === 'in order' ? (held ?? []) : (held ?? []).toReversed()
      held = null
      const statuses: number[] = []
      for (const callback of queue)
        for (let copy = 0; copy < copies; copy++) statuses.push(await send(callback))
      return statuses
    },
    /** Never sends the next callbacks. */
    drop(callbacks = 1): void {
      toDrop += callbacks
    },
    /** From now on sends each callback so many times at once. */
    duplicate(times: number): void {
      copies = times
    },
    /** From now on sends the callbacks of a message before the response that accepts it, or after it. */
    beforeAnswer(isBefore = true): void {
      isBeforeAnswer = isBefore
    },
    /** Resolves when no callback is on its way or waits for a retry; held ones do not count. */
    async settled(): Promise<void> {
      while (running.size > 0) await Promise.allSettled(running)
    },
    /** Returns to the initial state. */
    clear(): void {
      held = null
      copies = 1
      toDrop = 0
      isBeforeAnswer = false
      sent.length = 0
    },
    async stop(): Promise<void> {
      stopped.abort()
      await Promise.allSettled(running)
    },
  }
}

const timeoutMs = 10_000

function pause(ms: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, ms)
  signal.addEventListener('abort', () => {
    clearTimeout(timer)
    resolve()
  })
  return promise
}
