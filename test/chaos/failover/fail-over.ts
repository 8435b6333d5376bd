import { testDatabase } from '../../support/database.ts'
import { openSalon, type TestSalon } from '../../support/salon.ts'
import { withPool } from '../../support/with-pool.ts'
import type { ReplicatedServers } from './servers.ts'

/** What guests noticed of a failover. */
export interface Failover {
  /** Bookings that were answered with 201, in all and after the failover. */
  acknowledged: number
  acknowledgedAfter: number
  /** Codes of acknowledged bookings that are not in the database. */
  lost: string[]
  /** Guests who have more than one booking. */
  twice: string[]
  /** Answers other than 201 and 503. */
  unexpected: string[]
  /** Requests that were answered with 503 and repeated. */
  unavailable: number
  slowestMilliseconds: number
  /** From the end of the primary to the end of the promotion, and to the first booking after it. */
  promotedMilliseconds: number
  pauseMilliseconds: number
}

const guestCount = 8
const bookingsBefore = 100
const bookingsAfter = 100
const professionals = Array.from({ length: 12 }, (_, index) => `Pro ${index + 1}`)

/**
 * Ends the primary while guests book, promotes the standby, and lets the guests book on. They repeat
 * what was answered with 503, with the same `Idempotency-Key`.
 *
 * @param fault `kill`: its machine fails and the network says so. `freeze`: nothing of it answers any
 *   more, and no connection is closed
 */
export async function failOver(
  { primary, promote }: ReplicatedServers,
  fault: 'kill' | 'freeze',
): Promise<Failover> {
  const salon = await openSalon({ professionals })
  const acknowledged: { code: string; email: string; at: number }[] = []
  const unexpected: string[] = []
  let [unavailable, slowestMilliseconds, isOver] = [0, 0, false]
  let reached = { count: bookingsBefore, resolve: () => {} }
  const untilAcknowledged = (count: number) =>
    new Promise<void>((resolve) => {
      reached = { count, resolve }
    })
  const visits = visitsOf(salon)

  const guests = Array.from({ length: guestCount }, async () => {
    for (const { professional, date, time, email } of visits) {
      for (;;) {
        if (isOver) return
        const startedAt = performance.now()
        const { status, data, text } = await salon.guest.post(
          '/reservas/crear/',
          {
            servicio_ids: [salon.id('Corte')],
            peluquero_id: salon.id(professional),
            fecha: date,
            hora_inicio: time,
            nombre: 'Lucía Prado',
            email,
          },
          { 'idempotency-key': email },
        )
        slowestMilliseconds = Math.max(slowestMilliseconds, performance.now() - startedAt)
        if (status === 503) {
          unavailable++
          await pause()
          continue
        }
        if (status === 201) acknowledged.push({ code: data.codigo, email, at: performance.now() })
        else unexpected.push(text)
        if (acknowledged.length >= reached.count) reached.resolve()
        break
      }
    }
  })
  const stopped = Promise.all(guests)

  const failed = (async () => {
    await stopped
    throw new Error(`the guests ran out of times: ${unexpected.slice(0, 3).join('\n')}`)
  })()
  failed.catch(() => {})
  await Promise.race([untilAcknowledged(bookingsBefore), failed])
  const failedAt = performance.now()
  if (fault === 'kill') await primary.kill()
  else primary.freeze()
  await promote()
  const promotedAt = performance.now()
  const before = acknowledged.filter(({ at }) => at < promotedAt).length
  await Promise.race([untilAcknowledged(before + bookingsAfter), failed])
  isOver = true
  await stopped

  const { urls } = await testDatabase()
  const rows = await withPool(
    urls.migrator,
    (sql) => sql<{ code: string; email: string }[]>`
      select code, contact_email as email from bookings where business_id = ${salon.businessId}`,
  )
  const codes = new Set(rows.map(({ code }) => code))
  const perGuest = Map.groupBy(rows, ({ email }) => email)
  const first = acknowledged.find(({ at }) => at > promotedAt)?.at ?? Number.NaN
  return {
    acknowledged: acknowledged.length,
    acknowledgedAfter: acknowledged.length - before,
    lost: acknowledged.map(({ code }) => code).filter((code) => !codes.has(code)),
    twice: [...perGuest].flatMap(([email, list]) => (list.length > 1 ? [email] : [])),
    unexpected,
    unavailable,
    slowestMilliseconds,
    promotedMilliseconds: promotedAt - failedAt,
    pauseMilliseconds: first - failedAt,
  }
}

/** As a client does that reads Retry-After, but sooner, to measure the pause. */
const pause = () => new Promise((resolve) => setTimeout(resolve, 50))

/** Times that do not overlap, each for a guest of its own. */
function* visitsOf({ today }: TestSalon) {
  for (let day = 1; day <= 28; day++) {
    const date = Temporal.PlainDate.from(today).add({ days: day }).toString()
    for (let hour = 9; hour < 20; hour++)
      for (const professional of professionals) {
        const time = `${String(hour).padStart(2, '0')}:00`
        const email = `${professional.replace(' ', '-')}.${date}.${hour}@example.com`.toLowerCase()
        yield { professional, date, time, email }
      }
  }
}
