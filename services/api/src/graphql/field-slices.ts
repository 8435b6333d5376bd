import { openSlices, type Slices } from '@silla/core'

/** The fields of one request, resolved in slices between which other requests are served. */
export interface FieldSlices {
  /** Resolves a field now, or once the present slice has lasted long enough, in a later one. */
  run(resolve: () => unknown): unknown
}

export function openFieldSlices(slices: Slices = openSlices()): FieldSlices {
  const waiting: (() => void)[] = []
  let isWaiting = false

  return {
    run(resolve) {
      const pause = isWaiting ? undefined : slices.pause()
      if (!isWaiting && pause === undefined) return resolve()
      const turn = new Promise<void>((next) => waiting.push(next)).then(resolve)
      isWaiting = true
      pause?.then(runNext)
      return turn
    },
  }

  function runNext(): void {
    const next = waiting.shift()
    if (next === undefined) {
      isWaiting = false
      return
    }
    next()
    // the next tick comes after the microtasks in which the field is completed
    queueMicrotask(() => process.nextTick(continueSlice))
  }

  function continueSlice(): void {
    const pause = slices.pause()
    if (pause === undefined) runNext()
    else pause.then(runNext)
  }
}
