import { openThreadClock } from './thread-clock.ts'

// Loaded into a measured program with `--import`: measures the passes of its event loop while the
// parent process asks for it. A pass is the work between two looks at the sockets, so every other
// request waits for it.

/** What the parent sends. */
export type PassesCommand = 'begin passes' | 'end passes'

/** The answer to the end: the CPU time of the longest pass, garbage collection in it included. */
export interface LongestPass {
  longestPassMilliseconds: number
}

/** CPU time of the thread that runs the event loop: other programs of the machine do not change it. */
const ownMilliseconds = openThreadClock()
let isMeasuring = false
let longest = 0
let last = 0

process.on('message', (message: PassesCommand) => {
  if (message === 'begin passes') {
    isMeasuring = true
    longest = 0
    last = ownMilliseconds()
    setImmediate(endPass)
    process.send?.({ longestPassMilliseconds: 0 } satisfies LongestPass)
  } else if (message === 'end passes') {
    isMeasuring = false
    process.send?.({ longestPassMilliseconds: longest } satisfies LongestPass)
  }
})
// without its parent nobody needs the program, and nobody would end the measurement
process.once('disconnect', () => {
  isMeasuring = false
  process.kill(process.pid, 'SIGTERM')
})
// it does not keep the program alive
process.channel?.unref()

/** The loop does not rest while it is measured, so that each pass is seen. */
function endPass(): void {
  const now = ownMilliseconds()
  longest = Math.max(longest, now - last)
  last = now
  if (isMeasuring) setImmediate(endPass)
}
