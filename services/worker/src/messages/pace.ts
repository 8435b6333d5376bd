/**
 * Gives turns at even intervals, in the order of the calls, so that a provider gets at most so many messages
 * a second from this process.
 */
export function openPace(perSecond: number, { now, wait }: PaceClock = systemPace) {
  const interval = 1000 / perSecond
  let next = 0
  return {
    /** Resolves when it is the caller's turn. */
    turn(): Promise<void> {
      const at = Math.max(next, now())
      next = at + interval
      const milliseconds = at - now()
      return milliseconds <= 0 ? Promise.resolve() : wait(milliseconds)
    },
  }
}

/** In milliseconds. */
interface PaceClock {
  now(): number
  wait(milliseconds: number): Promise<void>
}

const systemPace: PaceClock = {
  now: () => performance.now(),
  wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
}
