/**
 * How long the long work of a process goes on between two looks at the sockets: a long answer of the
 * database that is parsed, and computations in slices. All of them share the time, so that what follows
 * in the same pass of the event loop has no time of its own.
 */
export interface PassBudget {
  /** Begins the time of this pass, unless it has begun. */
  begin(): void
  /** Whether work may go on in this pass; begins its time. */
  hasTime(): boolean
  /** Resolves in a later pass: one of those that wait in each pass, in turn. */
  next(): Promise<void>
}

const milliseconds = 1

export function openPassBudget(now: () => number = () => performance.now()): PassBudget {
  const waiting: (() => void)[] = []
  /** Of the time of this pass; null: no long work has begun in it. */
  let end: number | null = null
  /** A look at the sockets is to follow at which the time is over. */
  let isWatched = false
  /** The one that waits longest had no time in the pass before. */
  let isOverdue = false

  return {
    begin,
    hasTime: () => now() < begin(),
    next() {
      const turn = new Promise<void>((resolve) => waiting.push(resolve))
      watch()
      return turn
    },
  }

  function begin(): number {
    end ??= now() + milliseconds
    watch()
    return end
  }

  function watch(): void {
    if (isWatched) return
    isWatched = true
    setImmediate(endPass)
  }

  /** After the sockets that were ready, and before the next look at them. */
  function endPass(): void {
    isWatched = false
    const isOver = end !== null && now() >= end
    if (waiting.length === 0) {
      end = null
    } else if (isOver && !isOverdue) {
      isOverdue = true
      end = null
      watch()
    } else {
      if (isOverdue) end = null
      isOverdue = false
      begin()
      waiting.shift()?.()
      // the next tick comes after the microtasks in which the work goes on
      queueMicrotask(() => process.nextTick(() => (end = null)))
    }
  }
}

/** Of this process. */
export const passBudget: PassBudget = openPassBudget()
