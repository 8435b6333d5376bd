import { setTimeout as wait } from 'node:timers/promises'
import type { Guests } from '../../support/guests/guests.ts'
import type { ChaosDatabase } from './database.ts'
import type { Outage } from './faults.ts'
import type { Platform } from './platform.ts'

/** How long after a fault everything works again. */
export interface Recovery {
  /** Until every API process has made a booking. */
  writesMilliseconds: number
  /** Until the worker has written the email of a booking that was made after the fault. */
  jobsMilliseconds: number
}

const recoverWithinMilliseconds = 90_000

/**
 * Waits until bookings are made at every API process and their jobs run.
 *
 * @throws Error when that takes too long
 */
export async function recover(
  { database, platform, guests }: { database: ChaosDatabase; platform: Platform; guests: Guests },
  { since, restarted }: Outage,
): Promise<Recovery> {
  // bookings are made, or tried, from the fault on
  const probing = Promise.all(platform.apis.map(({ url }) => guests.probe(url)))
  const [probes, writesMilliseconds] = await Promise.all([
    probing,
    probing.then(() => performance.now() - since),
    restarted.then(platform.restartEnded),
  ])
  const emails = probes.map(({ email }) => email)
  while (!(await areMailed(database, emails))) {
    if (performance.now() - since > recoverWithinMilliseconds)
      throw new Error(`jobs did not run within ${recoverWithinMilliseconds / 1000} s of a fault`)
    await wait(50)
  }
  const jobsMilliseconds = performance.now() - since
  if (writesMilliseconds > recoverWithinMilliseconds)
    throw new Error(`no booking within ${recoverWithinMilliseconds / 1000} s of a fault`)
  return { writesMilliseconds, jobsMilliseconds }
}

async function areMailed(database: ChaosDatabase, emails: string[]): Promise<boolean> {
  const rows = await database.query(
    'migrator',
    (sql) => sql`select from mails where to_email = any (${emails}) and state <> 'waiting'`,
  )
  return rows.length === emails.length
}
