/**
 * Calls that requests share, in a queue for each key. While a call of a queue is running, its next
 * one waits for it, at most for some time, and requests join it meanwhile. None joins a call that was
 * already sent: what it receives was read after it came.
 */
export interface CallQueues<Content, Result> {
  /** The call that waits, if it is open for the request, else a new one; the full one is sent. */
  join(key: string, request: JoiningRequest<Content, Result>): Call<Content, Result>
}

export interface JoiningRequest<Content, Result> {
  isOpen(content: Content): boolean
  /** The content of a new call. */
  open(): Content
  /** Sends a new call, with all that was added to its content. */
  query(content: Content): Promise<Result>
}

export interface Call<Content, Result> {
  readonly content: Content
  readonly result: Promise<Result>
}

/** @param maxWaitMilliseconds after which a call is sent although another one is still running */
export function openCallQueues<Content, Result>(
  maxWaitMilliseconds: number,
): CallQueues<Content, Result> {
  /** Those that have a call. */
  const queues = new Map<string, Queue<Content, Result>>()

  return {
    join(key, request) {
      const queue = queueOf(key)
      const { waiting } = queue
      if (waiting !== null && request.isOpen(waiting.content)) return waiting
      waiting?.send()
      return nextCall(queue, request, maxWaitMilliseconds)
    },
  }

  function queueOf(key: string): Queue<Content, Result> {
    let queue = queues.get(key)
    if (queue === undefined) {
      queue = { running: 0, waiting: null, onIdle: () => queues.delete(key) }
      queues.set(key, queue)
    }
    return queue
  }
}

interface Queue<Content, Result> {
  /** How many calls were sent and not answered. */
  running: number
  /** The call that further requests join. */
  waiting: (Call<Content, Result> & { send(): void }) | null
  onIdle(): void
}

function nextCall<Content, Result>(
  queue: Queue<Content, Result>,
  { open, query }: JoiningRequest<Content, Result>,
  maxWaitMilliseconds: number,
): Call<Content, Result> {
  const { promise, resolve } = Promise.withResolvers<Result>()
  const call = { content: open(), result: promise, send }
  queue.waiting = call
  // also alone it waits for the other requests that have arrived with this one
  const timer = queue.running === 0 ? null : setTimeout(send, maxWaitMilliseconds)
  if (timer === null) setImmediate(send)
  return call

  function send() {
    if (queue.waiting !== call) return
    queue.waiting = null
    if (timer !== null) clearTimeout(timer)
    queue.running++
    resolve(query(call.content).finally(onAnswer))
  }

  function onAnswer() {
    queue.running--
    queue.waiting?.send()
    if (queue.running === 0 && queue.waiting === null) queue.onIdle()
  }
}
