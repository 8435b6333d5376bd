import type { Program } from './processes.ts'
import { newBookingPath } from './requests.ts'
import { type BenchSalon, busyDays } from './salon.ts'

/** The result of many bookings that are requested at once. */
export interface Burst {
  title: string
  slowestMilliseconds: number
  booked: number
}

const guests = 50

/** A day after those that other rows create bookings on. */
const day = 90

/** Fifty guests book at once through two programs: at different times, then all at the same one. */
export async function measureBursts(programs: Program[], salon: BenchSalon): Promise<Burst[]> {
  const free = await salon.newBookings({ ...busyDays, fromDay: day, toDay: day })
  // the first burst warms up a program that has just started
  await burst('', free.slice(0, guests))
  const differentTimes = free.slice(guests, 2 * guests)
  return [
    await burst('50 guests, different times', differentTimes),
    await burst('50 guests, the same time', Array(guests).fill(free[2 * guests])),
  ]

  async function burst(title: string, bodies: string[]): Promise<Burst> {
    const responses = await Promise.all(
      bodies.map(async (body, index) => {
        const { url } = programs[index % programs.length] as Program
        const startedAt = performance.now()
        const response = await fetch(new URL(newBookingPath, url), {
          method: 'POST',
          headers: { ...salon.secretHeaders, 'content-type': 'application/json' },
          body,
        })
        await response.text()
        return { status: response.status, milliseconds: performance.now() - startedAt }
      }),
    )
    return {
      title,
      slowestMilliseconds: Math.max(...responses.map(({ milliseconds }) => milliseconds)),
      booked: responses.filter(({ status }) => status === 201).length,
    }
  }
}
