const tickMilliseconds = 10

/**
 * Measures how long this process waited, without the time in which the machine did not run it: a
 * busy machine delays ticks, and each counts at most twice its interval. For limits on waiting, such
 * as deadlines; work that keeps the process busy is measured by `process.cpuUsage`.
 *
 * @returns a function that stops the measurement and returns milliseconds
 */
export function startStopwatch(): () => number {
  let milliseconds = 0
  let countedAt = performance.now()
  const count = () => {
    const now = performance.now()
    milliseconds += Math.min(now - countedAt, 2 * tickMilliseconds)
    countedAt = now
  }
  const timer = setInterval(count, tickMilliseconds)
  return () => {
    clearInterval(timer)
    count()
    return milliseconds
  }
}
