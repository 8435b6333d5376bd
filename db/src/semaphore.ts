import { fail } from '@silla/errors'
import type { PoolSlots } from './db-metrics.ts'

/**
 * Lets a bounded number of units work at a time, a bounded number wait a bounded time, and refuses
 * the rest.
 */
export interface Semaphore {
  /** @throws SERVICE_UNAVAILABLE when the queue is full, or no place came free in time */
  run<T>(work: () => Promise<T>): Promise<T>
  slots(): PoolSlots
}

export function createSemaphore(limits: {
  working: number
  waiting: number
  waitMilliseconds: number
}): Semaphore {
  const queue: Waiter[] = []
  let working = 0

  return {
    async run(work) {
      if (working >= limits.working) await placeInQueue()
      else working++
      try {
        return await work()
      } finally {
        leave()
      }
    },
    slots: () => ({ working, waiting: queue.length }),
  }

  function placeInQueue(): Promise<void> {
    if (queue.length >= limits.waiting)
      fail('SERVICE_UNAVAILABLE', { cause: 'the queue for the database is full' })
    return new Promise((resolve, reject) => {
      const waiter: Waiter = { enter: resolve, timer: setTimeout(giveUp, limits.waitMilliseconds) }
      queue.push(waiter)

      function giveUp() {
        queue.splice(queue.indexOf(waiter), 1)
        try {
          fail('SERVICE_UNAVAILABLE', { cause: 'no connection to the database came free in time' })
        } catch (refusal) {
          reject(refusal)
        }
      }
    })
  }

  /** The place goes straight to whoever waits longest. */
  function leave() {
    const next = queue.shift()
    if (!next) {
      working--
      return
    }
    clearTimeout(next.timer)
    next.enter()
  }
}

interface Waiter {
  enter: () => void
  timer: NodeJS.Timeout
}
