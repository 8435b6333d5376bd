/** The ways in which somebody asks us to end. */
export interface SignalHandlers {
  /** Settles when we are asked to end. */
  asked: Promise<void>
  /** Also ends when our parent does: npm killed with -9 tells nobody. */
  followParent(): void
}

/** npm passes Ctrl-C on, so that one press arrives twice: from the terminal and from npm. */
const samePressMilliseconds = 300

/** Listens for Ctrl-C and its like; a second Ctrl-C ends us at once. */
export function openSignalHandlers(): SignalHandlers {
  const { promise: requested, resolve: input } = Promise.withResolvers<void>()
  let firstPress = Number.POSITIVE_INFINITY
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (performance.now() - firstPress > samePressMilliseconds) process.exit(1)
      firstPress = Math.min(firstPress, performance.now())
      input()
    })
  }
  return {
    asked: requested,
    followParent() {
      const parent = process.ppid
      const metrics = setInterval(() => {
        if (process.ppid === parent) return
        clearInterval(metrics)
        input()
      }, 500)
      metrics.unref()
    },
  }
}
