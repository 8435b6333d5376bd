import { setTimeout as wait } from 'node:timers/promises'
import { endFile } from '../../support/at-end.ts'
import { readOptions } from '../../support/program-options.ts'
import { type Cause, NotHere, type OpenCauses } from './cause.ts'
import { endingCertificate } from './ending-certificate.ts'
import { failedBackup } from './failed-backup.ts'
import { fullDisk } from './full-disk.ts'
import { lateStandby } from './late-standby.ts'
import { type FiringAlert, type Prometheus, startPrometheus } from './prometheus.ts'
import { redisAway } from './redis-away.ts'
import { sillaPrograms } from './silla-programs.ts'

await readOptions({
  command: 'npm run alerts',
  about:
    'Starts Silla, what it runs on, the exporters and Prometheus with the rules of deploy/prometheus, breaks one ' +
    'thing after the other, and reads the firing alerts from Prometheus.',
})

const fireWithinMilliseconds = 120_000
const healthyWithinMilliseconds = 30_000

const failures = await run().finally(endFile)
if (failures > 0) process.exitCode = 1

async function run(): Promise<number> {
  const programs = await sillaPrograms()
  const certificates = await open(endingCertificate)
  const opened: (OpenCauses | null)[] = [programs, certificates]
  for (const others of [redisAway, fullDisk, failedBackup, lateStandby])
    opened.push(await open(others))
  const all = opened.filter((each) => each !== null)
  const prometheus = await startPrometheus(targetsOf(all), certificates?.blackbox ?? null)
  const causes = all.flatMap((each) => each.causes)
  const problem = await healthProblem(prometheus, causes)
  if (problem !== null) {
    console.error(`Before anything is broken: ${problem}`)
    return 1
  }
  console.log(`${causes.length + programs.last.length} causes. Before them no alert fires.`)
  // they take a minute at most and do not affect one another
  const missed = await Promise.all(causes.map((cause) => fire(cause, prometheus)))
  for (const cause of programs.last) missed.push(await fire(cause, prometheus))
  return missed.filter(Boolean).length
}

/** Null: it cannot be made on this machine. */
async function open<Opened extends OpenCauses>(
  causes: () => Promise<Opened>,
): Promise<Opened | null> {
  try {
    return await causes()
  } catch (error) {
    if (!(error instanceof NotHere)) throw error
    console.log(`not tried  ${causes.name}: ${error.message}`)
    return null
  }
}

function targetsOf(opened: readonly OpenCauses[]): Record<string, string[]> {
  const targets: Record<string, string[]> = {}
  for (const each of opened)
    for (const [job, addresses] of Object.entries(each.targets))
      targets[job] = [...(targets[job] ?? []), ...addresses]
  return targets
}

/** Null: every target responds, and none of the alerts fires. */
async function healthProblem(prometheus: Prometheus, causes: readonly Cause[]) {
  const deadline = Date.now() + healthyWithinMilliseconds
  for (;;) {
    const unreachable = await prometheus.unreachable()
    const firing = await prometheus.firing()
    const early = causes.filter((cause) => firing.some((alert) => isAbout(alert, cause)))
    if (unreachable.length === 0)
      return early.length === 0 ? null : `${early.map(({ alert }) => alert).join(', ')} fires`
    if (Date.now() > deadline) return `${unreachable.join(', ')} does not respond`
    await wait(200)
  }
}

/** @returns whether the alert did not fire */
async function fire(cause: Cause, prometheus: Prometheus): Promise<boolean> {
  const start = Date.now()
  await cause.happen()
  while (Date.now() - start < fireWithinMilliseconds) {
    const alert = (await prometheus.firing()).find((each) => isAbout(each, cause))
    if (alert) {
      const seconds = ((Date.now() - start) / 1000).toFixed(1)
      console.log(`${cause.alert} after ${seconds} s: ${cause.text}.`)
      console.log(`  ${alert.annotations.summary}`)
      return false
    }
    await wait(200)
  }
  console.error(`${cause.alert} DID NOT FIRE: ${cause.text}.`)
  return true
}

/** Whether an alert is the one that the cause fires. */
function isAbout({ labels }: FiringAlert, cause: Cause): boolean {
  return (
    labels.alertname === cause.alert &&
    Object.entries(cause.labels ?? {}).every(([name, value]) => labels[name] === value)
  )
}
