import { unavailable } from './db-errors.ts'

/**
 * Limits concurrency: a bounded number of operations run at once, a bounded number wait for a
 * bounded time, and further ones are refused.
 */
export interface Semaphore {
  /** @throws SERVICE_UNAVAILABLE if the queue is full, or no slot was free in time */
  run<T>(work: () => Promise<T>): Promise<T>
  slots(): PoolSlots
}

/** How many operations of a pool are running and how many are waiting. */
export interface PoolSlots {
  inUse: number
  waiting: number
}

export function createSemaphore(limits: {
  slots: number
  maxWaiting: number
  maxWaitMilliseconds: number
}): Semaphore {
  const queue: Waiter[] = []
  let inUse = 0

  return {
    async run(work) {
      if (inUse >= limits.slots) await waitForSlot()
      else inUse++
      try {
        return await work()
      } finally {
        release()
      }
    },
    slots: () => ({ inUse, waiting: queue.length }),
  }

  function waitForSlot(): Promise<void> {
    if (queue.length >= limits.maxWaiting) throw unavailable('the queue for the database is full')
    return new Promise((resolve, reject) => {
      const waiter: Waiter = {
        acquire: resolve,
        timer: setTimeout(timeOut, limits.maxWaitMilliseconds),
      }
      queue.push(waiter)

      function timeOut() {
        queue.splice(queue.indexOf(waiter), 1)
        reject(unavailable('no database connection was free in time'))
      }
    })
  }

  /** The slot passes directly to the operation that has waited longest. */
  function release() {
    const next = queue.shift()
    if (!next) {
      inUse--
      return
    }
    clearTimeout(next.timer)
    next.acquire()
  }
}

interface Waiter {
  acquire: () => void
  timer: NodeJS.Timeout
}
