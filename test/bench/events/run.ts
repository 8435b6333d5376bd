import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { testSecrets } from '../../support/secrets.ts'
import { openBenchDatabase } from '../bench-database.ts'
import type { MeasuredCode } from '../code.ts'
import { startProgram, treeCpuMicroseconds } from '../processes.ts'
import { quantile } from '../statistics.ts'
import { type Endpoints, openEndpoints } from './endpoints.ts'
import { recordEvents } from './record-events.ts'
import { openEventSalons } from './salons.ts'

const salons = 100
/** Of the salons' endpoints, one each. */
const hanging = 10
const failing = 10
const drainSeconds = 120

/**
 * What delivering events takes: transactions record events of 100 salons at a steady rate, and one
 * worker delivers them to an endpoint of each salon. Ten endpoints accept and never answer, ten
 * answer 500.
 */
export async function measureEvents(
  code: MeasuredCode,
  { count, ratePerSecond }: { count: number; ratePerSecond: number },
): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'silla-bench-'))
  const closers: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })]
  try {
    return await run()
  } finally {
    for (const closer of closers) await closer()
  }

  async function run(): Promise<string> {
    const { urls, admin, owner, postgresPid } = await openBenchDatabase(code, folder, closers)
    const endpoints = await openEndpoints({ hanging, failing })
    closers.unshift(endpoints.close)
    const businessIds = await openEventSalons({ code, admin, owner }, salons, endpoints.urlOf)
    const worker = await startProgram(join(code.folder, 'services/worker/bin/worker.js'), {
      // loopback is never allowed in production
      NODE_ENV: 'benchmark',
      SILLA_LOOPBACK_ENDPOINTS: 'on',
      WORKER_DATABASE_URL: urls.worker,
      SECRETS_KEY: testSecrets.secretsKeys.current.toString('base64'),
    })
    closers.unshift(worker.stop)
    const before = { worker: worker.cpuMicroseconds(), postgres: treeCpuMicroseconds(postgresPid) }
    const startedAt = performance.now()
    await recordEvents(urls.api, businessIds, { count, ratePerSecond })
    const recordedSeconds = (performance.now() - startedAt) / 1000
    const wanted = (count / salons) * (salons - hanging - failing)
    await endpoints.until(wanted, drainSeconds)
    const seconds = (performance.now() - startedAt) / 1000
    return report(endpoints, {
      count,
      wanted,
      recordedSeconds,
      seconds,
      workerSeconds: (worker.cpuMicroseconds() - before.worker) / 1e6,
      postgresSeconds: (treeCpuMicroseconds(postgresPid) - before.postgres) / 1e6,
      peakMegabytes: worker.peakResidentMegabytes(),
    })
  }
}

interface Run {
  count: number
  wanted: number
  recordedSeconds: number
  seconds: number
  workerSeconds: number
  postgresSeconds: number
  peakMegabytes: number
}

function report(endpoints: Endpoints, run: Run): string {
  const delays = Float64Array.from(endpoints.delaysMilliseconds).sort()
  const milliseconds = (share: number) => Math.round(quantile(delays, share))
  const microsecondsPer = (seconds: number) => Math.round((seconds * 1e6) / run.count)
  const { arrived } = endpoints
  return [
    `${run.count} events of ${salons} salons, ${Math.round(run.count / run.recordedSeconds)} a second; ` +
      `${hanging} endpoints hang, ${failing} answer 500`,
    `  healthy endpoints: ${arrived.healthy} of ${run.wanted} deliveries, ` +
      `${endpoints.outOfOrder} out of order, ${endpoints.repeated} twice`,
    `  from commit to arrival: median ${milliseconds(0.5)} ms, p99 ${milliseconds(0.99)} ms, ` +
      `most ${milliseconds(1)} ms`,
    `  attempts at the others: ${arrived.hanging} hang, ${arrived.failing} answered 500`,
    `  all delivered after ${Math.round(run.seconds)} s; CPU per event: worker ` +
      `${microsecondsPer(run.workerSeconds)} us, PostgreSQL ${microsecondsPer(run.postgresSeconds)} us`,
    `  resident memory of the worker: ${run.peakMegabytes} MB at most`,
  ].join('\n')
}
