/**
 * Gives turns at even intervals, in the order of the calls, so that a provider gets at most so many messages a
 * second. Calls that arrive while places are being reserved share the next reservation.
 *
 * @param reserve reserves so many places among all workers, and returns in how many milliseconds the first one is
 */
export function openPace(
  perSecond: number,
  reserve: (messages: number) => Promise<number>,
  wait: (milliseconds: number) => Promise<void> = waitFor,
) {
  const interval = 1000 / perSecond
  let waiting: PromiseWithResolvers<number>[] = []
  let isReserving = false
  return {
    /** Resolves when it is the caller's turn; rejects when no place could be reserved. */
    async turn(): Promise<void> {
      const place = Promise.withResolvers<number>()
      waiting.push(place)
      if (!isReserving) reserveAll()
      const milliseconds = await place.promise
      if (milliseconds > 0) await wait(milliseconds)
    },
  }

  async function reserveAll() {
    isReserving = true
    while (waiting.length > 0) {
      const places = waiting
      waiting = []
      try {
        const first = await reserve(places.length)
        for (const [index, place] of places.entries()) place.resolve(first + index * interval)
      } catch (error) {
        for (const place of places) place.reject(error)
      }
    }
    isReserving = false
  }
}

const waitFor = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds))
