import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { runSillaAlone } from '../../cli/run-silla.ts'
import { endFile } from '../../support/at-end.ts'
import { openEventReceiver } from '../../support/event-receiver.ts'
import { checkAcknowledged, checkDone } from '../../support/guests/check-acknowledged.ts'
import { type Guests, startGuests } from '../../support/guests/guests.ts'
import { jobsDone } from '../../support/guests/jobs-done.ts'
import { readOptions } from '../../support/program-options.ts'
import { openRandom } from '../../support/random.ts'
import { testSecrets } from '../../support/secrets.ts'
import { openDatabase } from '../kills/database.ts'
import { openPlatform } from '../kills/platform.ts'

await readOptions({
  command: 'npm run rotations',
  about:
    'Rotates SECRETS_KEY, OTP_PEPPER and the passwords of the database by the steps of docs/operations.md, while ' +
    'guests hold, book, pay, move and cancel and events are delivered. Each request has to be answered the first ' +
    'time.',
})

/** Of guests, after each step: they use what it has changed. */
const bookingsPerStep = 20
/** A proxy sends no new request to an API process that is to be restarted. */
const drainMilliseconds = 500

type Settings = Record<string, string>

const problems = await run().finally(endFile)
for (const problem of problems.slice(0, 10)) console.error(`  ${problem}`)
if (problems.length > 0) process.exitCode = 1

async function run(): Promise<string[]> {
  const receiver = await openEventReceiver()
  const database = await openDatabase()
  const platform = await openPlatform(database, {
    more: { SILLA_LOOPBACK_ENDPOINTS: 'on' },
  })
  const operator = { ...platform.cliEnvironment, PREPARE_DATABASE_URL: database.urls.prepare }
  await silla(['webhooks', 'endpoints', 'create', 'chaos', receiver.url, '--json'])
  const apis = [...platform.apis]
  const guests = startGuests({ ...platform, apis }, openRandom(1))
  await guests.moreBookings(bookingsPerStep)

  await rotation('SECRETS_KEY', async () => {
    const [old, fresh] = [testSecrets.secretsKeys.current, randomBytes(32)].map((key) =>
      key.toString('base64'),
    ) as [string, string]
    await set({ SECRETS_KEY: old, SECRETS_KEY_PREVIOUS: fresh })
    await set({ SECRETS_KEY: fresh, SECRETS_KEY_PREVIOUS: old })
    await silla(['db', 'reencrypt', '--yes'])
    await set({ SECRETS_KEY: fresh, SECRETS_KEY_PREVIOUS: '' })
  })
  await rotation('OTP_PEPPER', async () => {
    const [old, fresh] = [testSecrets.otpPepper, randomBytes(32).toString('hex')]
    await set({ OTP_PEPPER: old, OTP_PEPPER_PREVIOUS: fresh })
    await set({ OTP_PEPPER: fresh, OTP_PEPPER_PREVIOUS: old })
    await set({ OTP_PEPPER: fresh, OTP_PEPPER_PREVIOUS: '' })
  })
  await rotation('Database passwords', async () => {
    const rotated = JSON.parse(await silla(['db', 'passwords', 'rotate', '--json']))
    await set(rotated.urls)
    await silla(['db', 'passwords', 'retire', ...rotated.old])
    // for the checks at the end
    const { WORKER_DATABASE_URL, MIGRATOR_DATABASE_URL } = rotated.urls
    Object.assign(database.urls, { worker: WORKER_DATABASE_URL, migrator: MIGRATOR_DATABASE_URL })
    await guests.moreBookings(bookingsPerStep)
  })
  return [...(await stop(guests)), ...(await undelivered())]

  /** Plays one, and prints what became of the requests meanwhile. */
  async function rotation(name: string, steps: () => Promise<void>): Promise<void> {
    const { acknowledged } = guests
    const { counts } = acknowledged
    const before = { ...counts, failures: acknowledged.failures.length }
    counts.slowestMilliseconds = 0
    const start = performance.now()
    await steps()
    const failed =
      counts.unanswered -
      before.unanswered +
      (counts.unavailable - before.unavailable) +
      (acknowledged.failures.length - before.failures)
    console.log(
      `${name}: ${((performance.now() - start) / 1000).toFixed(1)} s, ` +
        `${counts.requests - before.requests} requests, ${failed} failed, ` +
        `slowest ${Math.round(counts.slowestMilliseconds)} ms`,
    )
    if (failed > 0) acknowledged.failures.push(`${failed} requests failed during ${name}`)
  }

  /** Restarts all programs with changed settings, one after the other, as docs/operations.md says. */
  async function set(settings: Settings): Promise<void> {
    Object.assign(operator, settings)
    for (const api of platform.apis) {
      apis.splice(apis.indexOf(api), 1)
      await wait(drainMilliseconds)
      await api.restart(settings)
      apis.push(api)
    }
    await platform.worker.restart(settings)
    await guests.moreBookings(bookingsPerStep)
  }

  async function silla(args: string[]): Promise<string> {
    const { code, stdout, stderr } = await runSillaAlone(args, operator)
    if (code !== 0) throw new Error(`silla ${args.join(' ')}: ${stdout}${stderr}`)
    return stdout
  }

  async function stop({ stop, acknowledged }: Guests): Promise<string[]> {
    await stop()
    await jobsDone(database)
    const doctor = await runSillaAlone(['db', 'doctor'], operator)
    const { bookings, payments, failures } = acknowledged
    console.log(
      `Acknowledged: ${bookings.length} bookings, ${payments.length} payments. ` +
        `Events delivered: ${receiver.received.length}. Doctor: exit code ${doctor.code}.`,
    )
    return [
      ...failures,
      ...(await checkAcknowledged(database, acknowledged)),
      ...(await checkDone(database, platform, acknowledged)),
      ...(doctor.code === 0 ? [] : [`silla db doctor: ${doctor.stdout}${doctor.stderr}`]),
    ]
  }

  /** Deliveries of events that needed more than one attempt, or are still to come. */
  async function undelivered(): Promise<string[]> {
    const rows = await database.query(
      'migrator',
      (sql) => sql<{ type: string; state: string; attempts: unknown[] }[]>`
        select type, state, attempts from event_deliveries
        where state <> 'delivered' or jsonb_array_length(attempts) > 1`,
    )
    return rows.map(({ type, state, attempts }) => `${type} ${state}: ${JSON.stringify(attempts)}`)
  }
}
