import type { Server } from '../support/servers.ts'
import type { BenchSalon } from './salon.ts'

/**
 * Fifty guests at once through two processes; the slowest answer in milliseconds, and how many were
 * seated.
 */
export interface Rush {
  slowestMilliseconds: number
  seated: number
}

/** @param filter the bodies, one a guest */
export async function rush(servers: Server[], salon: BenchSalon, filter: string[]): Promise<Rush> {
  const headers = { 'x-api-key': salon.secretKey, 'content-type': 'application/json' }
  const answers = await Promise.all(
    filter.map(async (body, index) => {
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
    slowestMilliseconds: Math.max(...answers.map((answer) => answer.milliseconds)),
    seated: answers.filter((answer) => answer.status === 201).length,
  }
}
