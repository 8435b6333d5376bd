import { setTimeout as wait } from 'node:timers/promises'
import { patienceMilliseconds } from './in-time.ts'

/** Between two tries: what is waited for needs the CPU itself. */
const pauseMilliseconds = 10

/** Tries again until it is so. @throws Error when it is not so in time */
export async function until(isSo: () => Promise<boolean>): Promise<void> {
  const giveUpAt = performance.now() + patienceMilliseconds
  while (!(await isSo())) {
    if (performance.now() > giveUpAt)
      throw new Error(`It was not so within ${patienceMilliseconds / 1000} s: ${isSo}`)
    await wait(pauseMilliseconds)
  }
}
