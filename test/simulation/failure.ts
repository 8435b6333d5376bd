/** A promise that the product broke. */
export class SimulationFailure extends Error {
  /** The promise, without ids and times, so that two failures can be compared. */
  readonly promise: string

  constructor(promise: string, detail: string) {
    super(`${promise}: ${detail}`)
    this.promise = promise
  }
}

/** @throws SimulationFailure unless the promise is kept */
export function expect(isTrue: boolean, promise: string, detail: () => string): void {
  if (!isTrue) throw new SimulationFailure(promise, detail())
}
