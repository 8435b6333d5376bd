import { EventEmitter, once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { type DatabaseUrls, openListener, startJobRunner } from '@silla/db'
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
  /** From the end of the primary to the end of the promotion. */
  promotedMilliseconds: number
  /** From the end of the promotion to the first booking and job after it. */
  bookingMilliseconds: number
  jobMilliseconds: number
  /** From the end of the primary to the gap of notifications. */
  gapMilliseconds: number
}

export interface FailoverOptions {
  /**
   * `kill`: its machine fails and the network says so. `freeze`: nothing of it answers any more, and
   * no connection is closed
   */
  fault: 'kill' | 'freeze'
  /** How long after the end of the primary its standby is promoted. */
  outageMilliseconds: number
}

const guestCount = 8
const bookingsBefore = 100
const bookingsAfter = 100
const professionals = Array.from({ length: 12 }, (_, index) => `Pro ${index + 1}`)

/**
 * Ends the primary while guests book, promotes the standby, and lets the guests book on. They repeat
 * what was answered with 503, with the same `Idempotency-Key`. A worker runs jobs, and a listener
 * waits for notifications.
 */
export async function failOver(
  { primary, promote }: ReplicatedServers,
  { fault, outageMilliseconds }: FailoverOptions,
): Promise<Failover> {
  const salon = await openSalon({ professionals })
  const { urls } = await testDatabase()
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
  const background = await openBackground(urls)
  const failedAt = performance.now()
  if (fault === 'kill') await primary.kill()
  else primary.freeze()
  await wait(outageMilliseconds)
  await promote()
  const promotedAt = performance.now()
  const before = acknowledged.filter(({ at }) => at < promotedAt).length
  await Promise.race([untilAcknowledged(before + bookingsAfter), failed])
  isOver = true
  await stopped
  const jobAt = await background.firstAfter('job', promotedAt)
  // it happens once, and may have happened before the promotion was reported as complete
  const gapAt = await background.firstAfter('gap', failedAt)
  await background.close()

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
    bookingMilliseconds: first - promotedAt,
    jobMilliseconds: jobAt - promotedAt,
    gapMilliseconds: gapAt - failedAt,
  }
}

/** A worker that runs the jobs of the bookings, and a listener for notifications. */
async function openBackground({ worker, listen }: DatabaseUrls) {
  const moments: Record<'job' | 'gap', number[]> = { job: [], gap: [] }
  const events = new EventEmitter()
  const record = (kind: 'job' | 'gap') => {
    moments[kind].push(performance.now())
    events.emit(kind)
  }
  const runner = await startJobRunner({
    url: worker,
    tasks: { 'send-mail': async () => record('job'), nothing: async () => {} },
    nightlyTask: 'nothing',
    concurrency: 1,
    onAttempt: () => {},
    onError: () => {},
  })
  const listener = await openListener(listen)
  listener.onGap(() => record('gap'))
  return {
    async firstAfter(kind: 'job' | 'gap', moment: number): Promise<number> {
      for (;;) {
        const first = moments[kind].find((at) => at > moment)
        if (first !== undefined) return first
        await once(events, kind)
      }
    },
    close: () => Promise.all([runner.stop(), listener.close()]),
  }
}

/** As a client does that reads Retry-After, but sooner, to measure the pause. */
const pause = () => wait(50)

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
