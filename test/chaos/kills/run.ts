import { setTimeout as wait } from 'node:timers/promises'
import { runSillaAlone } from '../../cli/run-silla.ts'
import { endFile } from '../../support/at-end.ts'
import { checkAcknowledged, checkDone } from '../../support/guests/check-acknowledged.ts'
import { startGuests } from '../../support/guests/guests.ts'
import { jobsDone } from '../../support/guests/jobs-done.ts'
import { countOption, readOptions, seedOption } from '../../support/program-options.ts'
import { openRandom } from '../../support/random.ts'
import { openDatabase } from './database.ts'
import { cause, type FaultName, faultNames, faultsOf } from './faults.ts'
import { openPlatform } from './platform.ts'
import { type Recovery, recover } from './recovery.ts'

const values = await readOptions({
  command: 'npm run chaos',
  about:
    'Kills the API, the worker and the database while guests book, pay and cancel, and checks that everything ' +
    'that was acknowledged stays true.',
  options: {
    seed: seedOption(),
    kills: countOption('of the API or the worker', 10, 0),
    'database-kills': countOption('of the database server or a backend', 4, 0),
    freezes: countOption('of the database', 2, 0),
    'full-disks': countOption("of the database's disk; needs root", 2, 0),
  },
})
const problems = await run().finally(endFile)
console.log(`Lost, done twice or answered otherwise: ${problems.size}`)
for (const problem of problems) console.error(`  ${problem}`)
if (problems.size > 0) process.exitCode = 1

async function run(): Promise<Set<string>> {
  console.log(`Chaos with seed ${values.seed}`)
  const random = openRandom(values.seed)
  const repeatedAnswers = 5
  const problems: string[] = []
  const database = await openDatabase()
  const platform = await openPlatform(database)
  if (database.fillDisk === null) console.log('No disk of its own (needs root): it is not filled.')
  const guests = startGuests(platform, random)
  const { acknowledged } = guests
  const recoveries = new Map<FaultName, Recovery[]>(faultNames.map((name) => [name, []]))
  const faults = faultsOf(
    {
      kills: values.kills,
      databaseKills: values['database-kills'],
      freezes: values.freezes,
      fullDisks: database.fillDisk === null ? 0 : values['full-disks'],
    },
    random,
  )
  let repeated = 0
  for (const [index, name] of faults.entries()) {
    await wait(random.integer(300, 1500))
    const outage = await cause(name, { database, platform }, random)
    const recovery = await recover({ database, platform, guests }, outage)
    recoveries.get(name)?.push(recovery)
    problems.push(...(await checkAcknowledged(database, acknowledged)))
    problems.push(...(await guests.repeat(repeatedAnswers)))
    repeated += repeatedAnswers
    console.log(
      `${index + 1} of ${faults.length} ${name}: bookings after ${seconds(recovery.writesMilliseconds)}, ` +
        `jobs after ${seconds(recovery.jobsMilliseconds)}, ${problems.length} problems`,
    )
  }
  await guests.stop()
  await jobsDone(database)
  problems.push(...(await checkAcknowledged(database, acknowledged)))
  problems.push(...(await checkDone(database, platform, acknowledged)))
  problems.push(...acknowledged.failures)
  const doctor = await runSillaAlone(['db', 'doctor'], platform.cliEnvironment)
  if (doctor.code !== 0) problems.push(`silla db doctor: ${doctor.stdout}${doctor.stderr}`)

  console.log(
    `\n${'fault'.padEnd(24)} count   bookings again: median, max   jobs again: median, max`,
  )
  for (const [name, list] of recoveries) {
    if (list.length === 0) continue
    const writes = medianAndMax(list.map(({ writesMilliseconds }) => writesMilliseconds))
    const jobs = medianAndMax(list.map(({ jobsMilliseconds }) => jobsMilliseconds))
    console.log(
      `${name.padEnd(24)} ${String(list.length).padStart(5)}   ${writes.padStart(27)}   ${jobs.padStart(23)}`,
    )
  }
  const { bookings, payments, cancellations, counts } = acknowledged
  console.log(
    `\nAcknowledged: ${bookings.length} bookings, ${payments.length} payments, ` +
      `${cancellations.length} cancellations. Refused: ${counts.refused}. Repeated: ${repeated}.`,
  )
  console.log(
    `Requests: ${counts.requests}, of which ${counts.unanswered} without an answer and ` +
      `${counts.unavailable} to be repeated. Slowest answer: ` +
      `${seconds(counts.slowestMilliseconds)}. Doctor: exit code ${doctor.code}.`,
  )
  return new Set(problems)
}

function medianAndMax(milliseconds: number[]): string {
  const sorted = milliseconds.toSorted((one, other) => one - other)
  return `${seconds(sorted[Math.floor(sorted.length / 2)] ?? 0)}, ${seconds(sorted.at(-1) ?? 0)}`
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`
}
