import { setTimeout as wait } from 'node:timers/promises'
import type { TestSalon } from '../../support/salon.ts'

/** A request of a visitor and its response. */
export interface Visit {
  salon: TestSalon
  kind: 'availability' | 'booking' | 'cancellation' | 'catalogue'
  /** Of the response, as of `performance.now()`. */
  at: number
  milliseconds: number
  /** 0: the connection was lost. */
  status: number
  text: string
}

/** A booking that was answered with 201. */
export interface Booked {
  code: string
  email: string
  isCancelled: boolean
}

export interface Visitors {
  visits: Visit[]
  booked: Map<TestSalon, Booked[]>
  /** Resolves when running requests have got their responses. */
  stop(): Promise<void>
}

/** Between two requests of one visitor. */
const pauseMilliseconds = 50

/**
 * One visitor for each salon, one request after the other: free times, a booking, its cancellation
 * every second time. What is answered with 503 is sent again, with the same key.
 *
 * @param apiUrl with `/api/v1`
 */
export function startVisitors(salons: readonly TestSalon[], apiUrl: string): Visitors {
  const visits: Visit[] = []
  const booked = new Map<TestSalon, Booked[]>(salons.map((salon) => [salon, []]))
  let isOver = false
  const stopped = Promise.all(salons.map(visit))
  return {
    visits,
    booked,
    async stop() {
      isOver = true
      await stopped
    },
  }

  async function visit(salon: TestSalon) {
    for (const { date, time, email } of timesOf(salon)) {
      const ana = salon.id('Ana')
      await send('availability', 'GET', `/disponibilidad/${ana}/${date}/`)
      await send('catalogue', 'GET', '/servicios/')
      const created = await send('booking', 'POST', '/reservas/crear/', email, {
        servicio_ids: [salon.id('Corte')],
        peluquero_id: ana,
        fecha: date,
        hora_inicio: time,
        nombre: 'Lucía Prado',
        email,
      })
      if (isOver) return
      if (!created.data) continue
      const { id, codigo } = created.data
      const booking = { code: codigo, email, isCancelled: false }
      booked.get(salon)?.push(booking)
      if (time.endsWith('30')) {
        await send('cancellation', 'POST', `/reservas/${id}/cancelar/`, codigo, { codigo })
        booking.isCancelled = !isOver
      }
    }
    throw new Error(`${salon.slug} has no free time left`)

    /** Until it is answered with something else than 503, or the visitors have gone. */
    async function send(
      kind: Visit['kind'],
      method: string,
      path: string,
      key?: string,
      body?: object,
    ) {
      for (;;) {
        await wait(pauseMilliseconds)
        if (isOver) return { data: {} }
        const sentAt = performance.now()
        const response = await fetch(`${apiUrl}${path}`, {
          method,
          headers: {
            'x-api-key': salon.publishableKey,
            ...(body && { 'content-type': 'application/json' }),
            ...(key && { 'idempotency-key': key }),
          },
          ...(body && { body: JSON.stringify(body) }),
        }).catch(() => null)
        const text = (await response?.text().catch(() => '')) ?? ''
        const at = performance.now()
        const status = response?.status ?? 0
        visits.push({ salon, kind, at, milliseconds: at - sentAt, status, text })
        if (status !== 503 && status !== 0) return JSON.parse(text)
      }
    }
  }
}

/** Times that do not overlap. */
function* timesOf({ slug, today }: TestSalon) {
  // later than the notice that a cancellation needs
  for (let day = 3; day <= 80; day++) {
    const date = Temporal.PlainDate.from(today).add({ days: day }).toString()
    for (let minute = 9 * 60; minute < 20 * 60; minute += 30) {
      const time = `${String(Math.floor(minute / 60)).padStart(2, '0')}:${minute % 60 === 0 ? '00' : '30'}`
      yield { date, time, email: `${slug}.${date}.${minute}@example.com` }
    }
  }
}
