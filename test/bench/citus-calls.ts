import { createBooking, dayAvailability } from '@silla/core'
import { parseDate } from '@silla/slots'
import { endFile } from '../support/at-end.ts'
import { requestContextFor } from '../support/request-context.ts'
import { openSalon } from '../support/salon.ts'
import { median } from './statistics.ts'

// One side of `npm run bench:citus`, over the server that the parent passes: makes the calls of a
// message one after the other, and answers with the median milliseconds of one.

/** How often each call is made for one sample. */
export const calls = { 'one availability call': 1500, 'one booking': 300 }

export type Calls = keyof typeof calls

if (process.send !== undefined) {
  const run = await prepareCalls()
  process.on('message', async (call: Calls | 'stop') => {
    if (call !== 'stop') {
      process.send?.(await timeOf(run[call], calls[call]))
      return
    }
    await endFile()
    process.exit()
  })
}

async function prepareCalls(): Promise<Record<Calls, () => Promise<unknown>>> {
  const salon = await openSalon({ professionals: ['Ana', 'Bea', 'Cruz'] })
  const context = { ...(await requestContextFor(salon)), identity: { kind: 'business' } as const }
  const serviceIds = [salon.id('Corte')]
  const firstDay = (parseDate(salon.today) ?? 0) + 1
  const times = freeTimes()
  return {
    'one availability call': () =>
      dayAvailability(context, {
        professionalId: salon.id('Ana'),
        day: firstDay,
        length: { serviceIds, durationMinutes: null },
        lines: null,
      }),
    'one booking': () => {
      const time = times.next().value
      if (!time) throw new Error('the salon has no free time left: run fewer rounds')
      const email = `${time.day}-${time.startMinute}-${time.professionalId}@example.com`
      return createBooking(context, {
        ...time,
        serviceIds,
        lines: null,
        contact: { name: 'Lucía Prado', email, phone: null },
        language: 'es',
        notes: '',
        usePoints: false,
        byBusiness: true,
      })
    },
  }

  /** Each time of each professional once. */
  function* freeTimes() {
    for (let day = firstDay + 1; day < firstDay + 85; day++)
      for (let startMinute = 9 * 60; startMinute < 20 * 60; startMinute += 30)
        for (const name of ['Ana', 'Bea', 'Cruz'])
          yield { day, startMinute, professionalId: salon.id(name) }
  }
}

async function timeOf(call: () => Promise<unknown>, count: number): Promise<number> {
  const samples: number[] = []
  for (let index = 0; index < count; index++) {
    const startedAt = performance.now()
    await call()
    samples.push(performance.now() - startedAt)
  }
  return median(samples)
}
