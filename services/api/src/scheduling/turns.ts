import { createFairQueue } from '@silla/db'

/**
 * Shares the event loop between businesses. A turn is one pass of the loop. While a turn is young,
 * tasks run at once. Once it has taken too long, further tasks wait for the next turn and run in
 * turn between businesses. So the tasks of one business delay the first task of another by about
 * one turn, however many they are.
 */
export interface Turns {
  /** Whether a task would run at once. Must be followed by `run` in the same call stack. */
  isFree(): boolean
  /** Runs the task now or in a later turn. It must not throw. */
  run(businessId: string, task: () => void): void
  /** Resolves when a task would run: for what follows an event that many requests waited for. */
  next(businessId: string): Promise<void>
}

const maxMilliseconds = 0.5

export function createTurns(now: () => number = () => performance.now()): Turns {
  const waiting = createFairQueue<() => void>()
  let isOpen = false
  let startedAt = 0

  return {
    isFree,
    run,
    next: (businessId) => new Promise((resolve) => run(businessId, resolve)),
  }

  function run(businessId: string, task: () => void): void {
    if (isFree()) task()
    else waiting.add(businessId, task)
  }

  function isFree(): boolean {
    if (!isOpen) {
      isOpen = true
      startedAt = now()
      setImmediate(startTurn)
    }
    return waiting.length() === 0 && isYoung()
  }

  function isYoung(): boolean {
    return now() - startedAt < maxMilliseconds
  }

  /** All sockets have been read since the last turn. */
  function startTurn(): void {
    startedAt = now()
    runNext()
  }

  function runNext(): void {
    const task = waiting.next()
    if (task === undefined) {
      isOpen = false
      return
    }
    task()
    // the next tick comes after the microtasks in which the task continues
    queueMicrotask(() => process.nextTick(continueTurn))
  }

  function continueTurn(): void {
    if (isYoung()) runNext()
    else setImmediate(startTurn)
  }
}
