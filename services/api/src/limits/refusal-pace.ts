import type { Turns } from '../scheduling/turns.ts'

/**
 * Limits how many requests per second are refused for one business, and delays the others. A client
 * that ignores rate limits sends its next request when the last one is refused; the faster it is
 * refused, the more of the process it uses.
 */
export interface RefusalPace {
  /**
   * Resolves when a request of the business may be refused; undefined: now. Nobody waits for longer
   * than a line takes: a second.
   */
  wait(businessId: string): Promise<void> | undefined
  /** Lets all continue that wait; from now on nobody waits. */
  close(): void
}

export interface RefusalPaceLimits {
  tickMilliseconds: number
  /** How many requests of a business are refused in each tick. */
  perTick: number
  /** How many may wait, of one business and in all. Further requests are refused at once. */
  maxWaitingPerBusiness: number
  maxWaiting: number
}

const defaultLimits: RefusalPaceLimits = {
  tickMilliseconds: 10,
  perTick: 4,
  maxWaitingPerBusiness: 400,
  maxWaiting: 2000,
}

export function openRefusalPace(
  turns: Turns,
  limits: Partial<RefusalPaceLimits> = {},
  runAfter: (milliseconds: number, task: () => void) => void = runAfterTimeout,
): RefusalPace {
  const { tickMilliseconds, perTick, maxWaitingPerBusiness, maxWaiting } = {
    ...defaultLimits,
    ...limits,
  }
  /** Of the businesses of which a request was refused in this tick. */
  const lines = new Map<string, Line>()
  let waiting = 0
  let isClosed = false

  return {
    wait(businessId) {
      if (isClosed) return undefined
      const line = lines.get(businessId) ?? openLine(businessId)
      if (line.refused < perTick) {
        line.refused++
        return undefined
      }
      if (line.waiting.length >= maxWaitingPerBusiness || waiting >= maxWaiting) return undefined
      waiting++
      return new Promise((resolve) => line.waiting.push(resolve))
    },
    close() {
      isClosed = true
      for (const line of lines.values()) for (const resume of line.waiting) resume()
      lines.clear()
    },
  }

  function openLine(businessId: string): Line {
    if (lines.size === 0) runAfter(tickMilliseconds, startTick)
    const line: Line = { refused: 0, waiting: [] }
    lines.set(businessId, line)
    return line
  }

  function startTick(): void {
    for (const [businessId, line] of lines) {
      const next = line.waiting.splice(0, perTick)
      waiting -= next.length
      line.refused = next.length
      if (next.length === 0) lines.delete(businessId)
      for (const resume of next) turns.run(businessId, resume)
    }
    if (lines.size > 0) runAfter(tickMilliseconds, startTick)
  }
}

const runAfterTimeout = (milliseconds: number, task: () => void): void =>
  void setTimeout(task, milliseconds).unref()

interface Line {
  /** How many requests were refused in this tick. */
  refused: number
  waiting: (() => void)[]
}
