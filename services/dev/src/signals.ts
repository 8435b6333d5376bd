/** Requests to stop: signals, and the end of the parent process. */
export interface SignalHandlers {
  /** Resolves at the first request to stop. */
  stopRequested: Promise<void>
  /** Also stops when the parent ends: an npm that is killed with -9 sends no signal. */
  followParent(): void
}

/** npm forwards Ctrl-C, so one press arrives twice: from the terminal and from npm. */
const samePressMilliseconds = 300

/** Handles Ctrl-C and the like; a second Ctrl-C exits at once. */
export function openSignalHandlers(): SignalHandlers {
  const { promise: stopRequested, resolve: requestStop } = Promise.withResolvers<void>()
  let firstPress = Number.POSITIVE_INFINITY
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (performance.now() - firstPress > samePressMilliseconds) process.exit(1)
      firstPress = Math.min(firstPress, performance.now())
      requestStop()
    })
  }
  return {
    stopRequested,
    followParent() {
      const parent = process.ppid
      const timer = setInterval(() => {
        if (process.ppid === parent) return
        clearInterval(timer)
        requestStop()
      }, 500)
      timer.unref()
    },
  }
}
