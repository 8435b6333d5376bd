import type { Server } from '../support/servers.ts'
import type { BenchSalon } from './salon.ts'

/** The result of many concurrent bookings. */
export interface Burst {
  slowestMilliseconds: number
  booked: number
}

/**
 * Sends all bookings at once, in turn to each server.
 *
 * @param bodies one per guest
 */
export async function burst(
  servers: Server[],
  salon: BenchSalon,
  bodies: string[],
): Promise<Burst> {
  const headers = { 'x-api-key': salon.secretKey, 'content-type': 'application/json' }
  const responses = await Promise.all(
    bodies.map(async (body, index) => {
      const startedAt = performance.now()
      const response = await fetch(
        `${servers[index % servers.length]?.url}/api/v1/reservas/crear/`,
        {
          method: 'POST',
          headers,
          body,
        },
      )
      await response.text()
      return { status: response.status, milliseconds: performance.now() - startedAt }
    }),
  )
  return {
    slowestMilliseconds: Math.max(...responses.map(({ milliseconds }) => milliseconds)),
    booked: responses.filter(({ status }) => status === 201).length,
  }
}
