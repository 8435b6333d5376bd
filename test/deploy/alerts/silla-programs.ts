import { openDatabase } from '../../chaos/kills/database.ts'
import { openPlatform } from '../../chaos/kills/platform.ts'
import { freePort } from '../../support/free-port.ts'
import { startGuests } from '../../support/guests/guests.ts'
import { openRandom } from '../../support/random.ts'
import type { OpenCauses } from './cause.ts'

// more than five payments, over several scrapes
const bookings = 24

/** Two API processes, a worker and the payment processor, all as in production. */
export async function sillaPrograms(): Promise<OpenCauses & { last: OpenCauses['causes'] }> {
  const metricsPorts = [await freePort(), await freePort(), await freePort()] as const
  const platform = await openPlatform(await openDatabase(), { metricsPorts })
  const [one, two, worker] = metricsPorts.map((port) => `127.0.0.1:${port}`)
  return {
    targets: { 'silla-api': [one ?? '', two ?? ''], 'silla-worker': [worker ?? ''] },
    causes: [
      {
        alert: 'SillaProcessorEventsStopped',
        text: 'guests pay, and the processor delivers no event',
        happen: async () => {
          platform.stripe.webhooks.hold()
          const guests = startGuests(platform, openRandom(1), {
            concurrency: 2,
            pauseMilliseconds: 300,
          })
          await guests.moreBookings(bookings)
          await guests.stop()
        },
      },
      {
        alert: 'SillaNightMissed',
        text: 'no night runs for 20 s, which stand for 26 hours',
        happen: async () => undefined,
      },
    ],
    last: [
      {
        alert: 'SillaWorkerDown',
        text: 'the worker is killed',
        happen: async () => platform.worker.end(),
      },
      {
        alert: 'SillaApiDown',
        text: 'all API processes are killed',
        happen: async () => Promise.all(platform.apis.map((api) => api.end())),
      },
    ],
  }
}
