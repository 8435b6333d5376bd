import { setTimeout as wait } from 'node:timers/promises'

/** Between two tries: what is waited for needs the CPU itself. */
const pauseMilliseconds = 10

/** Tries again until it is so: the test runner's time limit ends what never is. */
export async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await wait(pauseMilliseconds)
}
