import { unavailable } from './db-errors.ts'
import { createFairQueue } from './fair-queue.ts'

/**
 * Limits concurrency, fairly between businesses: each may use a share of the slots. Operations above
 * that wait, a bounded number for a bounded time, and get free slots in turn between businesses.
 * Further ones are refused.
 */
export interface Semaphore {
  /** @throws SERVICE_UNAVAILABLE if the queue is full, or no slot was free in time */
  run<T>(businessId: string, work: () => Promise<T>, options?: RunOptions): Promise<T>
  slots(): PoolSlots
}

export interface RunOptions {
  /** How many slots the operation uses, default 1. It starts as soon as one of them is free. */
  weight?: number
  /**
   * Called if the operation has to wait, with a function that ends the wait with an error. What it
   * returns is called when the wait is over, and awaited before the operation starts or fails.
   */
  onWait?: (abandon: (cause: string) => void) => () => Promise<void>
}

/** How many slots of a pool are in use and how many operations are waiting. */
export interface PoolSlots {
  inUse: number
  waiting: number
}

export interface SemaphoreLimits {
  slots: number
  /** How many of them one business may use, unless something else decides. */
  slotsPerBusiness: number
  /** How many operations may wait, of all businesses and of one. */
  maxWaiting: number
  maxWaitingPerBusiness: number
  maxWaitMilliseconds: number
}

/** @param slotsFor how many slots a business may use at present */
export function createSemaphore(
  limits: SemaphoreLimits,
  slotsFor: (businessId: string) => number = () => limits.slotsPerBusiness,
): Semaphore {
  const queue = createFairQueue<Waiter>()
  const slotsOf = new Map<string, number>()
  let inUse = 0

  return {
    async run(businessId, work, { weight = 1, onWait } = {}) {
      if (inUse < limits.slots && mayUseMore(businessId)) take(businessId, weight)
      else await waitForSlot(businessId, weight, onWait)
      try {
        return await work()
      } finally {
        take(businessId, -weight)
        admitWaiting()
      }
    },
    slots: () => ({ inUse, waiting: queue.length() }),
  }

  function mayUseMore(businessId: string): boolean {
    return (slotsOf.get(businessId) ?? 0) < slotsFor(businessId)
  }

  /** @param weight negative: gives the slots back */
  function take(businessId: string, weight: number): void {
    const used = (slotsOf.get(businessId) ?? 0) + weight
    if (used === 0) slotsOf.delete(businessId)
    else slotsOf.set(businessId, used)
    inUse += weight
  }

  async function waitForSlot(
    businessId: string,
    weight: number,
    onWait: RunOptions['onWait'],
  ): Promise<void> {
    if (queue.length(businessId) >= limits.maxWaitingPerBusiness)
      throw unavailable('too many operations of the business are waiting')
    if (queue.length() >= limits.maxWaiting) throw unavailable('too many operations are waiting')
    let afterWait: (() => Promise<void>) | undefined
    const admitted = new Promise<void>((resolve, reject) => {
      const timer = setTimeout(abandon, limits.maxWaitMilliseconds, 'no slot was free in time')
      const waiter: Waiter = {
        admit() {
          clearTimeout(timer)
          take(businessId, weight)
          resolve()
        },
      }
      queue.add(businessId, waiter)
      afterWait = onWait?.(abandon)

      function abandon(cause: string) {
        clearTimeout(timer)
        queue.remove(businessId, waiter)
        reject(unavailable(cause))
      }
    })
    try {
      await admitted
    } finally {
      await afterWait?.()
    }
  }

  function admitWaiting(): void {
    while (inUse < limits.slots) {
      const waiter = queue.next(mayUseMore)
      if (waiter === undefined) return
      waiter.admit()
    }
  }
}

interface Waiter {
  admit(): void
}
